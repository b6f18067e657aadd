/**
 * The range of the overview as steps of charts: few enough to read, and aligned, so that a relative
 * range asks for the same figures until its next step begins. Pure.
 */
import { boundsOf } from '../../range/range.ts';

export interface ChartRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Up to this length, this step. */
const STEPS: ReadonlyArray<readonly [lengthMs: number, stepMs: number]> = [
  [HOUR_MS, MINUTE_MS],
  [6 * HOUR_MS, 5 * MINUTE_MS],
  [24 * HOUR_MS, 30 * MINUTE_MS],
  [7 * 24 * HOUR_MS, 3 * HOUR_MS],
  [31 * 24 * HOUR_MS, 12 * HOUR_MS],
];
const LONGEST_MS = 24 * HOUR_MS;

export function chartRange(range: string | undefined, nowMs: number): ChartRange {
  const bounds = boundsOf(range, nowMs) ?? { fromMs: nowMs - LONGEST_MS, toMs: null };
  const endMs = bounds.toMs ?? nowMs;
  const lengthMs = Math.max(MINUTE_MS, endMs - bounds.fromMs);
  const found = STEPS.find(([upToMs]) => lengthMs <= upToMs);
  const stepMs = found?.[1] ?? LONGEST_MS;
  const toMs = Math.ceil((endMs + (bounds.toMs === null ? 1 : 0)) / stepMs) * stepMs;
  return { fromMs: toMs - Math.ceil(lengthMs / stepMs) * stepMs, toMs, stepMs };
}

/** The same length right before it. */
export function rangeBefore({ fromMs, toMs, stepMs }: ChartRange): ChartRange {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs, stepMs };
}

/** As the API takes it. */
export function stepQuery({ fromMs, toMs, stepMs }: ChartRange) {
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    step: stepMs / 1_000,
  };
}
