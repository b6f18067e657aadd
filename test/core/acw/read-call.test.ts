/** What rules read of a call: spoken turns by their place, folded; its span; its language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenCall, METRICS } from './given-call.ts';

test('turns keep their place in the log; those without words are left out', () => {
  const call = givenCall([
    ['AGENT', '[noise]', 0, 500],
    ['CUSTOMER', 'GUTEN Tag!', 1_000, 2_000],
  ]);
  assert.deepEqual(
    call.turns.map(({ turn, speaker, folded }) => [turn, speaker, folded]),
    [[1, 'CUSTOMER', 'guten tag']],
  );
  assert.equal(call.metrics, METRICS);
});

test('the span is from the answer to the end', () => {
  const log = { answeredAt: '2026-11-20T11:17:08.000Z', endedAt: '2026-11-20T11:18:00.000Z' };
  assert.deepEqual(givenCall([['AGENT', 'Hello', 9_000, 10_000]], { log }).span, {
    startMs: 8_000,
    endMs: 60_000,
  });
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
