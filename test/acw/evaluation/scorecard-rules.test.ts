/** Every broken rule of a scorecard is named at once, with its place and what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import type { Criterion, Rule, ScorecardSettings } from '../../../src/acw/evaluation/scorecard.ts';
import { checkScorecard } from '../../../src/acw/evaluation/scorecard-rules.ts';
import { givenCriterion, givenPhrases } from '../given-call.ts';

function faults(changes: Partial<ScorecardSettings>): Readonly<Record<string, string>> {
  const settings: ScorecardSettings = {
    name: 'Support',
    passMark: 80,
    unknownCriteria: 'LEAVE_OUT',
    criteria: [givenCriterion('a')],
    ...changes,
  };
  return Object.fromEntries(checkScorecard(settings).map(({ field, message }) => [field, message]));
}

function ofCriterion(changes: Partial<Criterion>): Readonly<Record<string, string>> {
  // Another criterion has points, so that the sum is not at fault.
  return faults({ criteria: [givenCriterion('a', changes), givenCriterion('z')] });
}

function ofRule(rule: Rule): readonly string[] {
  assert.deepEqual(
    Object.keys(ofCriterion({ rule: null, appliesWhen: rule })),
    Object.keys(ofCriterion({ rule })).map((at) => at.replace('/rule', '/appliesWhen')),
  );
  return Object.entries(ofCriterion({ rule })).map(([field, message]) => `${field}: ${message}`);
}

test('a valid scorecard has no faults', () => {
  assert.deepEqual(faults({}), {});
  assert.deepEqual(checkScorecard(DEFAULT_SCORECARD), []);
  for (const passMark of [0, 100]) assert.deepEqual(faults({ passMark }), {});
});

test('the name is one line, the pass mark a whole percentage', () => {
  const broken = faults({ name: ' ', passMark: 100.5 });
  assert.deepEqual(Object.keys(broken), ['/name', '/passMark']);
  assert.equal(broken['/passMark'], 'Use a whole number from 0 to 100.');
  for (const passMark of [-1, 101, Number.NaN]) {
    assert.deepEqual(Object.keys(faults({ passMark })), ['/passMark']);
  }
  assert.deepEqual(Object.keys(faults({ name: 'x'.repeat(121) })), ['/name']);
});

test('there are 1 to 50 criteria; if there are more, that is the only fault', () => {
  assert.deepEqual(faults({ criteria: [] }), { '/criteria': 'Give at least one criterion.' });
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => givenCriterion(`c${index}`));
  assert.deepEqual(faults({ criteria: many(50) }), {});
  const broken = many(51).map((criterion) => ({ ...criterion, points: -1 }));
  assert.deepEqual(faults({ criteria: broken }), {
    '/criteria': 'Give at most 50 criteria; these are 51.',
  });
});

test('an id is lower-case and unique', () => {
  for (const id of ['', 'A', '1a', 'a_b', 'é', `a${'b'.repeat(64)}`]) {
    assert.deepEqual(ofCriterion({ id }), {
      '/criteria/0/id': 'Use a-z, 0-9 and -, a letter first, at most 64 characters.',
    });
  }
  assert.deepEqual(ofCriterion({ id: `a${'-9'.repeat(31)}b` }), {});
  assert.deepEqual(ofCriterion({ id: 'z' }), {
    '/criteria/1/id': 'Use an id of its own; /criteria/0 has this one.',
  });
});

test('question and guidance are bounded texts', () => {
  assert.deepEqual(Object.keys(ofCriterion({ question: '' })), ['/criteria/0/question']);
  assert.deepEqual(Object.keys(ofCriterion({ question: 'x'.repeat(201) })), [
    '/criteria/0/question',
  ]);
  assert.deepEqual(ofCriterion({ guidance: '🙂\n'.repeat(500) }), {});
  assert.deepEqual(ofCriterion({ guidance: 'x'.repeat(1_001) }), {
    '/criteria/0/guidance': 'Send at most 1000 characters; this has 1001.',
  });
  assert.deepEqual(Object.keys(ofCriterion({ guidance: 'a\0b' })), ['/criteria/0/guidance']);
});

test('points are whole, 0 to 1,000, and not all 0', () => {
  for (const points of [0, 1_000]) assert.deepEqual(ofCriterion({ points }), {});
  for (const points of [-1, 1_001, 0.5, Number.NaN]) {
    assert.deepEqual(ofCriterion({ points }), {
      '/criteria/0/points': 'Use a whole number from 0 to 1000.',
    });
  }
  assert.deepEqual(faults({ criteria: [givenCriterion('a', { points: 0 })] }), {
    '/criteria': 'Give points to at least one criterion; else no call can score.',
  });
});

test('a phrase rule has 1 to 50 phrases, each once, each with a letter or digit', () => {
  const counted = 'Give 1 to 50 phrases; these are';
  assert.deepEqual(ofRule(givenPhrases([])), [`/criteria/0/rule/phrases: ${counted} 0.`]);
  const many = Array.from({ length: 51 }, (_, index) => `phrase ${index}`);
  assert.deepEqual(ofRule(givenPhrases(many)), [`/criteria/0/rule/phrases: ${counted} 51.`]);
  assert.deepEqual(ofRule(givenPhrases(['Hello', '?!', 'hello!', 'x'.repeat(101), 'a\nb'])), [
    '/criteria/0/rule/phrases/1: Send at least one letter or digit; marks are not compared.',
    '/criteria/0/rule/phrases/2: Remove it; it compares like /criteria/0/rule/phrases/0.',
    '/criteria/0/rule/phrases/3: Send at most 100 characters; this has 101.',
    '/criteria/0/rule/phrases/4: Remove the control characters and line separators.',
  ]);
});

test('a scorecard has at most 500 phrases, those of appliesWhen included', () => {
  const fifty = givenPhrases(Array.from({ length: 50 }, (_, index) => `phrase ${index}`));
  const criteria = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    givenCriterion(id, { rule: fifty, appliesWhen: fifty }),
  );
  assert.deepEqual(faults({ criteria }), {});
  assert.deepEqual(faults({ criteria: [...criteria, givenCriterion('f')] }), {
    '/criteria': 'Use at most 500 phrases in all; these are 501.',
  });
});

test('seconds are whole, from 1 to a day', () => {
  for (const edge of ['FIRST', 'LAST'] as const) {
    for (const seconds of [0, 0.5, 86_401, Number.NaN]) {
      assert.deepEqual(ofRule(givenPhrases(['hello'], { within: { edge, seconds } })), [
        '/criteria/0/rule/within/seconds: Use a whole number from 1 to 86400.',
      ]);
    }
    for (const seconds of [1, 86_400]) {
      assert.deepEqual(ofRule(givenPhrases(['hello'], { within: { edge, seconds } })), []);
    }
  }
});

test('languages are primary tags, each once; null means any language', () => {
  assert.deepEqual(ofRule(givenPhrases(['hello'], { languages: ['en', 'fil'] })), []);
  assert.deepEqual(ofRule(givenPhrases(['hello'], { languages: ['en-US', 'de', 'de'] })), [
    '/criteria/0/rule/languages/0: Use two or three letters, such as en or ja.',
    '/criteria/0/rule/languages/2: Remove it; it is there already.',
  ]);
  assert.deepEqual(ofRule(givenPhrases(['hello'], { languages: [] })), [
    '/criteria/0/rule/languages: Give 1 to 20 languages, or null for every one; these are 0.',
  ]);
});

test('a rule on a figure has a reachable bound, and min is not above max', () => {
  const of = (
    metric: Extract<Rule, { type: 'METRIC' }>['metric'],
    min: number | null,
    max: number | null,
  ) => ofRule({ type: 'METRIC', metric, min, max });
  assert.deepEqual(of('durationMs', null, null), ['/criteria/0/rule: Give min, max or both.']);
  assert.deepEqual(of('talk.AGENT.ratio', 0, 1), []);
  assert.deepEqual(of('talk.AGENT.ratio', -0.1, 60), [
    '/criteria/0/rule/min: Use a number from 0 to 1.',
    '/criteria/0/rule/max: Use a number from 0 to 1.',
  ]);
  assert.deepEqual(of('silence.longestMs', null, Number.NaN), [
    '/criteria/0/rule/max: Use a number from 0 to 86400000.',
  ]);
  assert.deepEqual(of('talk.AGENT.wpm', 100, 100), []);
  assert.deepEqual(of('interruptions.AGENT', 3, 2), [
    '/criteria/0/rule/max: Use a max that is not below min.',
  ]);
  assert.deepEqual(of('interruptions.AGENT', 20_000, 10_001), [
    '/criteria/0/rule/min: Use a number from 0 to 10000.',
    '/criteria/0/rule/max: Use a number from 0 to 10000.',
  ]);
});

test('every broken rule is named at once', () => {
  const criteria = [
    givenCriterion('A', { question: '', points: -1, rule: givenPhrases(['?']) }),
    givenCriterion('b', {
      appliesWhen: { type: 'METRIC', metric: 'durationMs', min: null, max: null },
    }),
  ];
  assert.deepEqual(Object.keys(faults({ name: '', passMark: -1, criteria })), [
    '/name',
    '/passMark',
    '/criteria/0/id',
    '/criteria/0/question',
    '/criteria/0/points',
    '/criteria/0/rule/phrases/0',
    '/criteria/1/appliesWhen',
  ]);
});
