/**
 * Rules on a figure of the analysis (decisions section 8): reading it, comparing it, and saying
 * so. A figure that could not be computed is UNKNOWN, never 0.
 */
import type { Metrics } from './analysis.ts';
import type { Finding } from './read-call.ts';
import type { Rule, RuleMetric } from './scorecard.ts';

export type MetricRule = Extract<Rule, { readonly type: 'METRIC' }>;

export function judgeMetric({ metric, min, max }: MetricRule, metrics: Metrics): Finding {
  const { name, unit, read } = FIGURES[metric];
  const value = read(metrics);
  if (value === null) {
    const rationale = `${name} could not be computed from this call log.`;
    return { result: 'UNKNOWN', rationale, evidence: [], needsModel: false };
  }
  const passes = (min === null || value >= min) && (max === null || value <= max);
  const bounds = [
    ...(min === null ? [] : [`at least ${worded(min, unit)}`]),
    ...(max === null ? [] : [`at most ${worded(max, unit)}`]),
  ].join(' and ');
  return {
    result: passes ? 'PASS' : 'FAIL',
    rationale: `${name}: ${worded(value, unit)}; wanted is ${bounds}.`,
    evidence: [],
    needsModel: false,
  };
}

type Unit = 'MS' | 'RATIO' | 'WORDS_A_MINUTE' | 'TIMES';

interface Figure {
  /** Begins a sentence. */
  readonly name: string;
  readonly unit: Unit;
  readonly read: (metrics: Metrics) => number | null;
}

export const FIGURES: Readonly<Record<RuleMetric, Figure>> = {
  durationMs: { name: 'The length of the call', unit: 'MS', read: (m) => m.durationMs },
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

/** Exact to what was compared: 20.001 s is not shown as 20 s beside "at most 20 s". */
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
