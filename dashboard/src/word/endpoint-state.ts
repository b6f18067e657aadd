/**
 * The state of an endpoint as one word: switched off, needing an operator, on hold, failing,
 * without any traffic yet, or healthy, in this order. Pure: takes the messages, the format and the
 * present as arguments.
 */
import type { EndpointRecord } from '../api/record.ts';
import type { StateWord, Tone } from '../kit/state-badge.tsx';
import type { StateWords } from './delivery-state.ts';

export const ENDPOINT_STATES = [
  'healthy',
  'untried',
  'failing',
  'held',
  'attention',
  'disabled',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Both an endpoint and a row of its figures have these. */
export interface Condition {
  readonly enabled: boolean;
  readonly health: 'healthy' | 'failing' | 'held';
  readonly attention: boolean;
  readonly lastSuccessAt: string | null;
}

const TONES: Readonly<Record<EndpointState, Tone>> = {
  healthy: 'good',
  untried: 'off',
  failing: 'warn',
  held: 'warn',
  attention: 'bad',
  disabled: 'off',
};

export function endpointStateOf(condition: Condition): EndpointState {
  const { enabled, health, attention, lastSuccessAt } = condition;
  if (!enabled) return 'disabled';
  if (attention) return 'attention';
  return health === 'healthy' && lastSuccessAt === null ? 'untried' : health;
}

type Switched = Pick<EndpointRecord, 'enabled' | 'disabledReason' | 'health'>;

export function conditionOf({ enabled, health }: Switched): Condition {
  const { state, attentionSince, lastSuccessAt } = health;
  return { enabled, health: state, attention: attentionSince !== null, lastSuccessAt };
}

/** The word with what this very endpoint adds: why it is off, until when it is on hold. */
export function endpointWord(endpoint: Switched, { t, format, nowMs }: StateWords): StateWord {
  const state = endpointStateOf(conditionOf(endpoint));
  const plain = { tone: TONES[state], ...t.endpoint.state[state] };
  const { disabledReason, health } = endpoint;
  if (state === 'disabled' && disabledReason !== null) {
    return { ...plain, meaning: t.endpoint.disabled[disabledReason] };
  }
  if (state !== 'held' || health.holdUntil === null) return plain;
  const until = format.clock(health.holdUntil, nowMs);
  return { ...plain, meaning: t.endpoint.heldUntil(until, health.consecutiveFailures) };
}
