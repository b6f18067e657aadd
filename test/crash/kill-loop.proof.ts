/** The kill loop can fail: it detects a copy of the service that acknowledges too early. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillLoop } from './kill-loop.ts';
import { copyWithEarlyAnswers } from './planted.ts';

test('a service that acknowledges before it commits is detected', async (t) => {
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
  // A call that was lost begins anew: its deliveries may be missing or in another order.
  assert.ok(rules.has('lost') || rules.has('order') || rules.has('rest'));
});
