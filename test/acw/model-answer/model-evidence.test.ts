/**
 * A quote is found by its words in the nearest turn that says it, and kept in the turn's spelling.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countWords } from '../../../src/acw/call-log/word.ts';
import { foundQuote, quotedParty } from '../../../src/acw/model-answer/model-evidence.ts';
import { givenCriterion, givenLog, givenPhrases } from '../given-call.ts';

const { turns } = givenLog([
  ['AGENT', 'Good morning, I’m very sorry to hear that… Really.', 0, 1_000],
  ['CUSTOMER', 'It broke. [CARD NUMBER] is my card.', 2_000, 3_000],
  ['AGENT', 'Yes.', 4_000, 5_000],
  ['CUSTOMER', 'I want to speak to a manager, please.', 6_000, 7_000],
  ['AGENT', 'I want to speak to him as well.', 8_000, 9_000],
  ['AGENT', 'お電話ありがとうございます。少々お待ちください。', 10_000, 11_000],
]);

function found(quote: string, turn = 0, speaker: 'AGENT' | 'CUSTOMER' | null = null) {
  const at = foundQuote({ turn, quote }, turns, speaker);
  return at === null ? null : [at.turn, at.quote];
}

test('case, punctuation, spaces, quotation marks and an ellipsis make no difference', () => {
  for (const quote of [
    'I’m very sorry',
    "i'm VERY sorry",
    '“I’m  very\n sorry”',
    '«Im very sorry»',
    '... I’m very sorry …',
  ]) {
    assert.deepEqual(found(quote), [0, 'I’m very sorry'], quote);
  }
  assert.deepEqual(found('Good morning ... to hear that'), [
    0,
    'Good morning, I’m very sorry to hear that…',
  ]);
  assert.deepEqual(found('CARD NUMBER is my card', 1), [1, '[CARD NUMBER] is my card.']);
  assert.deepEqual(found('少々お待ちください', 5), [5, '少々お待ちください。']);
});

test("the speaker's name before a quote is no part of it", () => {
  for (const before of ['CUSTOMER: ', '#3 CUSTOMER 00:06 ', 'Customer 0:06: ', '"CUSTOMER - ']) {
    assert.deepEqual(found(`${before}speak to a manager`, 3), [3, 'speak to a manager,'], before);
  }
});

test('a wrong turn number is corrected: the nearest turn of the named speaker that says it', () => {
  assert.deepEqual(found('speak to a manager', 0), [3, 'speak to a manager,']);
  assert.deepEqual(found('I want to speak to', 5), [4, 'I want to speak to']);
  assert.deepEqual(found('I want to speak to', 5, 'CUSTOMER'), [3, 'I want to speak to']);
  assert.equal(found('speak to a manager', 3, 'AGENT'), null);
});

test('words that no turn says, fewer than three words, or no such turn are no quote', () => {
  for (const [quote, turn] of [
    ['I am very sorry', 0],
    ['I’m so very sorry', 0],
    ['very sorry', 0],
    ['ood morning, I’m very', 0],
    ['speak to a man', 3],
    ['It broke', -1],
    ['I’m very sorry', 99],
    ['to hear that ... Good morning', 0],
    ['...', 0],
    ['', 0],
  ] as const) {
    assert.equal(found(quote, turn), null, quote);
  }
  assert.deepEqual(found('yes', 2), [2, 'Yes.']);
});

test('a criterion or its phrases name the speaker who must be quoted', () => {
  const rule = givenPhrases(['hello'], { speaker: 'CUSTOMER' });
  assert.equal(quotedParty(givenCriterion('a', { rule: null, speaker: 'AGENT' })), 'AGENT');
  assert.equal(quotedParty(givenCriterion('a', { rule })), 'CUSTOMER');
  assert.equal(quotedParty(givenCriterion('a', { rule: null })), null);
});

test("any quote: the kept words are the turn's, at least three or all of it", () => {
  const pieces = turns.flatMap(({ text }) => text.split(' '));
  const quotes = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom(...pieces, '...', 'AGENT:'), { maxLength: 8 })
      .map((of) => of.join(' ')),
  );
  fc.assert(
    fc.property(quotes, fc.integer({ min: -1, max: 7 }), (quote, turn) => {
      const at = foundQuote({ quote, turn }, turns);
      if (at === null) return;
      const said = turns[at.turn]?.text ?? '';
      assert.ok(said.includes(at.quote) && at.quote !== '');
      assert.ok(countWords(at.quote) >= 3 || countWords(at.quote) === countWords(said));
      assert.deepEqual(foundQuote(at, turns), at);
    }),
    { numRuns: 2_000 },
  );
});
