/**
 * Shares of deliveries and of attempts, as the overview and an endpoint's page show them. A
 * delivery that has failed and is tried again counts against success until it is delivered: else
 * an endpoint that refuses everything would show 100 % until its first delivery is given up.
 * Pure; null where nothing was counted.
 */
export interface DeliveryCounts {
  readonly delivered: number;
  readonly firstTry: number;
  readonly failed: number;
}

/** `failing` counts open deliveries with a failed attempt. */
export function successShare(counts: DeliveryCounts, failing = 0): number | null {
  return shareOf(counts.delivered, judged(counts, failing));
}

export function firstTryShare(counts: DeliveryCounts, failing = 0): number | null {
  return shareOf(counts.firstTry, judged(counts, failing));
}

/** Share of the attempts in the range that succeeded: at most one attempt of a delivery does. */
export function attemptShare(counts: { delivered: number; attempts: number }): number | null {
  return shareOf(Math.min(counts.delivered, counts.attempts), counts.attempts);
}

/** Open failures are those of now, so a range that ends in the past has none. */
export function failingIn(
  { to, failing }: { readonly to: string; readonly failing: number },
  nowMs: number,
): number {
  return Date.parse(to) >= nowMs ? failing : 0;
}

function judged({ delivered, failed }: DeliveryCounts, failing: number): number {
  return delivered + failed + failing;
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
