/**
 * Figures of one run that come from the receivers' log alone: the longest silence, how soon
 * deliveries went on after a disturbance, and whether an endpoint with a rate got more than its
 * rate in any window, from all workers together. Pure.
 */
import type { Arrival } from '../crash/recording-receiver.ts';
import type { Disturbance } from './disturbance.ts';

export interface Rate {
  readonly ratePerS: number;
  readonly burst: number;
}

/**
 * By how many requests the fullest window exceeds `burst` plus its length times the rate; at most 0
 * if every window is within. Times rise.
 */
export function excessOf(timesMs: readonly number[], { ratePerS, burst }: Rate): number {
  // A leaky bucket, filled by the fullest window that ends here.
  let level = 0;
  let most = 0;
  for (const [index, atMs] of timesMs.entries()) {
    const passedMs = index === 0 ? 0 : atMs - (timesMs[index - 1] ?? atMs);
    level = Math.max(0, level - (passedMs * ratePerS) / 1_000) + 1;
    most = Math.max(most, level);
  }
  return most - burst;
}

/** The longest time within the span in which one of these paths got nothing. */
export function longestSilenceMs(
  arrivals: readonly Arrival[],
  paths: readonly string[],
  span: { readonly fromMs: number; readonly toMs: number },
): number {
  return Math.max(
    0,
    ...paths.map((path) => {
      const times = arrivals
        .filter(({ path: at, atMs }) => at === path && atMs > span.fromMs && atMs < span.toMs)
        .map(({ atMs }) => atMs);
      const moments = [span.fromMs, ...times, span.toMs];
      return Math.max(...moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? atMs)));
    }),
  );
}

/**
 * The longest time from the end of a disturbance (of a kill or a pause: from its start) until the
 * last path had its next delivery. Disturbances that ended after the load do not count.
 */
export function recoveryMs(
  arrivals: readonly Arrival[],
  paths: readonly string[],
  disturbances: readonly Disturbance[],
  loadEndsMs: number,
): number {
  const ends = disturbances
    .filter(({ what }) => what !== 'lapse')
    .map(({ what, fromMs, toMs }) => (what === 'outage' ? toMs : fromMs))
    .filter((atMs) => atMs < loadEndsMs);
  const waits = ends.flatMap((endMs) =>
    paths.map((path) => {
      const next = arrivals.find((arrival) => arrival.path === path && arrival.atMs > endMs);
      return next === undefined ? 0 : next.atMs - endMs;
    }),
  );
  return Math.max(0, ...waits);
}

/**
 * Attempts read once, after a later attempt of their delivery: a busy receiver leaves a request in
 * the kernel while its sender gives up and tries again. An attempt sent twice is not among them.
 */
export function readLate(arrivals: readonly Arrival[]): readonly Arrival[] {
  const byDelivery = Map.groupBy(
    arrivals,
    ({ path, callId, sequence }) => `${path}\n${callId}\n${sequence}`,
  );
  return [...byDelivery.values()].flatMap((those) =>
    those.filter(
      ({ attempt }, index) =>
        those.slice(0, index).some((before) => before.attempt > attempt) &&
        those.filter((each) => each.attempt === attempt).length === 1,
    ),
  );
}
