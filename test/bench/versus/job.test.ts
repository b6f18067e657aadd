/** The jobs of `--versus`: each key from 1, and no bulk insert with two jobs of a key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchesOf, bodyOf, jobsOf } from '../../../bench/versus/job.ts';

test('each key has its jobs from 1, and all firsts come before all seconds', () => {
  assert.deepEqual(jobsOf({ count: 5, keys: 2, prefix: 'k' }).map(Object.values), [
    ['k-0', 1],
    ['k-1', 1],
    ['k-0', 2],
    ['k-1', 2],
    ['k-0', 3],
  ]);
});

test('a bulk insert has each key once and at most 1,000 jobs, all jobs in their order', () => {
  const jobs = jobsOf({ count: 5_000, keys: 2_300, prefix: 'k' });
  const batches = batchesOf(jobs);
  assert.deepEqual(batches.flat(), jobs);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1_000, 1_000, 300, 1_000, 1_000, 300, 400],
  );
  for (const batch of batches) {
    assert.equal(new Set(batch.map(({ key }) => key)).size, batch.length);
  }
});

test('a body has the size of what Ringpost sends, and its key where the receiver reads it', () => {
  const body = bodyOf({ key: 'call-1234', sequence: 1 });
  assert.equal(Buffer.byteLength(body), 603);
  assert.match(body, /"callId":"call-1234"/);
});
