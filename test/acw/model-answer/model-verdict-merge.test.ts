/** Verdicts on windows become one, by true quotes; invented quotes decide nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CRITERION_RESULTS, type CriterionResult } from '../../../src/acw/evaluation/evaluation.ts';
import type { Verdict } from '../../../src/acw/evaluation/verdict.ts';
import { mergedVerdicts } from '../../../src/acw/model-answer/model-verdict-merge.ts';
import { givenLog } from '../given-call.ts';

const { turns } = givenLog([
  ['AGENT', 'Good morning, I am sorry to hear that.', 0, 1_000],
  ['CUSTOMER', 'It broke. [CARD NUMBER] is my card.', 2_000, 3_000],
]);

const ASKED = [{ id: 'a', speaker: null }];

function verdict(result: CriterionResult, quote: string | null, turn = 0): Verdict {
  const evidence = quote === null ? [] : [{ turn, quote }];
  return { id: 'a', result, rationale: result, evidence };
}

function merge(...windows: readonly (readonly Verdict[])[]) {
  const { verdicts, dropped } = mergedVerdicts(ASKED, windows, turns);
  return [verdicts[0]?.result, verdicts[0]?.evidence.length, dropped];
}

test('a false quote is left out; if all are false the verdict is unknown', () => {
  const evidence = [
    { turn: 0, quote: 'I am sorry' },
    { turn: 0, quote: 'I am so happy' },
  ];
  assert.deepEqual(merge([{ ...verdict('PASS', null), evidence }]), ['PASS', 1, true]);
  assert.deepEqual(merge([{ ...verdict('FAIL', null), evidence }]), ['FAIL', 1, true]);
  assert.deepEqual(merge([verdict('PASS', 'this was never said')]), ['UNKNOWN', 0, true]);
  assert.deepEqual(merge([verdict('FAIL', 'this was never said')]), ['UNKNOWN', 0, true]);
});

test('a PASS needs a quote, a FAIL does not', () => {
  assert.deepEqual(merge([verdict('PASS', null)]), ['UNKNOWN', 0, false]);
  assert.deepEqual(merge([verdict('PASS', 'I am sorry')]), ['PASS', 1, false]);
  assert.deepEqual(merge([verdict('FAIL', null)]), ['FAIL', 0, false]);
  assert.deepEqual(merge([verdict('NOT_APPLICABLE', null)]), ['NOT_APPLICABLE', 0, false]);
});

test('over windows a quoted FAIL decides, then a PASS, then the result common to all', () => {
  const pass = [verdict('PASS', 'I am sorry')];
  const quoted = [verdict('FAIL', 'is my card', 1)];
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
  assert.deepEqual(mergedVerdicts(ASKED, [[]], turns).verdicts, []);
});

test('verdicts on one criterion in one answer must agree', () => {
  assert.equal(merge([verdict('PASS', 'I am sorry'), verdict('FAIL', null)])[0], 'UNKNOWN');
  assert.equal(merge([verdict('FAIL', null), verdict('FAIL', null)])[0], 'FAIL');
});

test('no verdicts make a PASS without a true quote', () => {
  const said = fc.record({
    id: fc.constant('a'),
    result: fc.constantFrom(...CRITERION_RESULTS),
    rationale: fc.string(),
    evidence: fc.array(
      fc.record({
        turn: fc.integer({ min: -1, max: 3 }),
        quote: fc.oneof(fc.constantFrom('am sorry to', 'is my card', 'made up words'), fc.string()),
      }),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(fc.array(said, { maxLength: 3 }), { maxLength: 4 }), (windows) => {
      for (const { result, evidence } of mergedVerdicts(ASKED, windows, turns).verdicts) {
        assert.ok(result !== 'PASS' || evidence.length > 0);
        for (const { turn, quote } of evidence) assert.ok(turns[turn]?.text.includes(quote));
      }
    }),
    { numRuns: 1_000 },
  );
});
