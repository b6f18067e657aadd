/** What the order of answers says of a slow one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../../../bench/versus/deciding-receiver.ts';
import { waitingOf } from '../../../bench/versus/slow-answer.ts';

function arrivals(words: string): readonly Arrival[] {
  return words.split(' ').map((word) => {
    const [key, sequence] = word.split(':');
    return { key: `slow-${key}`, sequence: Number(sequence), accepted: true };
  });
}

test('no key waits if every other job is answered before the slow one', () => {
  assert.deepEqual(waitingOf(arrivals('1:1 2:1 1:2 2:2 0:1 0:2')), { held: 0, others: 19 });
});

test('a key is held up once, however many of its jobs come after the slow answer', () => {
  const words = '1:1 2:1 1:2 0:1 2:2 2:3 0:2 3:1';
  assert.deepEqual(waitingOf(arrivals(words)), { held: 2, others: 19 });
});

test('a list without the slow job has no verdict', () => {
  assert.throws(() => waitingOf(arrivals('1:1 2:1')), /never answered/);
});
