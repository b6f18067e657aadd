/** What the list of arrivals says of a retry, with each case planted once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../../../bench/versus/deciding-receiver.ts';
import { verdictOf } from '../../../bench/versus/retry.ts';

function arrivals(words: string): readonly Arrival[] {
  return words.split(' ').map((word) => {
    const [key = '', sequence = ''] = word.replace('!', '').split(':');
    return { key: `retry-${key}`, sequence: Number(sequence), accepted: !word.endsWith('!') };
  });
}

test('a retry blocks its key if the other key goes on and its own waits', () => {
  assert.equal(verdictOf(arrivals('0:1! 1:1 1:2 1:3 0:1 0:2 0:3')), 'blocks its key');
});

test('a retry is overtaken if a later job of its key is accepted before it', () => {
  assert.equal(verdictOf(arrivals('0:1! 1:1 0:2 0:3 1:2 1:3 0:1')), 'is overtaken');
});

test('a retry blocks every key if nothing is accepted before it', () => {
  assert.equal(verdictOf(arrivals('0:1! 0:1 1:1 1:2 0:2 1:3 0:3')), 'blocks every key');
});

test('a list in which the job that failed never succeeds has no verdict', () => {
  assert.throws(() => verdictOf(arrivals('0:1! 1:1 1:2')), /never accepted/);
});
