/**
 * The states of a delivery in words: a tone that chooses icon and colour, a word, and a sentence
 * that says what it means. Pure: takes the messages, the format and the present as arguments.
 */

import type { DeliveryRecord, EndpointRecord } from '../api/record.ts';
import type { Format } from '../i18n/format.ts';
import type { Words } from '../i18n/words.ts';
import type { StateWord, Tone } from '../kit/state-badge.tsx';

export type ShownState = DeliveryRecord['state'];

const TONES: Readonly<Record<ShownState, Tone>> = {
  waiting: 'waiting',
  due: 'waiting',
  sending: 'busy',
  retrying: 'warn',
  held: 'off',
  delivered: 'good',
  rejected: 'bad',
  exhausted: 'bad',
  blocked: 'bad',
  cancelled: 'off',
};

/** In the order of its life; filters list them so. */
export const STATE_NAMES: readonly ShownState[] = [
  ...(['waiting', 'due', 'sending', 'retrying', 'held'] as const),
  ...(['delivered', 'rejected', 'exhausted', 'blocked', 'cancelled'] as const),
];

/** A state that a newer service knows and this page does not is shown by its own name. */
export function stateWord(state: string, t: Words['word']): StateWord {
  const known = STATE_NAMES.find((name) => name === state);
  if (known === undefined) {
    return { word: state, tone: 'waiting', meaning: t.delivery.unknownState };
  }
  return { tone: TONES[known], ...t.delivery.state[known] };
}

type HealthOf = Pick<EndpointRecord, 'enabled' | 'disabledReason' | 'health'>;

/** The state with what its endpoint adds: why it is held, and until when. */
export function deliveryWord(
  state: string,
  endpoint: HealthOf | undefined,
  { t, format, nowMs }: StateWords,
): StateWord {
  const plain = stateWord(state, t);
  if (state !== 'held' || endpoint === undefined) return plain;
  if (!endpoint.enabled) return { ...plain, ...t.delivery.heldOff };
  const { holdUntil, consecutiveFailures } = endpoint.health;
  if (holdUntil === null) return plain;
  return {
    tone: 'warn',
    ...t.delivery.heldUntil(format.clock(holdUntil, nowMs), consecutiveFailures),
  };
}

export interface StateWords {
  readonly t: Words['word'];
  readonly format: Format;
  readonly nowMs: number;
}

/** What the receiver last said, in a few words. A status is one of HTTP, or of SMTP. */
export function lastAnswer(
  { lastStatus, lastError }: Pick<DeliveryRecord, 'lastStatus' | 'lastError'>,
  t: Words['word'],
): string {
  if (lastStatus !== null) return t.delivery.status(lastStatus);
  return lastError === null ? '–' : errorWords(lastError, t);
}

/** The service's own word follows, to search for. */
export function errorWords(error: string, t: Words['word']): string {
  const words: Readonly<Record<string, string>> = t.delivery.error;
  const known = Object.hasOwn(words, error) ? words[error] : undefined;
  return known === undefined ? error.replaceAll('-', ' ') : `${known} (${error})`;
}

/** Why one more attempt cannot be asked for now; null when it can. */
export function retryRefusal(state: string, t: Words['word']): string | null {
  switch (state) {
    case 'sending':
    case 'held':
      return t.delivery.noRetry[state];
    case 'waiting':
    case 'due':
      return t.delivery.noRetry.waiting;
    default:
      return null;
  }
}

/** Open deliveries can be cancelled. */
export function cancelRefusal(state: string, t: Words['word']): string | null {
  const open: readonly string[] = ['waiting', 'due', 'retrying', 'held'];
  if (open.includes(state)) return null;
  return state === 'sending' ? t.delivery.noRetry.sending : t.delivery.alreadyClosed;
}
