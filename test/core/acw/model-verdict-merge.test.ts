/** Verdicts on windows become one, by quotes that are there; made-up quotes decide nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CRITERION_RESULTS, type CriterionResult } from '../../../src/core/acw/evaluation.ts';
import { foundQuote } from '../../../src/core/acw/model-evidence.ts';
import { mergedVerdicts } from '../../../src/core/acw/model-verdict-merge.ts';
import type { Verdict } from '../../../src/core/acw/verdict.ts';
import { givenLog } from './given-call.ts';

const { turns } = givenLog([
  ['AGENT', 'Good morning, I am sorry to hear that.', 0, 1_000],
  ['CUSTOMER', 'It broke. [CARD NUMBER] is my card.', 2_000, 3_000],
]);

function verdict(result: CriterionResult, quote: string | null, turn = 0): Verdict {
  const evidence = quote === null ? [] : [{ turn, quote }];
  return { id: 'a', result, rationale: result, evidence };
}

function merge(...windows: readonly (readonly Verdict[])[]) {
  const { verdicts, dropped } = mergedVerdicts(['a'], windows, turns);
  return [verdicts[0]?.result, verdicts[0]?.evidence.length, dropped];
}

test('a quote must be in its turn, but for white space and marks around it', () => {
  const found = (quote: string, turn = 0) => foundQuote({ turn, quote }, turns)?.quote ?? null;
  assert.equal(found('I am sorry'), 'I am sorry');
  assert.equal(found(' I  am\n sorry '), 'I am sorry');
  assert.equal(found('“I am sorry”'), 'I am sorry');
  assert.equal(found('[CARD NUMBER] is my card', 1), '[CARD NUMBER] is my card');
  for (const [quote, turn] of [
    ['i am sorry', 0],
    ['I am so sorry', 0],
    ['I am sorry', 1],
    ['It broke', 99],
    ['It broke', -1],
    ['.', 0],
    ['', 0],
  ] as const) {
    assert.equal(found(quote, turn), null, `${quote} ${turn}`);
  }
});

test('a false quote makes a verdict unknown, and keeps the true ones', () => {
  const evidence = [
    { turn: 0, quote: 'I am sorry' },
    { turn: 0, quote: 'I am happy' },
  ];
  assert.deepEqual(merge([{ ...verdict('PASS', null), evidence }]), ['UNKNOWN', 1, true]);
  assert.deepEqual(merge([verdict('FAIL', 'never said')]), ['UNKNOWN', 0, true]);
});

test('a PASS wants a quote, a FAIL may do without', () => {
  assert.deepEqual(merge([verdict('PASS', null)]), ['UNKNOWN', 0, false]);
  assert.deepEqual(merge([verdict('PASS', 'sorry')]), ['PASS', 1, false]);
  assert.deepEqual(merge([verdict('FAIL', null)]), ['FAIL', 0, false]);
  assert.deepEqual(merge([verdict('NOT_APPLICABLE', null)]), ['NOT_APPLICABLE', 0, false]);
});

test('over windows: a quoted FAIL decides, then a PASS, then what all of them leave', () => {
  const pass = [verdict('PASS', 'sorry')];
  const quoted = [verdict('FAIL', 'It broke', 1)];
  const bare = [verdict('FAIL', null)];
  const none = [verdict('NOT_APPLICABLE', null)];
  const unknown = [verdict('UNKNOWN', null)];
  assert.equal(merge(pass, quoted, unknown)[0], 'FAIL');
  assert.deepEqual(merge(pass, bare, pass, unknown), ['PASS', 2, false]);
  assert.equal(merge(bare, none)[0], 'FAIL');
  assert.equal(merge(bare, unknown)[0], 'UNKNOWN');
  assert.equal(merge(none, none)[0], 'NOT_APPLICABLE');
  assert.equal(merge(none, unknown)[0], 'UNKNOWN');
  assert.equal(merge(none, [])[0], 'UNKNOWN');
  assert.deepEqual(mergedVerdicts(['a'], [[]], turns).verdicts, []);
});

test('verdicts on one criterion in one answer must agree', () => {
  assert.equal(merge([verdict('PASS', 'sorry'), verdict('FAIL', null)])[0], 'UNKNOWN');
  assert.equal(merge([verdict('FAIL', null), verdict('FAIL', null)])[0], 'FAIL');
});

test('no verdicts at all make a PASS without a quote that its turn says', () => {
  const said = fc.record({
    id: fc.constant('a'),
    result: fc.constantFrom(...CRITERION_RESULTS),
    rationale: fc.string(),
    evidence: fc.array(
      fc.record({
        turn: fc.integer({ min: -1, max: 3 }),
        quote: fc.oneof(fc.constantFrom('sorry', 'It broke', 'made up'), fc.string()),
      }),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(fc.array(said, { maxLength: 3 }), { maxLength: 4 }), (windows) => {
      for (const { result, evidence } of mergedVerdicts(['a'], windows, turns).verdicts) {
        assert.ok(result !== 'PASS' || evidence.length > 0);
        for (const { turn, quote } of evidence) assert.ok(turns[turn]?.text.includes(quote));
      }
    }),
    { numRuns: 1_000 },
  );
});
