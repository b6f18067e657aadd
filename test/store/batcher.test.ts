/**
 * Natural batching in front of a store: what is asked while a batch is done shares the next one,
 * within bounds, in order.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../src/core/error/service-error.ts';
import { Batcher } from '../../src/store/batcher.ts';

/** Notes the batches; each is done when the test says so. */
function noted(batchMax: number, queueMax: number) {
  const batches: string[][] = [];
  let finish = () => {};
  const batcher = new Batcher<string>({ batchMax, queueMax }, (batch, done) => {
    batches.push(batch.map(({ request }) => request));
    finish = () => {
      for (const { request, resolve } of batch) resolve(request);
      done();
    };
  });
  return { batcher, batches, finish: () => finish() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a line of requests', () => {
  test('what is asked while a batch is done forms the next one', async () => {
    const { batcher, batches, finish } = noted(10, 100);
    const first = ['a', 'b'].map((each) => batcher.ask(each, 1, true));
    await turn();
    const second = ['c', 'd', 'e'].map((each) => batcher.ask(each, 1, true));
    await turn();
    assert.deepEqual(batches, [['a', 'b']]);
    finish();
    assert.deepEqual(await Promise.all(first), ['a', 'b']);
    assert.deepEqual(batches[1], ['c', 'd', 'e']);
    finish();
    await Promise.all(second);
  });

  test('a batch holds no more than its weight, but always one request', async () => {
    const { batcher, batches, finish } = noted(3, 100);
    const asked = [
      batcher.ask('big', 7, true),
      batcher.ask('a', 2, true),
      batcher.ask('b', 2, true),
    ];
    for (let index = 0; index < 3; index += 1) {
      await turn();
      finish();
    }
    await Promise.all(asked);
    assert.deepEqual(batches, [['big'], ['a'], ['b']]);
  });

  test('a full line refuses bounded requests first', async () => {
    const { batcher, finish } = noted(10, 2);
    const first = batcher.ask('a', 2, true);
    const refused = batcher.ask('b', 1, true);
    const second = batcher.ask('c', 1, false);
    await assert.rejects(
      refused,
      (error) => error instanceof ServiceError && error.code === 'OVERLOADED',
    );
    await turn();
    finish();
    assert.deepEqual(await Promise.all([first, second]), ['a', 'c']);
  });

  test('a closed line refuses, and closing waits for what was asked', async () => {
    const { batcher, finish } = noted(10, 10);
    const asked = batcher.ask('a', 1, true);
    await turn();
    const closed = batcher.close();
    await assert.rejects(batcher.ask('b', 1, true), { code: 'STORAGE_UNAVAILABLE' });
    finish();
    await Promise.all([asked, closed]);
  });

  test('a batcher without a thread rejects the waiting requests', async () => {
    const { batcher } = noted(1, 10);
    void batcher.ask('a', 1, true).catch(() => {});
    const waiting = batcher.ask('b', 1, true);
    await turn();
    batcher.fail('The writer is gone.');
    await assert.rejects(waiting, { code: 'STORAGE_UNAVAILABLE' });
    await assert.rejects(batcher.ask('c', 1, true), { code: 'STORAGE_UNAVAILABLE' });
  });
});
