/**
 * What becomes of one request, decided when it is sent: whether and when its receiver acts on it,
 * and when and how its sender learns of it. Pure: depends on the receiver's mode and the random
 * numbers it is given.
 */
import type { SendError, SendResult } from '../../src/core/delivery/outcome.ts';
import type { ReceiverMode } from '../script/script.ts';
import { latencyMs } from './latency.ts';

export type Answer =
  | { readonly kind: 'response'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'error'; readonly error: SendError }
  | { readonly kind: 'blocked' };

export interface Fate {
  /** When the receiver has read the whole request and acts, after the sending; null if never. */
  readonly actsAfterMs: number | null;
  /** The status that the receiver answers. */
  readonly status: number;
  /** When the sender has the answer. */
  readonly endsAfterMs: number;
  readonly answer: Answer;
}

export interface FateFacts {
  /** The receiver's mode at this moment; null if it is well. */
  readonly mode: ReceiverMode | null;
  /** Since when it has this mode, and the present time. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** Mean of its latency, both ways. */
  readonly latencyMs: number;
  readonly timeoutMs: number;
  /** Uniform in [0, 1), another number for each name. */
  readonly fraction: (name: string) => number;
}

export function fateOf(facts: FateFacts): Fate {
  const fate = untimed(facts);
  if (fate.endsAfterMs <= facts.timeoutMs) return fate;
  return {
    ...fate,
    endsAfterMs: facts.timeoutMs,
    answer: { kind: 'error', error: 'timeout' },
  };
}

function untimed(facts: FateFacts): Fate {
  const { mode, fraction } = facts;
  const tripMs = latencyMs(facts.latencyMs, fraction('latency'));
  const well = answered(200, tripMs);
  if (mode === null) return well;
  const isConcerned = !('share' in mode) || fraction('share') * 100 < mode.share;
  if (!isConcerned) return well;
  switch (mode.kind) {
    case 'status':
      return answered(mode.status, tripMs);
    case 'retry-after':
      return answered(mode.status, tripMs, String(mode.seconds));
    case 'slow':
      return slow(tripMs, mode.latencyMs, fraction('acts') < 0.5);
    case 'hang':
      return unread(Number.POSITIVE_INFINITY, { kind: 'error', error: 'timeout' });
    case 'drop':
      return { ...well, answer: { kind: 'error', error: 'reset' } };
    case 'refused':
    case 'reset':
    case 'dns':
    case 'tls':
    case 'protocol':
      return unread(tripMs, { kind: 'error', error: mode.kind });
    case 'blocked':
      return unread(0, { kind: 'blocked' });
    case 'flapping':
      return answered(isDown(facts, mode.everyMs) ? 503 : 200, tripMs);
  }
}

function answered(status: number, tripMs: number, retryAfter: string | null = null): Fate {
  return {
    actsAfterMs: Math.floor(tripMs / 2),
    status,
    endsAfterMs: tripMs,
    answer: { kind: 'response', status, retryAfter },
  };
}

/** Some receivers act first and answer slowly; others do all their work first. */
function slow(tripMs: number, slowMs: number, actsFirst: boolean): Fate {
  const fate = answered(200, tripMs + slowMs);
  return { ...fate, actsAfterMs: Math.floor(tripMs / 2) + (actsFirst ? 0 : slowMs) };
}

function unread(endsAfterMs: number, answer: Answer): Fate {
  return { actsAfterMs: null, status: 0, endsAfterMs, answer };
}

/** Begins with being up. */
function isDown({ nowMs, sinceMs }: FateFacts, everyMs: number): boolean {
  return Math.floor((nowMs - sinceMs) / everyMs) % 2 === 1;
}

/** The result as the channel reports it. */
export function resultOf(answer: Answer, durationMs: number): SendResult {
  switch (answer.kind) {
    case 'response':
      return { ...answer, excerpt: null, durationMs };
    case 'error':
      return { ...answer, detail: 'The simulator says so.', durationMs };
    case 'blocked':
      return { ...answer, detail: 'The address is not allowed.', durationMs };
  }
}
