/**
 * What belongs in the story of one lane, call or endpoint: its own reports, sends, commits and
 * operations, and what disturbs the whole run. Without endpoint and call, everything does.
 */
import { type EndpointKey, parseId } from '../src/core/id.ts';
import type { Happening, History, Sent } from './history.ts';

/** Changes that concern no lane, or follow every settlement. */
const SILENT = new Set([
  'saveHealth',
  'noteAudit',
  'probe',
  'removeExpired',
  'ageSigningKeys',
  'keepBacklogs',
]);

/** The endpoint and call of a story; null: all of them. */
export interface Subject {
  readonly endpoint: EndpointKey | null;
  readonly callId: string | null;
}

export function concerns(history: History, subject: Subject): (happening: Happening) => boolean {
  const { endpoint, callId } = subject;
  const sends = new Set(sendsOf(history, subject));
  const deliveries = new Set(deliveriesOf(history, subject));
  const keys = new Set([...deliveries].map((id) => parseId('dlv', id)?.key));
  return (happening) => {
    switch (happening.what) {
      case 'reported':
      case 'acknowledged':
      case 'refused':
      case 'logged':
      case 'called-back':
      case 'taken':
      case 'posting':
      case 'recorded':
      case 'turned-away':
        return callId === null ? endpoint === null : happening.callId === callId;
      case 'sent':
      case 'processed':
      case 'answered':
        return sends.has(happening.send);
      case 'committed':
        return commitConcerns(happening, subject, keys);
      case 'receiver':
        return endpoint === null || happening.endpoint === endpoint;
      case 'operated':
        if (happening.deliveryId !== null) return deliveries.has(happening.deliveryId);
        return endpoint === null || happening.endpoint === endpoint;
      default:
        return true;
    }
  };
}

function commitConcerns(
  commit: Happening & { readonly what: 'committed' },
  subject: Subject,
  keys: ReadonlySet<number | undefined>,
): boolean {
  switch (commit.name) {
    case 'accept':
    case 'keepHints':
    case 'keepReports':
      if (subject.callId === null) return subject.endpoint === null;
      return JSON.stringify(commit.argument).includes(`"callId":"${subject.callId}"`);
    case 'settle':
      return keys.has(numberAt(commit.argument, 'delivery'));
    default:
      return !SILENT.has(commit.name);
  }
}

/** A change's argument has no known type; the story needs one number of it. */
function numberAt(argument: unknown, name: string): number | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, name);
  return typeof value === 'number' ? value : undefined;
}

function sendsOf(history: History, subject: Subject): number[] {
  return sentTo(history, subject).map(({ send }) => send);
}

function deliveriesOf(history: History, { endpoint, callId }: Subject): string[] {
  const resting = history.rest.deliveries.filter(
    (delivery) =>
      (endpoint === null || delivery.endpoint === endpoint) &&
      (callId === null || delivery.callId === callId),
  );
  return [
    ...resting.map(({ deliveryId }) => deliveryId),
    ...sentTo(history, { endpoint, callId }).map(({ deliveryId }) => deliveryId),
  ];
}

function sentTo(history: History, { endpoint, callId }: Subject): Sent[] {
  return history.happenings.filter(
    (happening): happening is Happening & Sent =>
      happening.what === 'sent' &&
      (endpoint === null || happening.endpoint === endpoint) &&
      (callId === null || happening.callId === callId),
  );
}
