/** S3.13: a delivery never affects the answer to the report that caused it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createIntake } from '../../src/engine/intake.ts';
import { setup, unavailable } from './setup.ts';

describe('intake', () => {
  test('S3.13: answers after the commit, whatever the receiver does', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    const [receipt] = await rig.intake.accept([rig.item('call-1', 'CALLING')]);
    assert.equal(receipt?.kind, 'accepted');
    assert.deepEqual(receipt?.kind === 'accepted' && receipt.answer, {
      callId: 'call-1',
      applied: true,
      callStatus: 'CALLING',
      triggers: ['OUTBOUND_CALL_CALLING'],
    });
    assert.equal((await rig.deliveries()).length, 1);
  });

  test('only durable heads are offered to the dispatcher', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    const offered: number[] = [];
    const dispatcher = {
      offer: (heads: readonly { readonly sequence: number }[]) => {
        offered.push(...heads.map(({ sequence }) => sequence));
      },
    };
    const { store, staleness } = rig;
    const intake = createIntake({ store, dispatcher, staleness, emit: () => {} });
    await intake.accept([rig.item('call-1', 'CALLING'), rig.item('call-1', 'CLOSING')]);
    assert.deepEqual(offered, [1]);
    rig.faulty.refuse('accept', unavailable);
    await assert.rejects(intake.accept([rig.item('call-2', 'CALLING')]), {
      code: 'STORAGE_UNAVAILABLE',
    });
    assert.deepEqual(offered, [1]);
  });

  test('a repeat is no new report, even if the clock jumps by a month', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    const item = rig.item('call-1', 'CALLING');
    const report = { ...item.report, reportId: 'r1' };
    const [first] = await rig.intake.accept([{ ...item, report }]);
    rig.clock.jump(30 * 86_400_000);
    const [again] = await rig.intake.accept([{ ...rig.item('call-1', 'CALLING'), report }]);
    assert.ok(first?.kind === 'accepted' && again?.kind === 'accepted');
    assert.deepEqual(again.answer, first.answer);
  });

  test('a receipt for each report in order: refused, ignored and applied ones', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    const inbound = rig.item('call-1', 'CALLING');
    const receipts = await rig.intake.accept([
      rig.item('call-1', 'CALLING'),
      { ...inbound, report: { ...inbound.report, direction: 'INBOUND' } },
      rig.item('call-1', 'CALLING'),
    ]);
    assert.deepEqual(
      receipts.map((receipt) =>
        receipt.kind === 'accepted' ? receipt.answer.applied : receipt.code,
      ),
      [true, 'DIRECTION_CHANGED', false],
    );
    const told = rig
      .named('report.accepted')
      .map(({ applied, reason, made }) => [applied, reason, made]);
    assert.deepEqual(told, [
      [true, null, 1],
      [false, 'DUPLICATE', 0],
    ]);
    assert.equal(rig.named('delivery.made').length, 1);
  });
});
