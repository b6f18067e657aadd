/**
 * Scorecards in the fields of a form and back, the differences of two versions, rules as sentences.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import {
  bodyOf,
  differences,
  draftOf,
  faultBelow,
  METRICS,
  moved,
  newCriterion,
  newDraft,
  pointsOf,
  ruleWords,
} from '../../../dashboard/src/page/acw/scorecard-draft.ts';
import { scorecard } from '../../../dashboard/src/words/en/scorecard.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { RULE_METRICS } from '../../../src/acw/evaluation/scorecard.ts';
import { checkScorecard } from '../../../src/acw/evaluation/scorecard-rules.ts';
import { settingsOf, showScorecard } from '../../../src/http/schema/scorecard.ts';

const RECORD = showScorecard({
  ...DEFAULT_SCORECARD,
  id: 'sc_1',
  revision: 1,
  isDefault: true,
  deletedAtMs: null,
  updatedAtMs: 0,
  createdAtMs: 0,
  key: Object(1),
});
const FORMAT = formatFor('en');

test('the default scorecard goes through the form unchanged', () => {
  const body = bodyOf(draftOf(RECORD));
  assert.deepEqual(JSON.parse(JSON.stringify(body)).criteria, RECORD.criteria);
  assert.equal(pointsOf(draftOf(RECORD)), 100);
  assert.deepEqual(differences(draftOf(RECORD), draftOf(RECORD)), []);
});

test('a new scorecard that is filled in keeps the rules of the service', () => {
  const draft = newDraft();
  const [first] = draft.criteria;
  assert.ok(first !== undefined);
  const rule = {
    ...first.rule,
    phrases: 'good morning\n\n hello ',
    edge: 'FIRST',
    languages: 'en,de',
  } as const;
  const body = bodyOf({
    name: ' Ours ',
    passMark: '75',
    unknownCriteria: 'NO_SCORE',
    criteria: [{ ...first, question: 'Greeting?', rule }],
  });
  assert.deepEqual(body.criteria[0]?.rule, {
    type: 'PHRASE',
    match: 'ANY',
    phrases: ['good morning', 'hello'],
    speaker: 'AGENT',
    within: { edge: 'FIRST', seconds: 30 },
    languages: ['en', 'de'],
  });
  assert.deepEqual(checkScorecard(settingsOf(JSON.parse(JSON.stringify(body)))), []);
});

test('figures are edited in seconds and percent, and sent in milliseconds and shares', () => {
  const [first] = newDraft().criteria;
  assert.ok(first !== undefined);
  const ruleBody = (metric: (typeof METRICS)[number], min: string, max: string) =>
    bodyOf({
      name: 'x',
      passMark: '1',
      unknownCriteria: 'LEAVE_OUT',
      criteria: [{ ...first, rule: { ...first.rule, type: 'METRIC', metric, min, max } }],
    }).criteria[0]?.rule;
  const type = 'METRIC';
  assert.deepEqual(ruleBody('silence.longestMs', '', '2.5'), {
    type,
    metric: 'silence.longestMs',
    min: null,
    max: 2_500,
  });
  assert.deepEqual(ruleBody('talk.AGENT.ratio', '55', '80'), {
    type,
    metric: 'talk.AGENT.ratio',
    min: 0.55,
    max: 0.8,
  });
  assert.deepEqual([...METRICS].sort(), [...RULE_METRICS].sort());
});

test('a field without a number is sent as null, which the service refuses', () => {
  assert.equal(bodyOf({ ...newDraft(), passMark: 'many' }).passMark, null);
  assert.equal(bodyOf({ ...newDraft(), passMark: '' }).passMark, null);
});

test('differences name what each side has', () => {
  const theirs = draftOf(RECORD);
  const [first, second, ...rest] = theirs.criteria;
  assert.ok(first !== undefined && second !== undefined);
  const mine = {
    name: 'Another',
    passMark: theirs.passMark,
    unknownCriteria: 'NO_SCORE' as const,
    criteria: [second, { ...first, points: '11' }, ...rest.slice(1), newCriterion(rest)],
  };
  assert.deepEqual(
    differences(mine, theirs).map((one) => ('id' in one ? `${one.kind} ${one.id}` : one.kind)),
    [
      'name',
      'unknownCriteria',
      `changed ${first.id}`,
      'added criterion-8',
      `removed ${rest[0]?.id}`,
      'order',
    ],
  );
});

test('a criterion moves by one place, and not beyond the ends', () => {
  const { criteria } = draftOf(RECORD);
  assert.deepEqual(moved(criteria, 0, 1)[1], criteria[0]);
  assert.equal(moved(criteria, 0, -1), criteria);
});

test('a rule is a sentence', () => {
  const say = (index: number): string => {
    const rule = RECORD.criteria[index]?.rule;
    assert.ok(rule !== undefined && rule !== null);
    return ruleWords(rule, scorecard, FORMAT);
  };
  assert.match(say(0), /^The agent says any of: “hello”, .* in the first 30 s/);
  assert.equal(say(3), 'Median response time of the agent: at most 2 s');
});

test('a fault inside a field is shown at the field', () => {
  const faults = [{ field: '/criteria/1/rule/phrases/0', message: 'Say it shorter.' }];
  assert.equal(faultBelow(faults, '/criteria/1', 'rule'), 'Say it shorter.');
  assert.equal(faultBelow(faults, '/criteria/1', ''), 'Say it shorter.');
  assert.equal(faultBelow(faults, '/criteria/10', ''), undefined);
  assert.equal(faultBelow(faults, '/criteria/1', 'id'), undefined);
});
