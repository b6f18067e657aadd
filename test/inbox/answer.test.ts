/** For which requests a behaviour holds, how often, and what it leaves to the usual answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviourFor, type Programme, planOf, TAKEN } from '../../src/inbox/answer.ts';
import { told } from './given.ts';

const every = () => true;

test('a behaviour holds and counts only for its call and its step', () => {
  const behaviour = told({ status: 500, first: 2, callId: 'bad' });
  const programme: Programme = { behaviour, applied: 0 };
  assert.equal(behaviourFor(programme, 'rcpt', every), null);
  assert.equal(
    behaviourFor(programme, 'data', () => false),
    null,
  );
  assert.equal(programme.applied, 0);
  const found = [1, 2, 3].map(() => behaviourFor(programme, 'data', (callId) => callId === 'bad'));
  assert.deepEqual(found, [behaviour, behaviour, null]);
  assert.equal(behaviourFor(null, 'data', every), null);
});

test('the usual answer is computed only if the behaviour sets none', () => {
  let asked = 0;
  const natural = () => {
    asked += 1;
    return { ...TAKEN, status: 202 };
  };
  assert.partialDeepStrictEqual(planOf(null, 0, natural), { action: 'answer', status: 202 });
  const delayed = planOf(told({ delayMs: 5 }), 1, natural);
  assert.partialDeepStrictEqual(delayed, {
    status: 202,
    delayMs: 5,
    reason: 'The box was told to.',
  });
  assert.equal(asked, 2);
  const set = planOf(told({ status: 429, retryAfter: '9', first: 3 }), 2, natural);
  assert.partialDeepStrictEqual(set, { status: 429, retryAfter: '9', body: '' });
  assert.equal(set.reason, 'The box was told to: number 2 of the first 3.');
  assert.equal(planOf(told({ action: 'drop' }), 1, natural).action, 'drop');
  assert.equal(asked, 2);
});
