/** Silence computed by hand: sums, the longest, and which segments are listed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SILENCE_SEGMENT_MS_MIN,
  SILENCE_SEGMENTS_MAX,
  silenceOf,
} from '../../../src/acw/analysis/call-metrics.ts';
import { spoken } from '../spoken.ts';

const timeline = (endMs: number, ...lines: readonly string[]) => ({
  turns: spoken(...lines),
  span: { startMs: 0, endMs },
  endsMissing: false,
});

test('silence is time without a turn; segments of 3 s or more are listed', () => {
  // 0-1 silent, 1-4 talk, 4-7 silent, 7-9 talk, 9-11.999 silent
  const { figures, cut } = silenceOf(timeline(11_999, 'A 1000-3000', 'C 2000-4000', 'A 7000-9000'));
  assert.equal(SILENCE_SEGMENT_MS_MIN, 3_000);
  assert.deepEqual(figures, {
    totalMs: 6_999,
    ratio: 0.5833,
    longestMs: 3_000,
    segments: [{ startMs: 4_000, endMs: 7_000 }],
  });
  assert.equal(cut, false);
});

test('an announcement of the system is no silence', () => {
  assert.equal(silenceOf(timeline(5_000, 'S 0-5000')).figures.totalMs, 0);
});

test('a call of no length has a silence of 0', () => {
  const { figures } = silenceOf(timeline(0));
  assert.deepEqual(figures, { totalMs: 0, ratio: 0, longestMs: 0, segments: [] });
});

test('if there are more segments than a result lists, the longest stay, in order', () => {
  // Turns of 1 s with pauses of 3 s, the 5th and the last pause longer.
  const count = SILENCE_SEGMENTS_MAX + 20;
  const lines: string[] = [];
  let atMs = 0;
  for (let turn = 0; turn < count; turn += 1) {
    lines.push(`A ${atMs}-${atMs + 1_000}`);
    atMs += turn === 5 || turn === count - 1 ? 9_000 : 4_000;
  }
  const { figures, cut } = silenceOf(timeline(atMs, ...lines));
  assert.equal(cut, true);
  assert.equal(figures.segments.length, SILENCE_SEGMENTS_MAX);
  const lengths = figures.segments.map(({ startMs, endMs }) => endMs - startMs);
  assert.deepEqual([lengths[5], lengths.at(-1), lengths[0]], [8_000, 8_000, 3_000]);
  const starts = figures.segments.map(({ startMs }) => startMs);
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  // The sums count all of them.
  assert.equal(figures.totalMs, atMs - count * 1_000);
});
