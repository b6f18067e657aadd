/** Talk time, share, words and pace, computed by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { talkFigures } from '../../../src/acw/analysis/call-metrics.ts';
import { spoken } from '../spoken.ts';

test('a party that talks 3 of 4 seconds has a share of 0.75', () => {
  const { AGENT, CUSTOMER } = talkFigures(
    spoken('A 0-2000 one two three four', 'C 2000-3000 yes', 'A 3000-4000 five six'),
  );
  // 6 words in 3 s are 120 a minute; 1 word in 1 s is 60.
  assert.deepEqual(AGENT, { ms: 3_000, ratio: 0.75, words: 6, wpm: 120, turns: 2 });
  assert.deepEqual(CUSTOMER, { ms: 1_000, ratio: 0.25, words: 1, wpm: 60, turns: 1 });
});

test('overlapping turns of one party count as talk once; their words count twice', () => {
  const { AGENT } = talkFigures(spoken('A 0-2000', 'A 1000-3000'));
  assert.deepEqual(AGENT, { ms: 3_000, ratio: 1, words: 4, wpm: 80, turns: 2 });
});

test('below a second of talk there is no pace, and without any talk no share', () => {
  assert.equal(talkFigures(spoken('A 0-999')).AGENT.wpm, null);
  assert.equal(talkFigures(spoken('A 0-1000')).AGENT.wpm, 120);
  const silent = { ms: 0, ratio: null, words: 0, wpm: null, turns: 0 };
  assert.deepEqual(talkFigures([]), { AGENT: silent, CUSTOMER: silent });
});

test('the pace leaves out turns whose end is estimated; their words and time count', () => {
  const [first, second] = spoken('A 0-1000', 'A 2000-3000');
  assert.ok(first !== undefined && second !== undefined);
  const { AGENT } = talkFigures([first, { ...second, words: 90, measured: false }]);
  assert.deepEqual(AGENT, { ms: 2_000, ratio: 1, words: 92, wpm: 120, turns: 2 });
  const unmeasured = talkFigures([{ ...first, measured: false }]);
  assert.equal(unmeasured.AGENT.wpm, null);
});
