/**
 * The figures of a conversation that rules compare (S11.15): names, units, where each is read, and
 * the range in which each is known. Pure tables.
 */
import type { Metrics } from '../analysis/analysis.ts';
import { RULE_METRICS, type RuleMetric } from './scorecard.ts';

/** The range in which a figure lies; usually a single value. Null: unknown. */
export type Range = {
  readonly least: number;
  readonly most: number;
  /**
   * True if the figure may pass a rule but not fail it, because the clocks could not be checked.
   */
  readonly doubtful?: boolean;
} | null;
export type RuleFigures = Readonly<Record<RuleMetric, Range>>;

/** `metrics` null: no figure is known. */
export function exactFigures(metrics: Metrics | null): RuleFigures {
  const rangeOf = (metric: RuleMetric): Range => {
    const value = metrics === null ? null : FIGURES[metric].read(metrics);
    return value === null ? null : { least: value, most: value };
  };
  // `RULE_METRICS` names every key of `RuleFigures`.
  return Object.fromEntries(RULE_METRICS.map((each) => [each, rangeOf(each)])) as RuleFigures;
}

export type Unit = 'MS' | 'RATIO' | 'WORDS_A_MINUTE' | 'TIMES';

interface Figure {
  /** The beginning of a sentence. */
  readonly name: string;
  readonly unit: Unit;
  readonly read: (metrics: Metrics) => number | null;
}

export const FIGURES: Readonly<Record<RuleMetric, Figure>> = {
  durationMs: { name: 'The length of the conversation', unit: 'MS', read: (m) => m.durationMs },
  'talk.AGENT.ratio': {
    name: 'The share of talk of the agent',
    unit: 'RATIO',
    read: (m) => m.talk.AGENT.ratio,
  },
  'talk.CUSTOMER.ratio': {
    name: 'The share of talk of the customer',
    unit: 'RATIO',
    read: (m) => m.talk.CUSTOMER.ratio,
  },
  'talk.AGENT.wpm': {
    name: 'The pace of the agent',
    unit: 'WORDS_A_MINUTE',
    read: (m) => m.talk.AGENT.wpm,
  },
  'talk.CUSTOMER.wpm': {
    name: 'The pace of the customer',
    unit: 'WORDS_A_MINUTE',
    read: (m) => m.talk.CUSTOMER.wpm,
  },
  'silence.ratio': {
    name: 'The share of silence',
    unit: 'RATIO',
    read: (m) => m.silence.ratio,
  },
  'silence.longestMs': {
    name: 'The longest silence',
    unit: 'MS',
    read: (m) => m.silence.longestMs,
  },
  'interruptions.AGENT': {
    name: 'The number of interruptions by the agent',
    unit: 'TIMES',
    read: (m) => m.interruptions?.AGENT ?? null,
  },
  'interruptions.CUSTOMER': {
    name: 'The number of interruptions by the customer',
    unit: 'TIMES',
    read: (m) => m.interruptions?.CUSTOMER ?? null,
  },
  'responseLatencyMs.AGENT.p50': {
    name: 'The median response time of the agent',
    unit: 'MS',
    read: (m) => m.responseLatencyMs.AGENT.p50,
  },
  'responseLatencyMs.AGENT.p95': {
    name: 'The 95th percentile of the response time of the agent',
    unit: 'MS',
    read: (m) => m.responseLatencyMs.AGENT.p95,
  },
};
