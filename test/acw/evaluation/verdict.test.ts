/** A model's verdict is accepted only as far as the call log supports it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Turn } from '../../../src/acw/call-log/call-log.ts';
import {
  CRITERION_RESULTS,
  type CriterionResult,
  EVIDENCE_MAX,
  type Evaluation,
  type JudgedCriterion,
  QUOTE_POINTS_MAX,
  RATIONALE_POINTS_MAX,
} from '../../../src/acw/evaluation/evaluation.ts';
import { totalled } from '../../../src/acw/evaluation/score.ts';
import { openCriteria, type Verdict, withVerdicts } from '../../../src/acw/evaluation/verdict.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { anyText } from '../../support/any-text.ts';

const TURNS: readonly Turn[] = [
  { speaker: 'AGENT', text: 'Good morning, Northwind Support.', startMs: 500 },
  { speaker: 'CUSTOMER', text: `I want ${'my money back, '.repeat(40)}now.`, startMs: 3_000 },
];
const MODEL = { name: 'ringpost', version: '1.0.0', mode: 'LLM', model: 'test-model' } as const;

function waiting(id: string, changes: Partial<JudgedCriterion> = {}): JudgedCriterion {
  return {
    id,
    question: 'Was the agent kind?',
    result: 'UNKNOWN',
    points: 0,
    maxPoints: 10,
    autoFail: false,
    source: 'LLM',
    rationale: 'A model is needed.',
    evidence: [],
    ...changes,
  };
}

function evaluationOf(...criteria: readonly JudgedCriterion[]): Evaluation {
  return totalled({
    engine: { name: 'ringpost', version: '1.0.0', mode: 'METRICS' },
    language: 'en',
    scorecard: { id: 'sc_1', revision: 3, name: 'Support' },
    passMark: 80,
    unknownCriteria: 'LEAVE_OUT',
    criteria,
    warnings: ['TOO_SHORT'],
  });
}

function verdict(id: string, changes: Partial<Verdict> = {}): Verdict {
  const evidence = [{ turn: 0, quote: 'Good morning' }];
  return { id, result: 'PASS', rationale: 'The agent greeted.', evidence, ...changes };
}

function taken(evaluation: Evaluation, ...verdicts: readonly Verdict[]): Evaluation {
  return withVerdicts(evaluation, { verdicts, turns: TURNS, engine: MODEL });
}

/** The result of the only criterion. */
function only(...verdicts: readonly Verdict[]): JudgedCriterion {
  const [criterion] = taken(evaluationOf(waiting('kind')), ...verdicts).criteria;
  assert.ok(criterion !== undefined);
  return criterion;
}

test('a verdict with a true quote counts, and changes the score', () => {
  const before = evaluationOf(waiting('kind'), waiting('clear'));
  assert.deepEqual(
    openCriteria(before).map(({ id }) => id),
    ['kind', 'clear'],
  );
  const after = taken(before, verdict('kind'), verdict('clear', { result: 'FAIL' }));
  assert.deepEqual(after.criteria[0], {
    ...waiting('kind'),
    result: 'PASS',
    points: 10,
    rationale: 'The agent greeted.',
    evidence: [{ turn: 0, quote: 'Good morning', startMs: 500 }],
  });
  assert.deepEqual(after.score, {
    earned: 10,
    possible: 20,
    unknown: 0,
    percentage: 50,
    passMark: 80,
    passed: false,
    autoFailed: false,
    unknownCriteria: 'LEAVE_OUT',
  });
  assert.deepEqual(after.warnings, ['TOO_SHORT']);
  assert.deepEqual(after.engine, MODEL);
  assert.deepEqual(after.scorecard, before.scorecard);
});

test('one invented quote makes the criterion unknown; the true ones are kept', () => {
  const invented = [
    { turn: 0, quote: 'Good evening' },
    { turn: 1, quote: 'Good morning' },
    { turn: 7, quote: 'Good morning' },
    { turn: -1, quote: 'Good morning' },
    { turn: 0.5, quote: 'Good morning' },
    { turn: 0, quote: '  ' },
  ];
  for (const quote of invented) {
    const given = verdict('kind', { evidence: [{ turn: 0, quote: 'Northwind' }, quote] });
    const after = taken(evaluationOf(waiting('kind')), given);
    const [criterion] = after.criteria;
    assert.equal(criterion?.result, 'UNKNOWN');
    assert.equal(criterion?.points, 0);
    assert.match(criterion?.rationale ?? '', /quoted words that are not in the transcript/);
    assert.deepEqual(criterion?.evidence, [{ turn: 0, quote: 'Northwind', startMs: 500 }]);
    assert.deepEqual(after.warnings, ['TOO_SHORT', 'EVIDENCE_DROPPED', 'CRITERIA_UNKNOWN']);
  }
});

test('no verdict, or two that contradict each other, leave the criterion unknown', () => {
  assert.match(only().rationale, /gave no verdict/);
  assert.match(only(verdict('other')).rationale, /gave no verdict/);
  const torn = only(verdict('kind'), verdict('kind', { result: 'FAIL' }));
  assert.deepEqual([torn.result, torn.points], ['UNKNOWN', 0]);
  assert.match(torn.rationale, /contradict/);
  assert.equal(only(verdict('kind'), verdict('kind', { rationale: 'Again.' })).result, 'PASS');
});

test('a model overturns no rule, and no criterion that does not apply', () => {
  const settled = [
    waiting('kind', { source: 'RULE', result: 'FAIL' }),
    waiting('clear', { source: 'RULE' }),
    waiting('brief', { result: 'NOT_APPLICABLE' }),
  ];
  const before = evaluationOf(...settled);
  assert.deepEqual(openCriteria(before), []);
  const after = taken(before, verdict('kind'), verdict('clear'), verdict('brief'));
  assert.deepEqual(after.criteria, settled);
});

test("a model's text is bounded, and safe to show", () => {
  const long = 'my money back, '.repeat(30);
  const evidence = Array.from({ length: 9 }, () => ({ turn: 1, quote: long }));
  const criterion = only(verdict('kind', { rationale: `a\u202eb\n${'x'.repeat(999)}`, evidence }));
  assert.equal(criterion.evidence.length, EVIDENCE_MAX);
  assert.equal(criterion.rationale.slice(0, 5), 'a b x');
  assert.equal(codePointCount(criterion.rationale), RATIONALE_POINTS_MAX);
  for (const { quote } of criterion.evidence) {
    assert.equal(codePointCount(quote), QUOTE_POINTS_MAX);
    assert.ok(TURNS[1]?.text.includes(quote));
  }
  assert.equal(only(verdict('kind', { rationale: ' \n' })).rationale, 'The model gave no reason.');
});

test('a model may say that a criterion does not apply, or that it cannot know', () => {
  const results = CRITERION_RESULTS.map((result) => only(verdict('kind', { result })));
  assert.deepEqual(
    results.map(({ result, points }) => [result, points]),
    [
      ['PASS', 10],
      ['FAIL', 0],
      ['NOT_APPLICABLE', 0],
      ['UNKNOWN', 0],
    ],
  );
});

test('any answer of a model: quotes are in their turns, and the rest is unchanged', () => {
  const anyVerdict = fc.record({
    id: fc.constantFrom('kind', 'clear', 'fixed', 'none'),
    result: fc.constantFrom<CriterionResult>(...CRITERION_RESULTS),
    rationale: anyText(),
    evidence: fc.array(
      fc.record({
        turn: fc.integer({ min: -1, max: 2 }),
        quote: fc.oneof(fc.string(), fc.constantFrom('Good', 'money', 'now.', 'my money back')),
      }),
      { maxLength: 5 },
    ),
  });
  const fixed = waiting('fixed', { source: 'RULE', result: 'FAIL' });
  const before = evaluationOf(waiting('kind'), waiting('clear'), fixed);
  fc.assert(
    fc.property(fc.array(anyVerdict, { maxLength: 6 }), (verdicts) => {
      const after = taken(before, ...verdicts);
      assert.deepEqual(after.criteria[2], fixed);
      for (const { evidence, result, points, rationale } of after.criteria) {
        assert.equal(points, result === 'PASS' ? 10 : 0);
        assert.ok(rationale.isWellFormed() && rationale !== '');
        for (const { turn, quote, startMs } of evidence) {
          assert.ok(quote !== '' && TURNS[turn]?.text.includes(quote));
          assert.equal(startMs, TURNS[turn]?.startMs);
        }
      }
      assert.deepEqual(taken(before, ...verdicts), after);
    }),
  );
});
