/**
 * The batcher in front of a store: requests that come while a batch is written share the next one,
 * within bounds, in order.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ServiceError } from '../../src/core/error/service-error.ts';
import { Batcher, type Gathering } from '../../src/store/batcher.ts';

/** Records the batches; each is done when the test says so. */
function noted(batchMax: number, queueMax: number, gather?: Gathering) {
  const batches: string[][] = [];
  let finish = () => {};
  const limits = { batchMax, queueMax, ...(gather && { gather }) };
  const batcher = new Batcher<string>(limits, (batch, done) => {
    batches.push(batch.map(({ request }) => request));
    finish = () => {
      for (const { request, resolve } of batch) resolve(request);
      done();
    };
  });
  return { batcher, batches, finish: () => finish() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batcher', () => {
  test('requests that come while a batch is written form the next one', async () => {
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

  test('a full queue refuses bounded requests first', async () => {
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

  test('a closed batcher refuses, and closing waits for earlier requests', async () => {
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

describe('a batcher that waits for more', () => {
  const GATHER = { afterRequests: 2, waitMs: 3, enough: 4 };

  /** After the batch `a`, `b`; `c` came during it. */
  async function afterLarge(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const line = noted(10, 100, GATHER);
    const asked = ['a', 'b'].map((each) => line.batcher.ask(each, 1, true));
    await turn();
    asked.push(line.batcher.ask('c', 1, true));
    line.finish();
    await turn();
    assert.deepEqual(line.batches, [['a', 'b']]);
    return { ...line, asked };
  }

  test('after a large batch, requests within the wait join the next one', async (t) => {
    const { batcher, batches, finish, asked } = await afterLarge(t);
    t.mock.timers.tick(2);
    asked.push(batcher.ask('d', 1, true));
    await turn();
    assert.equal(batches.length, 1);
    t.mock.timers.tick(1);
    assert.deepEqual(batches[1], ['c', 'd']);
    finish();
    await Promise.all(asked);
  });

  test('enough weight ends the wait, and its timer with it', async (t) => {
    const { batcher, batches, finish, asked } = await afterLarge(t);
    asked.push(batcher.ask('d', 3, true));
    await turn();
    assert.deepEqual(batches[1], ['c', 'd']);
    asked.push(batcher.ask('e', 1, true));
    t.mock.timers.tick(3);
    await turn();
    assert.equal(batches.length, 2, 'one batch at a time');
    finish();
    t.mock.timers.tick(3);
    finish();
    await Promise.all(asked);
  });

  test('after a small batch the next one begins at once', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { batcher, batches, finish } = noted(10, 100, GATHER);
    const asked = [batcher.ask('a', 1, true)];
    await turn();
    asked.push(batcher.ask('b', 1, true));
    finish();
    assert.deepEqual(batches, [['a'], ['b']]);
    finish();
    await Promise.all(asked);
  });

  test('closing waits for requests that still wait for more', async (t) => {
    const { batcher, batches, finish, asked } = await afterLarge(t);
    const closed = batcher.close();
    t.mock.timers.tick(3);
    assert.deepEqual(batches[1], ['c']);
    finish();
    await Promise.all([closed, ...asked]);
  });

  test('a batcher without a thread begins no batch after the wait', async (t) => {
    const { batcher, batches, asked } = await afterLarge(t);
    batcher.fail('The writer is gone.');
    await assert.rejects(Promise.all(asked), { code: 'STORAGE_UNAVAILABLE' });
    t.mock.timers.tick(3);
    assert.equal(batches.length, 1);
    await batcher.close();
  });
});
