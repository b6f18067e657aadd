/** Rules on figures: each figure is read, compared with both bounds, and given exactly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMetric } from '../../../src/acw/evaluation/metric-rule.ts';
import { exactFigures, FIGURES } from '../../../src/acw/evaluation/rule-figure.ts';
import { RULE_METRICS, type RuleMetric } from '../../../src/acw/evaluation/scorecard.ts';
import { METRICS } from '../given-call.ts';

function judged(metric: RuleMetric, min: number | null, max: number | null, metrics = METRICS) {
  return judgeMetric({ type: 'METRIC', metric, min, max }, exactFigures(metrics));
}

test('each figure is read from its own place', () => {
  const read = RULE_METRICS.map((metric) => [metric, FIGURES[metric].read(METRICS)]);
  assert.deepEqual(Object.fromEntries(read), {
    durationMs: 120_000,
    'talk.AGENT.ratio': 0.6,
    'talk.CUSTOMER.ratio': 0.4,
    'talk.AGENT.wpm': 160,
    'talk.CUSTOMER.wpm': 140,
    'silence.ratio': 0.05,
    'silence.longestMs': 4_250,
    'interruptions.AGENT': 2,
    'interruptions.CUSTOMER': 1,
    'responseLatencyMs.AGENT.p50': 800,
    'responseLatencyMs.AGENT.p95': 2_400,
  });
});

test('values equal to a bound pass', () => {
  assert.equal(judged('silence.longestMs', 4_250, 4_250).result, 'PASS');
  assert.equal(judged('silence.longestMs', 4_251, null).result, 'FAIL');
  assert.equal(judged('silence.longestMs', null, 4_249).result, 'FAIL');
  assert.equal(judged('silence.longestMs', 0, 5_000).result, 'PASS');
});

test('the reason gives the figure and the bounds in their unit, unrounded', () => {
  const reasons = [
    judged('silence.longestMs', null, 4_249),
    judged('talk.AGENT.ratio', 0.2, 0.8),
    judged('talk.CUSTOMER.wpm', 60, null),
    judged('interruptions.AGENT', null, 3),
  ];
  assert.deepEqual(
    reasons.map(({ rationale }) => rationale),
    [
      'The longest silence: 4.25 s; wanted is at most 4.249 s.',
      'The share of talk of the agent: 0.6; wanted is at least 0.2 and at most 0.8.',
      'The pace of the customer: 140 words a minute; wanted is at least 60 words a minute.',
      'The number of interruptions by the agent: 2; wanted is at most 3.',
    ],
  );
});

test('a figure that could not be computed is unknown, not 0', () => {
  for (const metric of ['interruptions.AGENT', 'interruptions.CUSTOMER'] as const) {
    const finding = judged(metric, 0, 0, { ...METRICS, interruptions: null });
    assert.equal(finding.result, 'UNKNOWN');
    assert.match(finding.rationale, /could not be computed from this call log/);
    assert.equal(finding.needsModel, false);
  }
});

test('a figure known only within limits is judged if both limits agree', () => {
  const rule = (min: number | null, max: number | null) =>
    judgeMetric(
      { type: 'METRIC', metric: 'silence.longestMs', min, max },
      { ...exactFigures(METRICS), 'silence.longestMs': { least: 2_000, most: 9_000 } },
    );
  assert.deepEqual(
    [rule(null, 9_000), rule(9_001, null), rule(null, 8_999), rule(2_001, null)].map(
      ({ result }) => result,
    ),
    ['PASS', 'FAIL', 'UNKNOWN', 'UNKNOWN'],
  );
  assert.equal(
    rule(null, 9_000).rationale,
    'The longest silence: 2 s to 9 s; wanted is at most 9 s.',
  );
});
