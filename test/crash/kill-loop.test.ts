/**
 * A 202 means committed: the process dies in every way under load, receivers reset and refuse, an
 * operator interferes, and nothing owed is lost, reordered or repeated without a reason. A copy of
 * the service that acknowledges before it commits is found out by the same run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillLoop } from './kill-loop.ts';
import { copyWithEarlyAnswers } from './planted.ts';

test('kill -9 under load loses no acknowledged report and reorders no delivery', async (t) => {
  const { faults, ...figures } = await runKillLoop({
    kills: 6,
    seed: 20_261_120,
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.equal(figures.open, 0);
  assert.ok(figures.kills >= 6);
  assert.ok(figures.acknowledged > 100, 'there was load');
  assert.ok(figures.arrivals > figures.acknowledged, 'there were deliveries');
  assert.ok(figures.lostAnswers > 0 && figures.unread > 0, 'connections were reset');
  assert.ok(figures.delivered + figures.exhausted >= figures.expected);
});

test('a service that acknowledges before it commits is found out', async (t) => {
  const copy = await copyWithEarlyAnswers();
  t.after(() => copy.remove());
  const { faults } = await runKillLoop({
    kills: 4,
    seed: 1,
    say: (line) => t.diagnostic(line),
    main: copy.main,
  });
  const rules = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':'))));
  t.diagnostic(`${faults.length} faults: ${[...rules].join(', ')}`);
  // A call that was forgotten begins anew: what came of it may be missing or in another order.
  assert.ok(rules.has('lost') || rules.has('order') || rules.has('rest'));
});
