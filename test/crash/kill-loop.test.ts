/** A 202 means committed: the process dies by SIGKILL under load and nothing owed is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillLoop } from './kill-loop.ts';
import { seededRandom } from './seeded.ts';

test('kill -9 under load loses no acknowledged report and reorders no delivery', async (t) => {
  const run = await runKillLoop({
    kills: 6,
    random: seededRandom(20_261_120),
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(`${run.acknowledged} acknowledged, ${run.delivered} delivered`);
  assert.deepEqual(run.refused, []);
  assert.ok(run.acknowledged > 100, 'there was load');
  assert.deepEqual(run.lost, []);
  assert.deepEqual(run.invented, []);
  assert.deepEqual(run.outOfOrder, []);
  assert.equal(run.open, 0);
  assert.equal(run.delivered, run.expected);
});
