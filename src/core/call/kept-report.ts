/**
 * Step 1, what a platform reports of a call before it says the call's direction: the report is kept
 * and follows the one that begins the call (S2.28). Here are its bounds and its order.
 */
import { eventTimeMs, HINT_DAYS, type Report } from './report.ts';

/** A platform has some ten events of a call; what it sends beyond is no overtaking. */
export const KEPT_REPORTS_MAX = 50;
/** As long as a hint waits, which may belong to the same call. */
export const KEPT_DAYS = HINT_DAYS;

/** When it happened, as far as that is known; of one time those that came first stand first. */
export function inOrderOfEvents<
  Kept extends { readonly report: Report; readonly receivedAtMs: number },
>(kept: readonly Kept[]): readonly Kept[] {
  const timeMs = ({ report, receivedAtMs }: Kept) => eventTimeMs(report, receivedAtMs);
  return kept.toSorted((one, other) => timeMs(one) - timeMs(other));
}
