/**
 * Alerts in virtual time: the checkers find no fault in the shipping code, and every trouble
 * happens.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alertFaults } from '../../../sim/alert/alert-check.ts';
import { playAlerts } from '../../../sim/alert/alert-world.ts';
import { SLOTS } from '../../../src/engine/alert/notifier.ts';

const SEEDS = [1, 2, 3, 4];

describe('S17.4 to S17.12: alerts while receivers, mails, the store and processes fail', () => {
  for (const seed of SEEDS) {
    test(`seed ${seed}`, async () => {
      const history = await playAlerts(seed);
      assert.deepEqual(alertFaults(history), []);
      const kinds = new Set(history.alerts.map(({ trigger }) => trigger));
      for (const kind of ['OPS_DISK_LOW', 'OPS_ENDPOINT_HELD'] as const) {
        assert.ok(kinds.has(kind), kind);
      }
      const to = new Set(history.arrivals.map((each) => each.to));
      const all = [...history.receivers, ...history.slowReceivers, history.besideSlow.name];
      assert.deepEqual([...to].sort(), all.sort());
      assert.ok(history.slowReceivers.length > SLOTS.endpoint.all);
      assert.ok(history.deaths.size > 0);
      assert.ok(history.arrivals.some(({ takenAtMs }) => takenAtMs === null));
    });
  }

  test('the same seed gives the same history', async () => {
    assert.deepEqual(await playAlerts(7), await playAlerts(7));
  });
});
