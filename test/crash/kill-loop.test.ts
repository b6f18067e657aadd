/**
 * A 202 means committed: the process dies in every way under load, receivers reset and refuse, an
 * operator interferes, and nothing owed is lost, reordered or repeated without a reason. The seed
 * draws four lives that end in four ways, after 164 reports; the proof `kill-loop` plays 50 kills,
 * `kill-loop.proof.ts` a planted fault.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillLoop } from './kill-loop.ts';

test('kill -9 under load loses no acknowledged report and reorders no delivery', async (t) => {
  const { faults, ...figures } = await runKillLoop({
    kills: 5,
    seed: 165_063,
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.equal(figures.open, 0);
  assert.ok(figures.kills >= 5);
  const ways = Object.keys(figures.endings).sort();
  assert.deepEqual(ways, ['kill-draining', 'kill-frozen', 'kill-starting', 'stop']);
  assert.ok(figures.acknowledged > 100, 'there was load');
  assert.ok(figures.arrivals > figures.acknowledged, 'there were deliveries');
  assert.ok(figures.lostAnswers > 0 && figures.unread > 0, 'connections were reset');
  assert.ok(figures.delivered + figures.exhausted >= figures.expected);
});
