/** The arithmetic of an evaluation: by hand, and for any criteria. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CRITERION_RESULTS,
  type CriterionResult,
  type JudgedCriterion,
} from '../../../src/acw/evaluation/evaluation.ts';
import { pointsFor, scoreOf as scoreBy, totalled } from '../../../src/acw/evaluation/score.ts';
import {
  CRITERIA_MAX,
  POINTS,
  type UnknownCriteria,
} from '../../../src/acw/evaluation/scorecard.ts';

function scoreOf(
  criteria: readonly JudgedCriterion[],
  passMark: number,
  unknownCriteria: UnknownCriteria = 'LEAVE_OUT',
) {
  return scoreBy(criteria, { passMark, unknownCriteria });
}

function judged(result: CriterionResult, maxPoints: number, autoFail = false): JudgedCriterion {
  return {
    id: 'greeting',
    question: 'Did the agent greet?',
    result,
    points: pointsFor(result, maxPoints),
    maxPoints,
    autoFail,
    source: 'RULE',
    rationale: 'Because.',
    evidence: [],
  };
}

const CRITERION = fc
  .tuple(fc.constantFrom(...CRITERION_RESULTS), fc.integer(POINTS), fc.boolean())
  .map(([result, maxPoints, autoFail]) => judged(result, maxPoints, autoFail));
const CRITERIA = fc.array(CRITERION, { maxLength: CRITERIA_MAX });
const PASS_MARK = fc.integer({ min: 0, max: 100 });

test('criteria that are not applicable or unknown are left out', () => {
  const criteria = [
    judged('PASS', 20),
    judged('FAIL', 10),
    judged('UNKNOWN', 10),
    judged('NOT_APPLICABLE', 60),
  ];
  assert.deepEqual(scoreOf(criteria, 50), {
    earned: 20,
    possible: 30,
    unknown: 10,
    percentage: 66.66,
    passMark: 50,
    passed: true,
    autoFailed: false,
    unknownCriteria: 'LEAVE_OUT',
  });
});

test('a failed criterion with autoFail leaves a percentage of 0', () => {
  const score = scoreOf([judged('PASS', 90), judged('FAIL', 10, true)], 0);
  assert.deepEqual(score, {
    earned: 90,
    possible: 100,
    unknown: 0,
    percentage: 0,
    passMark: 0,
    passed: false,
    autoFailed: true,
    unknownCriteria: 'LEAVE_OUT',
  });
});

test('if a criterion is unknown, a scorecard may give no score, or count it as failed', () => {
  const criteria = [judged('PASS', 20), judged('UNKNOWN', 20)];
  const told = (unknownCriteria: UnknownCriteria) => {
    const { possible, percentage, passed } = scoreOf(criteria, 80, unknownCriteria);
    return [possible, percentage, passed];
  };
  assert.deepEqual(told('LEAVE_OUT'), [20, 100, true]);
  assert.deepEqual(told('NO_SCORE'), [20, null, null]);
  assert.deepEqual(told('COUNT_AS_FAILED'), [40, 50, false]);
  const insulted = [...criteria, judged('FAIL', 0, true)];
  assert.deepEqual(scoreOf(insulted, 80, 'NO_SCORE').passed, false);
});

test('unknown criteria fail no call unless it fails with any result of them', () => {
  const criteria = [judged('PASS', 40), judged('FAIL', 30), judged('UNKNOWN', 30)];
  // 57.14 without the unknown criterion; 70 if it had passed.
  assert.equal(scoreOf(criteria, 70).percentage, 57.14);
  assert.equal(scoreOf(criteria, 70).passed, null);
  assert.equal(scoreOf(criteria, 71).passed, false);
  assert.equal(scoreOf(criteria, 57).passed, true);
});

test('a criterion with autoFail fails the call only if it failed', () => {
  for (const result of ['PASS', 'UNKNOWN', 'NOT_APPLICABLE'] as const) {
    assert.equal(scoreOf([judged('PASS', 1), judged(result, 1, true)], 0).autoFailed, false);
  }
});

test('without possible points it stays open whether the call passed', () => {
  for (const criteria of [[], [judged('NOT_APPLICABLE', 10)], [judged('PASS', 0)]]) {
    const { percentage, passed } = scoreOf(criteria, 0);
    assert.deepEqual([percentage, passed], [null, null]);
  }
  const failed = scoreOf([judged('FAIL', 0, true)], 0);
  assert.deepEqual([failed.percentage, failed.passed], [0, false]);
});

test('the percentage is rounded down: 79.999 is not shown as 80, and does not pass', () => {
  const criteria = [judged('PASS', 2), judged('FAIL', 1)];
  assert.equal(scoreOf(criteria, 66).percentage, 66.66);
  assert.equal(scoreOf(criteria, 67).passed, false);
  const almost = [...Array(39).fill(judged('PASS', 1_000)), judged('PASS', 999)];
  const score = scoreOf([...almost, ...Array(10).fill(judged('FAIL', 1_000))], 80);
  assert.deepEqual([score.percentage, score.passed], [79.99, false]);
});

test('for any criteria: 0 <= earned <= possible, and the percentage is between 0 and 100', () => {
  fc.assert(
    fc.property(CRITERIA, PASS_MARK, (criteria, passMark) => {
      const { earned, possible, percentage, passed } = scoreOf(criteria, passMark);
      assert.ok(earned >= 0 && earned <= possible);
      if (percentage === null) assert.equal(passed, null);
      if (percentage !== null) {
        assert.ok(percentage >= 0 && percentage <= 100);
        assert.ok(percentage * possible <= earned * 100 + 1e-6);
      }
    }),
  );
});

test('any criteria: a call that passes has reached the mark, without a failed autoFail', () => {
  fc.assert(
    fc.property(CRITERIA, PASS_MARK, (criteria, passMark) => {
      const { earned, possible, unknown, passed, autoFailed } = scoreOf(criteria, passMark);
      const reaches = earned * 100 >= passMark * possible;
      const mayReach = (earned + unknown) * 100 >= passMark * (possible + unknown);
      const expected = reaches ? true : mayReach ? null : false;
      assert.equal(passed, autoFailed ? false : possible === 0 ? null : expected);
    }),
  );
});

test('for any criteria: turning a failure into a pass never lowers anything', () => {
  fc.assert(
    fc.property(CRITERIA, CRITERION, PASS_MARK, (criteria, { maxPoints, autoFail }, passMark) => {
      const failed = scoreOf([...criteria, judged('FAIL', maxPoints, autoFail)], passMark);
      const passed = scoreOf([...criteria, judged('PASS', maxPoints, autoFail)], passMark);
      assert.ok(passed.earned >= failed.earned);
      assert.equal(passed.possible, failed.possible);
      assert.ok((passed.percentage ?? 0) >= (failed.percentage ?? 0));
      assert.ok(passed.passed !== false || failed.passed === false);
    }),
  );
});

test('any criteria: a failed one with autoFail outweighs all others', () => {
  fc.assert(
    fc.property(CRITERIA, fc.integer(POINTS), PASS_MARK, (criteria, points, passMark) => {
      const score = scoreOf([...criteria, judged('FAIL', points, true)], passMark);
      assert.deepEqual([score.percentage, score.passed, score.autoFailed], [0, false, true]);
    }),
  );
});

test('for any criteria: their order does not matter', () => {
  const shuffled = CRITERIA.chain((criteria) =>
    fc.tuple(
      fc.constant(criteria),
      fc.shuffledSubarray(criteria, { minLength: criteria.length, maxLength: criteria.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, PASS_MARK, ([criteria, other], passMark) => {
      assert.deepEqual(scoreOf(other, passMark), scoreOf(criteria, passMark));
    }),
  );
});

test('any criteria: a result that becomes unknown takes no pass away, and is left out', () => {
  const shares = fc.array(fc.boolean(), { minLength: CRITERIA_MAX, maxLength: CRITERIA_MAX });
  fc.assert(
    fc.property(CRITERIA, shares, PASS_MARK, (criteria, lost, passMark) => {
      const before = scoreOf(criteria, passMark);
      const less = criteria.map((each, place) =>
        lost[place] === true ? judged('UNKNOWN', each.maxPoints, each.autoFail) : each,
      );
      const after = scoreOf(less, passMark);
      if (before.passed !== false) assert.notEqual(after.passed, false);
      const rest = scoreOf(
        criteria.filter((_, place) => lost[place] !== true),
        passMark,
      );
      assert.equal(after.percentage, rest.percentage);
    }),
  );
});

test('any criteria: one that is not applicable changes nothing', () => {
  fc.assert(
    fc.property(CRITERIA, CRITERION, PASS_MARK, (criteria, { maxPoints, autoFail }, passMark) => {
      const more = [...criteria, judged('NOT_APPLICABLE', maxPoints, autoFail)];
      assert.deepEqual(scoreOf(more, passMark), scoreOf(criteria, passMark));
    }),
  );
});

test('the warning of unknown criteria comes and goes with them; each is listed once', () => {
  const base = {
    engine: { name: 'ringpost', version: '1', mode: 'METRICS' },
    language: 'en',
    scorecard: { id: 'sc_1', revision: 1, name: 'Default' },
    passMark: 80,
    unknownCriteria: 'LEAVE_OUT',
  } as const;
  const of = (result: CriterionResult, warnings: Parameters<typeof totalled>[0]['warnings']) =>
    totalled({ ...base, criteria: [judged(result, 1)], warnings }).warnings;
  assert.deepEqual(of('UNKNOWN', []), ['CRITERIA_UNKNOWN']);
  assert.deepEqual(of('UNKNOWN', ['CRITERIA_UNKNOWN', 'TOO_SHORT', 'TOO_SHORT']), [
    'TOO_SHORT',
    'CRITERIA_UNKNOWN',
  ]);
  assert.deepEqual(of('PASS', ['TOO_SHORT', 'CRITERIA_UNKNOWN']), ['TOO_SHORT']);
});
