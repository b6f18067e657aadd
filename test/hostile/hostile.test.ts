/** The hostile run in short: what docs/reference/hostile-receivers.md promises to the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './bounds.ts';
import { runHostile } from './run.ts';

test('a healthy endpoint among all hostile ones', { timeout: 120_000 }, async (t) => {
  const run = await runHostile({ calls: 5, rounds: 2, say: (line) => t.diagnostic(line) });
  t.diagnostic(JSON.stringify(run));
  assert.ok(run.endpoints > 100);
  assert.deepEqual(faultsOf(run), []);
});

test('the bounds are checked: a run that breaks each is told of each', () => {
  const worst = { p50: 20_000, p99: 20_000 };
  const run = {
    endpoints: 1,
    attempts: {},
    arrived: 1,
    reported: 2,
    openThen: 0,
    aloneMs: worst,
    amongMs: worst,
    rssGrowthBytes: 2 ** 30,
    rssBytes: 2 ** 30,
    filesMax: 5_000,
  };
  assert.equal(faultsOf(run).length, 5);
});
