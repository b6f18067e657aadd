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

/** Of all that has succeeded or failed so far. `failing`: open deliveries that have failed. */
export function successShare(counts: DeliveryCounts, failing = 0): number | null {
  return shareOf(counts.delivered, judged(counts, failing));
}

export function firstTryShare(counts: DeliveryCounts, failing = 0): number | null {
  return shareOf(counts.firstTry, judged(counts, failing));
}

/** Of the attempts that ended in the time: a delivery has one that succeeds, at the most. */
export function attemptShare(counts: { delivered: number; attempts: number }): number | null {
  return shareOf(Math.min(counts.delivered, counts.attempts), counts.attempts);
}

/** Open failures are of now: a range that ends in the past does not know them. */
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
