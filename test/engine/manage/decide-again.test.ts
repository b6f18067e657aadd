/**
 * If a record changed between decision and write, the service decides again, a bounded number of
 * times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAgain, TRIES_MAX } from '../../../src/engine/manage/decide-again.ts';
import { failure } from './setup.ts';

test('a change that met another one is decided again on the present record', async () => {
  let tries = 0;
  const value = await decideAgain(async () => {
    tries += 1;
    return tries < 3 ? null : { tries };
  });
  assert.deepEqual(value, { tries: 3 });
});

test('a change is given up if the record never stops changing', async () => {
  let tries = 0;
  const change = decideAgain(async () => {
    tries += 1;
    return null;
  });
  await assert.rejects(change, failure('STATE_CONFLICT'));
  assert.equal(tries, TRIES_MAX);
});

test('a change that the decision refuses is not tried again', async () => {
  let tries = 0;
  const change = decideAgain(async () => {
    tries += 1;
    throw new RangeError('no');
  });
  await assert.rejects(change, RangeError);
  assert.equal(tries, 1);
});
