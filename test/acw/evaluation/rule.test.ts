/** Phrase rules: by speaker and time, ANY, ALL and NONE, with reason and evidence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVIDENCE_MAX, RATIONALE_POINTS_MAX } from '../../../src/acw/evaluation/evaluation.ts';
import { judgeRule } from '../../../src/acw/evaluation/rule.ts';
import type { Within } from '../../../src/acw/evaluation/scorecard.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { givenCall, givenLog, givenPhrases, type Said } from '../given-call.ts';

const SAID: readonly Said[] = [
  ['SYSTEM', 'This call is recorded.', 0, 2_000],
  ['AGENT', 'Good morning, this is Anna.', 2_500, 5_000],
  ['CUSTOMER', 'Good morning. I want a refund!', 5_500, 9_000],
  ['AGENT', 'Of course. Anything else?', 40_000, 42_000],
  ['AGENT', 'Goodbye, and have a nice day.', 55_000, 60_000],
];
const CALL = givenCall(SAID);

function judged(...[phrases, changes]: Parameters<typeof givenPhrases>) {
  return judgeRule(givenPhrases(phrases, changes), CALL);
}

test('ANY: one phrase is enough; the evidence is the turn that says it', () => {
  assert.deepEqual(judged(['good evening', 'good morning']), {
    result: 'PASS',
    rationale: 'Said: "good morning".',
    evidence: [{ turn: 1, quote: 'Good morning, this is Anna.', startMs: 2_500 }],
    needsModel: false,
  });
  assert.deepEqual(judged(['good evening', 'hello'], { speaker: 'AGENT' }), {
    result: 'FAIL',
    rationale: 'Not said by the agent: "good evening", "hello".',
    evidence: [],
    needsModel: false,
  });
});

test('ALL: each phrase is needed; the reason names the missing ones', () => {
  const all = { match: 'ALL' } as const;
  const found = judged(['goodbye', 'recorded', 'refund', 'this call'], all);
  assert.equal(found.result, 'PASS');
  assert.equal(found.rationale, 'Said: "goodbye", "recorded", "refund" and 1 more.');
  assert.deepEqual(
    found.evidence.map(({ turn }) => turn),
    [0, 2, 4],
  );
  const missing = judged(['goodbye', 'cheers'], { ...all, speaker: 'AGENT' });
  assert.equal(missing.result, 'FAIL');
  assert.equal(missing.rationale, 'Not said by the agent: "cheers".');
  assert.deepEqual(
    missing.evidence.map(({ turn }) => turn),
    [4],
  );
});

test('NONE: passes if no phrase is said; else fails, with the turn', () => {
  const none = { match: 'NONE' } as const;
  assert.equal(judged(['shut up'], none).result, 'PASS');
  assert.equal(judged(['shut up'], none).rationale, 'Not said: "shut up".');
  const found = judged(['refund'], none);
  assert.equal(found.result, 'FAIL');
  assert.deepEqual(found.evidence, [
    { turn: 2, quote: 'Good morning. I want a refund!', startMs: 5_500 },
  ]);
});

test('a rule with a speaker reads only that one; without one, announcements count too', () => {
  assert.equal(judged(['refund'], { speaker: 'AGENT' }).result, 'FAIL');
  assert.equal(judged(['refund'], { speaker: 'CUSTOMER' }).result, 'PASS');
  assert.equal(judged(['recorded'], { speaker: 'AGENT' }).result, 'FAIL');
  assert.equal(judged(['recorded']).result, 'PASS');
});

test('a turn counts for the first or last seconds if a part of it is there', () => {
  const within = (edge: 'FIRST' | 'LAST', seconds: number): Within => ({ edge, seconds });
  const result = (phrase: string, when: Within) => judged([phrase], { within: when }).result;
  assert.equal(result('this is anna', within('FIRST', 1)), 'PASS');
  assert.equal(result('anything else', within('FIRST', 38)), 'PASS');
  assert.equal(result('anything else', within('FIRST', 37)), 'FAIL');
  assert.equal(result('goodbye', within('LAST', 1)), 'PASS');
  assert.equal(result('anything else', within('LAST', 18)), 'FAIL');
  assert.equal(result('anything else', within('LAST', 19)), 'PASS');
  assert.equal(
    judged(['hello'], { within: within('LAST', 18), speaker: 'AGENT' }).rationale,
    'Not said by the agent in the last 18 s: "hello".',
  );
});

test('the first seconds begin with the agent, or without an agent with the answer', () => {
  const log = { answeredAt: '2026-11-20T11:17:20.000Z' };
  const rule = givenPhrases(['hello'], { within: { edge: 'FIRST', seconds: 5 } });
  const result = (...said: readonly Said[]) => judgeRule(rule, givenCall(said, { log })).result;
  assert.equal(result(['CUSTOMER', 'Hello', 24_000, 25_000]), 'PASS');
  assert.equal(result(['CUSTOMER', 'Hello', 25_000, 26_000]), 'FAIL');
  const agent: Said = ['AGENT', 'Northwind.', 60_000, 61_000];
  assert.equal(result(agent, ['AGENT', 'Hello', 64_999, 66_000]), 'PASS');
  assert.equal(result(agent, ['AGENT', 'Hello', 65_000, 66_000]), 'FAIL');
});

test('the last seconds end with the agent, not with a survey after it', () => {
  const rule = givenPhrases(['goodbye'], { within: { edge: 'LAST', seconds: 5 } });
  const said: readonly Said[] = [
    ['AGENT', 'Goodbye then.', 10_000, 12_000],
    ['CUSTOMER', 'Bye.', 12_500, 13_000],
    ['SYSTEM', 'Please rate this call from one to five.', 15_000, 60_000],
    ['CUSTOMER', 'Five.', 70_000, 71_000],
  ];
  assert.equal(judgeRule(rule, givenCall(said)).result, 'PASS');
});

test('if end times are missing, a turn that may reach the last seconds is unknown', () => {
  const { turns: all } = givenLog(SAID);
  const turns = all.map(({ endMs: _, ...turn }) => turn);
  const call = givenCall([], { log: { turns } });
  const result = (phrase: string, seconds: number, match: 'ANY' | 'NONE' = 'ANY') =>
    judgeRule(givenPhrases([phrase], { match, within: { edge: 'LAST', seconds } }), call).result;
  assert.equal(result('nice day', 1), 'PASS');
  assert.equal(result('nice day', 1, 'NONE'), 'FAIL');
  // It began 15 s before the last turn did, and may have lasted until then.
  assert.equal(result('anything else', 10), 'UNKNOWN');
  assert.equal(result('anything else', 10, 'NONE'), 'UNKNOWN');
  assert.equal(result('anything else', 30), 'PASS');
  assert.equal(result('this is anna', 10), 'FAIL');
  assert.equal(result('never said', 10), 'FAIL');
});

test('a rule on a speaker without a word in the log is unknown', () => {
  const silent = givenCall([['CUSTOMER', 'Hello?', 0, 500]]);
  for (const match of ['ANY', 'ALL', 'NONE'] as const) {
    const rule = givenPhrases(['hello'], { match, speaker: 'AGENT' });
    const finding = judgeRule(rule, silent);
    assert.equal(finding.result, 'UNKNOWN');
    assert.equal(finding.rationale, 'Nothing is said by the agent in this call log.');
    assert.equal(finding.needsModel, false);
  }
  assert.equal(judgeRule(givenPhrases(['hello']), givenCall([])).result, 'UNKNOWN');
});

test('in another language a phrase that is said counts, a missing one is for a model', () => {
  const french = givenCall([['AGENT', 'Bonjour, hello!', 0, 900]], {
    analysis: { language: 'fr' },
  });
  const of = (phrase: string, match: 'ANY' | 'ALL' | 'NONE', languages: readonly string[]) =>
    judgeRule(givenPhrases([phrase], { match, languages }), french);
  assert.equal(of('hello', 'ANY', ['en']).result, 'PASS');
  assert.equal(of('hello', 'NONE', ['en']).result, 'FAIL');
  for (const match of ['ANY', 'ALL', 'NONE'] as const) {
    const finding = of('good day', match, ['en', 'de']);
    assert.deepEqual([finding.result, finding.needsModel], ['UNKNOWN', true]);
    assert.match(finding.rationale, /not in the call's language, so a model must judge/);
  }
  assert.equal(of('salut', 'ANY', ['fr']).result, 'FAIL');
});

test('a rule on a figure uses the figures of the conversation', () => {
  const rule = { type: 'METRIC', metric: 'durationMs', min: null, max: 1 } as const;
  assert.equal(judgeRule(rule, CALL).result, 'FAIL');
});

test('any phrases: NONE is the opposite of ANY, ALL implies ANY, the rest is bounded', () => {
  const words = ['good', 'morning', 'refund', 'absent', 'x'.repeat(100), 'y'.repeat(100), 'anna'];
  const some = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 });
  fc.assert(
    fc.property(some, fc.constantFrom(null, 'AGENT', 'CUSTOMER'), (phrases, speaker) => {
      const of = (match: 'ANY' | 'ALL' | 'NONE') => judged(phrases, { match, speaker });
      assert.equal(of('NONE').result === 'PASS', of('ANY').result === 'FAIL');
      if (of('ALL').result === 'PASS') assert.equal(of('ANY').result, 'PASS');
      for (const { rationale, evidence } of [of('ANY'), of('ALL'), of('NONE')]) {
        assert.ok(codePointCount(rationale) <= RATIONALE_POINTS_MAX);
        assert.ok(evidence.length <= EVIDENCE_MAX);
        for (const { turn, quote, startMs } of evidence) {
          const [, text, atMs] = SAID[turn] ?? [];
          assert.ok(text?.includes(quote));
          assert.equal(startMs, atMs);
        }
      }
    }),
  );
});
