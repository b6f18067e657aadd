/** A call judged by the rules of a scorecard: which criteria apply, which are known, the score. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationOf } from '../../../src/acw/evaluation/conversation.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';
import {
  EVIDENCE_MAX,
  type Evaluation,
  QUOTE_POINTS_MAX,
  RATIONALE_POINTS_MAX,
} from '../../../src/acw/evaluation/evaluation.ts';
import { exactFigures } from '../../../src/acw/evaluation/rule-figure.ts';
import {
  CRITERIA_MAX,
  type Criterion,
  type Rule,
  SCORECARD_TEXT,
} from '../../../src/acw/evaluation/scorecard.ts';
import { openCriteria, withVerdicts } from '../../../src/acw/evaluation/verdict.ts';
import {
  givenAnalysis,
  givenCriterion,
  givenLog,
  givenPhrases,
  givenScorecard,
  METRICS,
  type Said,
} from '../given-call.ts';

const SAID: readonly Said[] = [
  ['AGENT', 'Hello, this is Anna.', 500, 2_000],
  ['CUSTOMER', 'I was charged twice.', 2_500, 5_000],
];

function evaluated(
  criteria: readonly Criterion[],
  analysis: Parameters<typeof givenAnalysis>[0] = {},
): Evaluation {
  const given = givenAnalysis(analysis);
  const log = givenLog(SAID);
  return evaluateByRules({
    log,
    conversation: { ...conversationOf(log), figures: exactFigures(given.metrics) },
    analysis: given,
    scorecard: givenScorecard(criteria),
    version: '1.2.3',
  });
}

/** A rule that passes or fails whatever is said. */
function length(passes: boolean): Rule {
  return { type: 'METRIC', metric: 'durationMs', min: passes ? 1 : 86_400_000, max: null };
}

test('an evaluation names its engine, its language and the scorecard with its revision', () => {
  const evaluation = evaluated([givenCriterion('greeting')], { language: 'en-GB' });
  assert.deepEqual(evaluation, {
    schemaVersion: '1',
    engine: { name: 'ringpost-evaluator', version: '1.2.3', mode: 'METRICS' },
    language: 'en-GB',
    scorecard: { id: 'sc_01KA9Z00000000000001', revision: 3, name: 'Support' },
    score: {
      earned: 10,
      possible: 10,
      unknown: 0,
      percentage: 100,
      passMark: 80,
      passed: true,
      autoFailed: false,
      unknownCriteria: 'LEAVE_OUT',
    },
    criteria: [
      {
        id: 'greeting',
        question: 'Did the agent greet?',
        result: 'PASS',
        points: 10,
        maxPoints: 10,
        autoFail: false,
        source: 'RULE',
        rationale: 'Said: "hello".',
        evidence: [{ turn: 0, quote: 'Hello, this is Anna.', startMs: 500 }],
      },
    ],
    warnings: [],
  });
});

test('a criterion that does not apply is left out, with the reason', () => {
  const [skipped, judged] = evaluated([
    givenCriterion('a', { rule: length(false), autoFail: true, appliesWhen: length(false) }),
    givenCriterion('b', { rule: length(false), appliesWhen: length(true) }),
  ]).criteria;
  assert.deepEqual([skipped?.result, skipped?.source], ['NOT_APPLICABLE', 'RULE']);
  assert.match(
    skipped?.rationale ?? '',
    /^Does not apply\. The length of the conversation: 120 s; wanted/,
  );
  assert.equal(judged?.result, 'FAIL');
});

test('if it is unknown whether a criterion applies, a model is not asked either', () => {
  const appliesWhen = { type: 'METRIC', metric: 'interruptions.AGENT', min: 1, max: null } as const;
  const criteria = [
    givenCriterion('a', { appliesWhen }),
    givenCriterion('b', { rule: null, appliesWhen }),
  ];
  const evaluation = evaluated(criteria, { metrics: { ...METRICS, interruptions: null } });
  for (const { result, rationale } of evaluation.criteria) {
    assert.equal(result, 'UNKNOWN');
    assert.match(rationale, /^It is not known whether it applies\. .*could not be computed/);
  }
  assert.deepEqual(openCriteria(evaluation), []);
  assert.equal(evaluation.score.percentage, null);
});

test('a criterion without a rule waits for a model, is left out, and gives a warning', () => {
  const evaluation = evaluated([
    givenCriterion('kind', { rule: null }),
    givenCriterion('greeting'),
  ]);
  const [kind] = evaluation.criteria;
  assert.deepEqual([kind?.result, kind?.source, kind?.points], ['UNKNOWN', 'LLM', 0]);
  assert.equal(kind?.rationale, 'No rule judges this criterion: a model is needed.');
  assert.deepEqual([evaluation.score.earned, evaluation.score.possible], [10, 10]);
  assert.deepEqual(evaluation.warnings, ['CRITERIA_UNKNOWN']);
  assert.deepEqual(openCriteria(evaluation), [kind]);
});

test('phrases of other languages leave a criterion to a model, a missing figure does not', () => {
  const evaluation = evaluated(
    [
      givenCriterion('greeting', { rule: givenPhrases(['guten Tag'], { languages: ['de'] }) }),
      givenCriterion('calm', {
        rule: { type: 'METRIC', metric: 'interruptions.AGENT', min: null, max: 3 },
      }),
    ],
    { metrics: { ...METRICS, interruptions: null } },
  );
  assert.deepEqual(
    evaluation.criteria.map(({ result, source }) => [result, source]),
    [
      ['UNKNOWN', 'LLM'],
      ['UNKNOWN', 'RULE'],
    ],
  );
  assert.deepEqual(
    openCriteria(evaluation).map(({ id }) => id),
    ['greeting'],
  );
});

test('one failed criterion with autoFail fails the call', () => {
  const { score } = evaluated([
    givenCriterion('greeting'),
    givenCriterion('respect', {
      autoFail: true,
      rule: givenPhrases(['charged twice'], { match: 'NONE' }),
    }),
  ]);
  assert.deepEqual([score.earned, score.percentage, score.passed], [10, 0, false]);
});

test('warnings about the log are passed on, those about the analysis are not', () => {
  const { warnings } = evaluated([givenCriterion('greeting')], {
    warnings: ['TOO_SHORT', 'LISTS_CUT', 'CLOCK_SKEW_SUSPECTED', 'MODEL_FAILED_METRICS_ONLY'],
  });
  assert.deepEqual(warnings, ['TOO_SHORT', 'CLOCK_SKEW_SUSPECTED']);
});

test('the largest possible evaluation stays below the 256 KiB of a result', () => {
  // The characters that take most bytes in each place: questions have no control characters.
  const astral = (points: number) => '𐐀'.repeat(points);
  const criteria = Array.from({ length: CRITERIA_MAX }, (_, index) =>
    givenCriterion(`c${`${index}`.padStart(63, '0')}`, {
      question: astral(SCORECARD_TEXT.question),
      points: 1_000,
      rule: null,
    }),
  );
  const text = '\u0001'.repeat(QUOTE_POINTS_MAX * 2);
  const said = Array.from(
    { length: 100 },
    (): Said => ['AGENT', `a${text}`, 86_399_999, 86_400_000],
  );
  const log = givenLog([...said, ['CUSTOMER', 'Hello.', 86_399_999, 86_400_000]]);
  const scorecard = { ...givenScorecard(criteria), name: astral(SCORECARD_TEXT.name) };
  const before = evaluateByRules({ log, analysis: givenAnalysis(), scorecard, version: '1.2.3' });
  const evidence = Array.from({ length: EVIDENCE_MAX * 2 }, () => ({ turn: 99, quote: text }));
  const after = withVerdicts(before, {
    verdicts: criteria.map(({ id }) => ({
      id,
      result: 'NOT_APPLICABLE',
      rationale: astral(RATIONALE_POINTS_MAX * 2),
      evidence,
    })),
    turns: log.turns,
    engine: { name: 'ringpost-evaluator', version: '1.2.3', mode: 'LLM', model: 'm'.repeat(256) },
  });
  const bytes = Buffer.byteLength(JSON.stringify(after));
  assert.ok(bytes > 200 * 1_024, `${bytes} bytes: not the largest any more`);
  assert.ok(bytes < 256 * 1_024, `${bytes} bytes`);
});
