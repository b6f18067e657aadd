/** A short hostile run: what docs/reference/hostile-receivers.md promises to other endpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './bounds.ts';
import { type CrowdRun, runHostile } from './run.ts';

test('among all hostile endpoints a healthy one gets its deliveries in time', async (t) => {
  const run = await runHostile({ calls: 5, rounds: 2, say: (line) => t.diagnostic(line) });
  t.diagnostic(JSON.stringify(run));
  const { honest, hostile } = run;
  assert.ok(hostile.endpoints > 100);
  assert.equal(honest.endpoints, hostile.endpoints);
  assert.ok(Number(hostile.attempts.retryable) > hostile.endpoints, 'they were hostile');
  const { delivered, ...others } = honest.attempts;
  assert.ok(Number(delivered) > 0);
  assert.deepEqual(new Set(Object.values(others)), new Set([0]));
  assert.deepEqual(faultsOf(run), []);
});

test('a run that breaks every bound gets a sentence for each', () => {
  const honest: CrowdRun = {
    endpoints: 107,
    attempts: {},
    arrived: 10,
    reported: 10,
    openThen: 0,
    waitMs: { p50: 20, p99: 40 },
    rssBytes: 300 * 2 ** 20,
    filesMax: 370,
  };
  const hostile: CrowdRun = { ...honest, openThen: 400, waitMs: { p50: 120, p99: 400 } };
  assert.deepEqual(faultsOf({ honest, hostile }), []);
  // A delivery waits for a silent receiver, a body is kept whole, every attempt leaks a connection.
  const worst = { waitMs: { p50: 20, p99: 5_000 }, rssBytes: 2 ** 30, filesMax: 1_200 };
  const bad = { ...hostile, ...worst, arrived: 9, openThen: 0 };
  const faults = faultsOf({ honest: { ...honest, arrived: 9 }, hostile: bad });
  assert.equal(faults.length, 6, faults.join('\n'));
});
