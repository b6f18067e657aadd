/**
 * Judges rules on a figure of the conversation (S11.18) and words the reason. A figure that could
 * not be computed is UNKNOWN, never 0; if only bounds of a figure are known, the bounds are judged.
 */
import type { Finding } from './read-call.ts';
import { FIGURES, type Range, type RuleFigures, type Unit } from './rule-figure.ts';
import type { Rule } from './scorecard.ts';

export type MetricRule = Extract<Rule, { readonly type: 'METRIC' }>;

export function judgeMetric({ metric, min, max }: MetricRule, figures: RuleFigures): Finding {
  const { name, unit } = FIGURES[metric];
  const known = figures[metric];
  const result = known === null ? 'UNKNOWN' : compared(known, min, max);
  if (known === null || result === 'UNKNOWN') {
    const rationale = `${name} could not be computed from this call log.`;
    return { result: 'UNKNOWN', rationale, evidence: [], needsModel: false };
  }
  const bounds = [
    ...(min === null ? [] : [`at least ${worded(min, unit)}`]),
    ...(max === null ? [] : [`at most ${worded(max, unit)}`]),
  ].join(' and ');
  return {
    result,
    rationale: `${name}: ${rangeWorded(known, unit)}; wanted is ${bounds}.`,
    evidence: [],
    needsModel: false,
  };
}

/** UNKNOWN if one bound of the figure would pass and the other would not. */
function compared(
  { least, most, doubtful = false }: NonNullable<Range>,
  min: number | null,
  max: number | null,
): Finding['result'] {
  const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  if (least >= low && most <= high) return 'PASS';
  return !doubtful && (most < low || least > high) ? 'FAIL' : 'UNKNOWN';
}

function rangeWorded({ least, most }: NonNullable<Range>, unit: Unit): string {
  if (least === most) return worded(least, unit);
  if (most === Number.POSITIVE_INFINITY) return `at least ${worded(least, unit)}`;
  return least === 0
    ? `at most ${worded(most, unit)}`
    : `${worded(least, unit)} to ${worded(most, unit)}`;
}

/** Shows the exact value that was compared: 20.001 s is not shown as 20 s beside "at most 20 s". */
function worded(value: number, unit: Unit): string {
  switch (unit) {
    case 'MS':
      return `${value / 1_000} s`;
    case 'RATIO':
      return `${value}`;
    case 'WORDS_A_MINUTE':
      return `${value} words a minute`;
    case 'TIMES':
      return `${value}`;
  }
}
