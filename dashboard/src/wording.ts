/**
 * The words for what the service knows: states of deliveries and endpoints, answers of receivers,
 * times. Pure: takes the present as an argument. State is never told by colour alone: each has a
 * word, and a tone that chooses icon and colour.
 */
import type { AttemptRecord, DeliveryRecord, EndpointRecord, ShownState } from './record.ts';

export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'off';

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
  held: word('Held', 'off', 'The endpoint is disabled or on hold; nothing is lost.'),
  delivered: word('Delivered', 'good', 'The receiver answered with a 2xx status.'),
  rejected: word('Rejected', 'bad', 'The receiver refused it for good; it was not retried.'),
  exhausted: word('Exhausted', 'bad', 'The first attempt and all retries failed.'),
  blocked: word('Blocked', 'bad', 'The address may not be called; see the allowed targets.'),
  cancelled: word('Cancelled', 'off', 'It was cancelled before it was delivered.'),
};

/** States in which an operator may ask for one more attempt. */
const RETRYABLE = new Set([
  'retrying',
  'delivered',
  'rejected',
  'exhausted',
  'blocked',
  'cancelled',
]);

/** A state that a newer service knows and this page does not is shown by its own name. */
export function stateWord(state: string): StateWord {
  return isState(state) ? STATES[state] : word(state, 'waiting', 'This page does not know it yet.');
}

export function isState(text: string): text is ShownState {
  return Object.hasOwn(STATES, text);
}

/** Why the retry button is off; null when it is on. */
export function retryRefusal(state: string): string | null {
  if (RETRYABLE.has(state)) return null;
  return state === 'sending' ? 'An attempt is on its way.' : 'It has not been tried yet.';
}

export function endpointWord(
  endpoint: Pick<EndpointRecord, 'enabled' | 'disabledReason'>,
): StateWord {
  if (endpoint.enabled) return word('Enabled', 'good', 'Deliveries are sent as they are made.');
  const reasons = {
    operator: 'Switched off by hand.',
    gone: 'The receiver answered 410.',
    failing: 'It failed for days.',
  };
  const reason = endpoint.disabledReason === null ? '' : reasons[endpoint.disabledReason];
  return word('Disabled', 'off', `${reason} Deliveries are held, not lost.`.trim());
}

/** `open` of those seen in the latest deliveries: a hint, not a count of all. */
export function backlogHint(endpointId: string, deliveries: readonly DeliveryRecord[]): string {
  const own = deliveries.filter((delivery) => delivery.endpointId === endpointId);
  const open = own.filter(({ state }) => OPEN.has(state)).length;
  const held = own.filter(({ state }) => state === 'held').length;
  const failed = own.filter(({ state }) => stateWord(state).tone === 'bad').length;
  const parts = [
    open > 0 ? `${open} open` : null,
    held > 0 ? `${held} held` : null,
    failed > 0 ? `${failed} failed` : null,
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(', ');
  return own.length > 0 ? 'all delivered' : 'none yet';
}

const OPEN = new Set(['waiting', 'due', 'sending', 'retrying']);

/** What the receiver last said, in a few characters. */
export function lastAnswer(delivery: DeliveryRecord): string {
  if (delivery.lastStatus !== null) return String(delivery.lastStatus);
  if (delivery.lastError !== null) return delivery.lastError.replaceAll('-', ' ');
  return '–';
}

export function attemptAnswer(attempt: AttemptRecord): string {
  const answer = attempt.status === null ? (attempt.error ?? attempt.outcome) : attempt.status;
  return `${String(answer).replaceAll('-', ' ')} after ${duration(attempt.durationMs)}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1_000)} s`;
}

/** `12 s ago`, `in 3 min`; one unit, rounded down. */
export function relative(iso: string, nowMs: number): string {
  const deltaMs = nowMs - Date.parse(iso);
  if (Number.isNaN(deltaMs)) return iso;
  const size = Math.abs(deltaMs);
  const [unit, unitMs] = UNITS.find(([, ms]) => size >= ms) ?? ['s', 1_000];
  const count = Math.floor(size / unitMs);
  if (count === 0) return 'now';
  return deltaMs > 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

const UNITS: ReadonlyArray<readonly [string, number]> = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

function word(text: string, tone: Tone, meaning: string): StateWord {
  return { word: text, tone, meaning };
}
