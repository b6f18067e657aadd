/** The receiver of the benchmarks counts what comes out of order, twice or without a proof. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { FAIL_ONE_OF_20, FLAPPING } from '../../bench/receiver-path.ts';
import { type ReceiverProcess, startReceiver } from '../../bench/receiver-process.ts';
import { type Job, makeSend } from '../../bench/versus/job.ts';

async function countsOf(jobs: readonly Job[]): ReturnType<ReceiverProcess['counts']> {
  const receiver = await startReceiver();
  const { send, close } = makeSend(`${receiver.url}/hook`);
  try {
    for (const job of jobs) await send(job);
    return await receiver.counts();
  } finally {
    await close();
    receiver.stop();
  }
}

function job(key: string, sequence: number): Job {
  return { key, sequence };
}

test('jobs in the order of their keys are in order, however the keys are mixed', async () => {
  const jobs = [job('a', 1), job('b', 1), job('b', 2), job('a', 2), job('b', 3)];
  assert.deepEqual(await countsOf(jobs), { received: 5, unverified: 0, outOfOrder: 0, refused: 0 });
});

test('a job that comes after a later one of its key is out of order', async () => {
  const jobs = [job('a', 1), job('a', 3), job('a', 2), job('b', 1), job('a', 4)];
  assert.deepEqual(await countsOf(jobs), { received: 5, unverified: 0, outOfOrder: 1, refused: 0 });
});

test('a job that comes twice is out of order', async () => {
  const jobs = [job('a', 1), job('a', 1)];
  assert.deepEqual(await countsOf(jobs), { received: 2, unverified: 0, outOfOrder: 1, refused: 0 });
});

test('a request without the token is unverified', async () => {
  const receiver = await startReceiver();
  try {
    const answer = await request(`${receiver.url}/hook`, { method: 'POST', body: '{}' });
    await answer.body.dump();
    assert.equal((await receiver.counts()).unverified, 1);
  } finally {
    receiver.stop();
  }
});

/** The numbers of the requests that are answered 503. */
async function refusedOf(path: string, requests: number): Promise<number[]> {
  const receiver = await startReceiver();
  try {
    const refused: number[] = [];
    for (let number = 1; number <= requests; number += 1) {
      const answer = await request(`${receiver.url}${path}`, { method: 'POST', body: '{}' });
      await answer.body.dump();
      if (answer.statusCode === 503) refused.push(number);
    }
    assert.equal((await receiver.counts()).refused, refused.length);
    return refused;
  } finally {
    receiver.stop();
  }
}

test('the path of an endpoint says which of its requests are refused', async () => {
  assert.deepEqual(await refusedOf(`${FAIL_ONE_OF_20}/0`, 41), [20, 40]);
  assert.deepEqual(await refusedOf(`${FLAPPING}/1`, 5), [2, 4]);
  assert.deepEqual(await refusedOf('/hook', 25), []);
});
