/** Stretches of talk and back-channels, computed by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begunBefore, stretchesOf } from '../../../src/acw/analysis/call-metrics.ts';
import { spoken } from '../spoken.ts';

const shown = (...lines: readonly string[]) => {
  const { AGENT, CUSTOMER } = stretchesOf(spoken(...lines));
  return [...AGENT, ...CUSTOMER].map(
    ({ speaker, startMs, endMs, backchannel }) =>
      `${speaker[0]} ${startMs}-${endMs}${backchannel ? ' back' : ''}`,
  );
};

test('turns of one party with less than half a second between are one stretch', () => {
  assert.deepEqual(shown('A 0-1000', 'A 1499-2000', 'A 2500-3000'), ['A 0-2000', 'A 2500-3000']);
});

test('a turn inside another of the same party does not shorten the stretch', () => {
  const [stretch] = stretchesOf(spoken('A 0-5000', 'A 1000-2000')).AGENT;
  assert.deepEqual([stretch?.endMs, stretch?.words, stretch?.measured], [5_000, 4, true]);
});

test('the end of a stretch is estimated if that of its last turn is', () => {
  const [first, second] = spoken('A 0-1000', 'A 1200-2000');
  assert.ok(first !== undefined && second !== undefined);
  const { AGENT } = stretchesOf([first, { ...second, measured: false }]);
  assert.equal(AGENT[0]?.measured, false);
});

test('a few words while the other talks on are a back-channel', () => {
  assert.deepEqual(shown('A 0-9000', 'C 2000-3500 yes I see'), ['A 0-9000', 'C 2000-3500 back']);
});

test('many words within a second are a back-channel too: Japanese nods in more words', () => {
  assert.deepEqual(shown('A 0-9000', 'C 2000-3000 はい、そうですね'), [
    'A 0-9000',
    'C 2000-3000 back',
  ]);
});

test('a turn is no back-channel if it is long, outlasts the other or begins with it', () => {
  const long = 'C 2000-3500 no that is not what I said';
  assert.deepEqual(shown('A 0-9000', long), ['A 0-9000', 'C 2000-3500']);
  assert.deepEqual(shown('A 0-3000', 'C 2000-3500 yes'), ['A 0-3000', 'C 2000-3500']);
  assert.deepEqual(shown('A 0-3000', 'C 0-500 yes'), ['A 0-3000', 'C 0-500']);
  assert.deepEqual(shown('A 0-3000', 'C 3000-3000 yes'), ['A 0-3000', 'C 3000-3000']);
});

test('finds the stretch that began last before a time', () => {
  const { AGENT } = stretchesOf(spoken('A 0-1000', 'A 5000-6000', 'A 9000-9500'));
  const found = [0, 1, 5_000, 5_001, 99_999].map((atMs) => begunBefore(AGENT, atMs)?.startMs);
  assert.deepEqual(found, [undefined, 0, 0, 5_000, 9_000]);
});
