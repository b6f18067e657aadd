/**
 * The words for what the service knows: states of deliveries and endpoints, and what receivers
 * answered. Pure: takes the present as an argument. State is never told by colour alone: each has
 * a word, and a tone that chooses icon and colour.
 */
import type {
  AttemptRecord,
  DeliveryRecord,
  EndpointRecord,
  ReportRecord,
  ShownState,
} from './record.ts';
import { ahead, clockTime, duration } from './time.ts';

export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'warn' | 'off';

export interface StateWord {
  readonly word: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** The states of a delivery in the order of its life; the filter lists them so. */
export const STATES: Readonly<Record<ShownState, StateWord>> = {
  waiting: word('Waiting', 'waiting', 'An earlier delivery of the same call goes first.'),
  due: word('Due', 'waiting', 'It is sent as soon as the endpoint has room.'),
  sending: word('Sending', 'busy', 'An attempt is on its way.'),
  retrying: word('Retrying', 'busy', 'An attempt failed; the next one is scheduled.'),
  held: word('Held', 'off', 'Its endpoint is disabled or on hold. Nothing is lost.'),
  delivered: word('Delivered', 'good', 'The receiver answered with a 2xx status.'),
  rejected: word('Rejected', 'bad', 'The receiver refused it for good; it was not retried.'),
  exhausted: word('Exhausted', 'bad', 'The first attempt and all retries failed.'),
  blocked: word('Blocked', 'bad', 'The address may not be called; see the allowed targets.'),
  cancelled: word('Cancelled', 'off', 'It was cancelled before it was delivered.'),
};

/** A state that a newer service knows and this page does not is shown by its own name. */
export function stateWord(state: string): StateWord {
  return isState(state) ? STATES[state] : word(state, 'waiting', 'This page does not know it yet.');
}

export function isState(text: string): text is ShownState {
  return Object.hasOwn(STATES, text);
}

type HealthOf = Pick<EndpointRecord, 'enabled' | 'disabledReason' | 'health'>;

/** The state of a delivery with what its endpoint adds: why it is held, and until when. */
export function deliveryWord(
  state: string,
  endpoint: HealthOf | undefined,
  nowMs: number,
): StateWord {
  const plain = stateWord(state);
  if (state !== 'held' || endpoint === undefined) return plain;
  if (!endpoint.enabled) {
    const why = disabledBecause(endpoint);
    const meaning = `Its endpoint is disabled${why}. Enabling it sends what is held.`;
    return word('Held, endpoint off', 'off', meaning);
  }
  const { holdUntil, consecutiveFailures } = endpoint.health;
  if (holdUntil === null) return plain;
  const until = clockTime(holdUntil, nowMs);
  const when = `${until} (${ahead(holdUntil, nowMs)})`;
  const failures = `${consecutiveFailures} failures in a row`;
  const meaning = `Its endpoint is on hold until ${when} after ${failures}. Nothing is lost.`;
  return word(`Held until ${until}`, 'warn', meaning);
}

/** When something happens next to an open delivery; null when that is not a matter of time. */
export function nextAttempt(
  { state, dueAt }: Pick<DeliveryRecord, 'state' | 'dueAt'>,
  nowMs: number,
): string | null {
  if (dueAt === null || (state !== 'due' && state !== 'retrying')) return null;
  if (Date.parse(dueAt) <= nowMs) return 'The next attempt is due now.';
  return `Next attempt at ${clockTime(dueAt, nowMs, { seconds: true })} (${ahead(dueAt, nowMs)}).`;
}

export function endpointWord(endpoint: HealthOf, nowMs: number): StateWord {
  if (!endpoint.enabled) {
    const meaning = `Disabled${disabledBecause(endpoint)}. Deliveries are held, not lost.`;
    return word('Disabled', 'off', meaning);
  }
  const { state, holdUntil, consecutiveFailures, attentionSince } = endpoint.health;
  // Before a hold: that one ends by itself, this one does not.
  if (attentionSince !== null) {
    const meaning =
      `Since ${clockTime(attentionSince, nowMs)} its answers say that no retry will mend it. ` +
      'Look at its settings: was its webhook removed, or its password changed?';
    return word('Needs attention', 'bad', meaning);
  }
  if (state === 'held' && holdUntil !== null) {
    const meaning =
      `On hold until ${clockTime(holdUntil, nowMs)} after ${consecutiveFailures} failures in a ` +
      'row. First attempts wait until then, retries go on.';
    return word(`On hold, next try ${ahead(holdUntil, nowMs)}`, 'warn', meaning);
  }
  if (state === 'failing') {
    const meaning = 'Nothing succeeded since. Deliveries go on and are retried.';
    return word(`Failing, ${consecutiveFailures} in a row`, 'warn', meaning);
  }
  return word('Enabled', 'good', 'Deliveries are sent as they are created.');
}

function disabledBecause({ disabledReason }: HealthOf): string {
  if (disabledReason === null) return '';
  const reasons = {
    operator: ' (by hand)',
    gone: ' (the receiver answered 410)',
    failing: ' (it failed for days)',
  };
  return reasons[disabledReason];
}

export interface RetryOffer {
  readonly label: string;
  /** The one thing to do here, or one of several that can be done. */
  readonly primary: boolean;
  readonly note: string;
  /** Asked before it is sent; null: nothing can go wrong by it. */
  readonly confirm: string | null;
}

const ONE_MORE = 'One more attempt with the same webhook-id and the same bytes.';
const AGAIN =
  'The receiver already accepted this delivery. It gets the same bytes again, and acts on them ' +
  'twice unless it checks the webhook-id.';

/** What one more attempt would be here; a text says why there is none. */
export function retryOffer(state: string): RetryOffer | string {
  switch (state) {
    case 'rejected':
    case 'exhausted':
    case 'blocked':
      return { label: 'Retry', primary: true, note: ONE_MORE, confirm: null };
    case 'retrying':
      return { label: 'Retry now', primary: false, note: ONE_MORE, confirm: null };
    case 'cancelled':
      return { label: 'Send after all', primary: false, note: ONE_MORE, confirm: null };
    case 'delivered':
      return { label: 'Send again', primary: false, note: '', confirm: AGAIN };
    case 'sending':
      return 'An attempt is on its way.';
    case 'held':
      return 'It goes out when its endpoint takes deliveries again.';
    default:
      return 'It goes out by itself; there is nothing to retry yet.';
  }
}

/** `dns` and its like, for people; the service's own word follows, to search for. */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: 'no answer in time',
  'connect-timeout': 'no connection in time',
  dns: 'name not found',
  refused: 'connection refused',
  reset: 'connection cut off',
  tls: 'certificate or TLS problem',
  protocol: 'not a valid HTTP answer',
  network: 'network unreachable',
  signing: 'could not be signed',
  configuration: 'endpoint not set up correctly',
  authentication: 'login refused by the mail server',
  blocked: 'address not allowed',
};

export function errorWords(error: string): string {
  const words = Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined;
  return words === undefined ? error.replaceAll('-', ' ') : `${words} (${error})`;
}

/** What the receiver last said, in a few words. A status is one of HTTP, or of SMTP. */
export function lastAnswer({
  lastStatus,
  lastError,
}: Pick<DeliveryRecord, 'lastStatus' | 'lastError'>): string {
  if (lastStatus !== null) return `Status ${lastStatus}`;
  return lastError === null ? '–' : errorWords(lastError);
}

export function attemptAnswer({ status, error, outcome, durationMs }: AttemptRecord): string {
  const answer = status === null ? errorWords(error ?? outcome) : `Status ${status}`;
  return `${answer} after ${duration(durationMs)}`;
}

/** What became of a report. */
export function reportWord({ applied, reason, status }: ReportRecord): string {
  const ignored: Readonly<Record<NonNullable<ReportRecord['reason']>, string>> = {
    STALE: 'kept, but the call was already further',
    DUPLICATE: 'the same status again: a heartbeat',
    TERMINAL: 'kept, but the call had already ended',
    NOT_ALLOWED: 'kept, but this status cannot follow the one before',
  };
  if (reason !== null) return ignored[reason];
  if (!applied) return 'kept, changed nothing';
  return status === null ? 'errors only' : 'moved the call';
}

function word(text: string, tone: Tone, meaning: string): StateWord {
  return { word: text, tone, meaning };
}
