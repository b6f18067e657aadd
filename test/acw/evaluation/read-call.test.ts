/** What rules read of a call: spoken turns by their place, folded, and its language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenCall } from '../given-call.ts';

test('turns keep their place in the log; those without words are left out', () => {
  const call = givenCall([
    ['AGENT', '[noise]', 0, 500],
    ['CUSTOMER', 'GUTEN Tag!', 1_000, 2_000],
  ]);
  assert.deepEqual(
    call.turns.map(({ turn, speaker, folded }) => [turn, speaker, folded]),
    [[1, 'CUSTOMER', 'guten tag']],
  );
});

test('a language is known by its primary tag', () => {
  for (const [language, primary] of [
    ['ja-JP', 'ja'],
    ['EN', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['und', 'und'],
  ] as const) {
    assert.equal(givenCall([], { analysis: { language } }).language, primary);
  }
});
