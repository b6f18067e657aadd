/** The dispatcher reacts to notices of other processes, and finds work if a notice is lost. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setup } from '../setup.ts';
import { SharedOwner } from './shared-owner.ts';

async function shared(t: TestContext) {
  const owner = new SharedOwner();
  const rig = await setup(t, {}, owner.wrap);
  return { owner, rig };
}

describe('a notice', () => {
  test('of heads leads to a read, and a poll finds heads whose notice was lost', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    // Stored as by another process: this dispatcher is not offered the head.
    await rig.store.accept([rig.item('call-1', 'CALLING')]);
    await rig.settled();
    assert.deepEqual(rig.channel.order(), []);
    owner.tell({ heads: [endpoint.key] });
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    await rig.store.accept([rig.item('call-2', 'CALLING')]);
    await rig.advance(2_100);
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-2#1']);
  });

  test('of a change makes settings be read again, and so does a possible gap', async (t) => {
    const { owner, rig } = await shared(t);
    const endpoint = await rig.endpoint();
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    for (const [target, news] of [
      ['https://other.example/hook', { changed: [endpoint.key] }],
      ['https://third.example/hook', 'all'],
    ] as const) {
      const settings = { ...endpoint, target };
      await rig.store.updateEndpoint({
        projectKey: rig.project,
        key: endpoint.key,
        settings,
        audit: rig.audit(),
      });
      owner.tell(news);
      await rig.report(`call-${target}`, 'CALLING');
      await rig.settled();
      assert.equal(rig.channel.sent.at(-1)?.request.endpoint.target, target);
    }
  });
});

test('a head of a trigger ticked elsewhere is sent, not cancelled by old settings', async (t) => {
  const { owner, rig } = await shared(t);
  const endpoint = await rig.endpoint({ triggers: ['OUTBOUND_CALL_COMPLETED'] });
  await rig.report('call-1', 'COMPLETED');
  await rig.settled();
  // Another process ticks a trigger and accepts a report; the notice is still on its way.
  const triggers = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'] as const;
  const settings = { ...endpoint, triggers };
  await rig.store.updateEndpoint({
    projectKey: rig.project,
    key: endpoint.key,
    settings,
    audit: rig.audit(),
  });
  await rig.store.accept([rig.item('call-2', 'CALLING')]);
  owner.tell({ heads: [endpoint.key] });
  await rig.settled();
  assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-2#1']);
  assert.deepEqual(await rig.states(), ['delivered', 'delivered']);
});
