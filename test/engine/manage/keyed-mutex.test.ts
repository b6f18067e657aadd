/** Tasks of one key take turns; others do not wait for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedMutex } from '../../../src/engine/manage/keyed-mutex.ts';

test('the next task of a key starts when the one before has ended', async () => {
  const inTurn = createKeyedMutex<string>();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    steps.push('first starts');
    await gate.promise;
    steps.push('first ends');
  });
  const second = inTurn('a', async () => void steps.push('second'));
  await inTurn('b', async () => void steps.push('another key'));
  gate.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(steps, ['first starts', 'another key', 'first ends', 'second']);
});

test('a task that fails rejects its own caller, and the next one starts', async () => {
  const inTurn = createKeyedMutex<string>();
  const first = inTurn('a', async () => {
    throw new Error('no');
  });
  const second = inTurn('a', async () => 'yes');
  await assert.rejects(first, /no/);
  assert.equal(await second, 'yes');
});
