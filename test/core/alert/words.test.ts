/** S17.10: the words of alerts, in both languages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionOf, foundOf, lasting, titleOf } from '../../../src/core/alert/words.ts';
import { OPS_TRIGGERS } from '../../../src/core/trigger/ops-trigger.ts';

describe('the words of alerts', () => {
  for (const trigger of OPS_TRIGGERS) {
    test(`${trigger} has a title, a sentence and what to do`, () => {
      for (const language of ['en', 'ja'] as const) {
        for (const value of [-5, 1, 90_000, 3 * 3_600_000, 20 * 86_400_000, 2 ** 41]) {
          const found = foundOf({ trigger, name: 'Orders', value }, language);
          assert.match(found, language === 'en' ? /\.$/ : /。$/);
        }
        assert.ok(titleOf(trigger, language).length > 0);
        assert.match(actionOf(trigger, language), language === 'en' ? /\.$/ : /。$/);
      }
    });
  }

  test('durations are in their largest unit', () => {
    assert.deepEqual(
      [0, 1_000, 119_000, 15 * 60_000, 3 * 3_600_000, 14 * 86_400_000].map(lasting),
      ['1 second', '1 second', '119 seconds', '15 minutes', '3 hours', '14 days'],
    );
  });

  test('counts of one are singular, and bytes have their unit', () => {
    const said = (trigger: 'OPS_DELIVERIES_EXHAUSTED' | 'OPS_DISK_LOW', value: number) =>
      foundOf({ trigger, name: 'Orders', value });
    assert.equal(said('OPS_DELIVERIES_EXHAUSTED', 1), '1 delivery to Orders was given up.');
    assert.match(said('OPS_DISK_LOW', 512 * 2 ** 20), /has 512 MiB left/);
    assert.match(said('OPS_DISK_LOW', 1.5 * 2 ** 30), /has 1\.5 GiB left/);
  });
});
