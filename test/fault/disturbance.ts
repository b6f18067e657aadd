/**
 * Records what was done to which process and when, and says which repeated delivery that explains.
 * A repeat is explained only if the worker that got the first answer could not store it before it
 * died (D1), or lost its lease by a pause (D2) or an outage (D4). On a machine that is too busy a
 * worker may be kept waiting beyond its lease; its log says so. Pure.
 */
import type { Arrival } from '../crash/recording-receiver.ts';
import { UNKNOWN_LIFE } from './senders.ts';

/** Times: monotonic ms. `life`: the process, or null for all of them. */
export interface Disturbance {
  readonly what: 'kill' | 'pause' | 'outage' | 'lapse';
  readonly life: number | null;
  readonly fromMs: number;
  /** A kill and a lapsed lease are moments: the same as `fromMs`. */
  readonly toMs: number;
}

export type Cause =
  | 'D1 killed'
  | 'D2 paused'
  | 'D2 kept waiting'
  | 'D3 answer lost'
  | 'D4 database away';

/**
 * A worker that is alive and has its database settles within milliseconds; the bound is for a
 * machine that is too busy. An outcome undisturbed for longer is durable and may not come again.
 */
const SETTLE_MS_MAX = 3_000;
/** How long after the end of its lease a worker may take to log it. */
const LATE_WORD_MS = 2_000;
/** A lease is renewed after a third of its time, so at least this share of it is always left. */
const LEASE_LEFT = 0.6;

export function causeOf(
  last: Arrival,
  again: Arrival,
  disturbances: readonly Disturbance[],
  leaseMs: number,
): Cause | null {
  if (last.lostAnswer) return 'D3 answer lost';
  const own = disturbances.filter(
    ({ life }) => life === null || life === last.life || last.life === UNKNOWN_LIFE,
  );
  const lasting = own.filter(({ what }) => what === 'pause' || what === 'outage');
  const wasKilled = own.some(({ what, fromMs: killedMs }) => {
    if (what !== 'kill' || killedMs > again.atMs) return false;
    // A request read after the death of its sender was answered after it too.
    if (killedMs <= last.atMs) return last.life !== UNKNOWN_LIFE;
    return killedMs - last.atMs - coveredMs(lasting, last.atMs, killedMs) <= SETTLE_MS_MAX;
  });
  if (wasKilled) return 'D1 killed';
  const began = lasting.filter(
    ({ fromMs, toMs }) => fromMs <= last.atMs + SETTLE_MS_MAX && toMs > last.atMs,
  );
  if (began.length > 0 && coveredMs(lasting, last.atMs, again.atMs) >= leaseMs * LEASE_LEFT) {
    return began.some(({ what }) => what === 'pause') ? 'D2 paused' : 'D4 database away';
  }
  const lapsed = own.some(
    ({ what, fromMs }) =>
      what === 'lapse' &&
      fromMs >= last.atMs - LATE_WORD_MS &&
      fromMs <= Math.min(last.atMs + leaseMs, again.atMs),
  );
  return lapsed ? 'D2 kept waiting' : null;
}

/** How much of the time between two moments the disturbances cover. */
function coveredMs(spans: readonly Disturbance[], fromMs: number, toMs: number): number {
  let sum = 0;
  let reachedMs = fromMs;
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const beginMs = Math.max(span.fromMs, reachedMs);
    const endMs = Math.min(span.toMs, toMs);
    if (endMs <= beginMs) continue;
    sum += endMs - beginMs;
    reachedMs = endMs;
  }
  return sum;
}
