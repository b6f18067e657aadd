/**
 * If a record changed between decision and write, the service decides again, a bounded number of
 * times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAgain, TRIES_MAX } from '../../../src/engine/manage/decide-again.ts';
import { failure } from './setup.ts';

test('a change that met another one is decided again on what is there now', async () => {
  let tries = 0;
  const value = await decideAgain(async () => {
    tries += 1;
    return tries < 3 ? null : { tries };
  });
  assert.deepEqual(value, { tries: 3 });
});

test('it is given up when others never stop', async () => {
  let tries = 0;
  const change = decideAgain(async () => {
    tries += 1;
    return null;
  });
  await assert.rejects(change, failure('STATE_CONFLICT'));
  assert.equal(tries, TRIES_MAX);
});

test('what the decision itself refuses is not tried again', async () => {
  let tries = 0;
  const change = decideAgain(async () => {
    tries += 1;
    throw new RangeError('no');
  });
  await assert.rejects(change, RangeError);
  assert.equal(tries, 1);
});
