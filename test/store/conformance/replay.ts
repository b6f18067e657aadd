/**
 * Replays of firings, and lanes whose head is skipped, in any store. Lanes stay whole and in order.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EndpointKey } from '../../../src/core/id.ts';
import { benchOf, FAR_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';

export function replayConformance(open: OpenStore): void {
  describe('replays', () => {
    test('a replay is a new delivery at the end of the lane, linked to the first', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('a', 'CALLING');
      assert.ok(head);
      await bench.delivered(head);
      await bench.report('a', 'CLOSING');
      const answer = await store.replayDelivery({
        projectKey: project,
        key: head.delivery,
        nowMs: START_MS,
        audit: bench.audit(),
      });
      assert.equal(answer.kind, 'made');
      const [made] = answer.kind === 'made' ? answer.made : [];
      assert.deepEqual([made?.endpoint, made?.sequence, made?.trigger], [key, 3, head.trigger]);
      assert.ok(made);
      const detail = await store.delivery({ projectKey: project, key: made.key });
      assert.deepEqual(
        [detail?.state, detail?.firing, detail?.text, detail?.replayOf?.key, detail?.attempts],
        ['waiting', head.firing, head.text, head.delivery, 0],
      );
      const before = await store.delivery({ projectKey: project, key: head.delivery });
      assert.deepEqual(
        [before?.state, before?.replays.map((each) => each.key)],
        ['delivered', [made.key]],
      );
      assert.deepEqual(await bench.faults(), []);
      await bench.report('a', 'COMPLETED');
      const sequences = (await bench.all()).map(({ sequence }) => sequence);
      assert.deepEqual(sequences, [1, 2, 3, 4, 5]);
      const elsewhere = await otherProject(bench);
      const foreign = await store.replayDelivery({
        projectKey: elsewhere,
        key: head.delivery,
        nowMs: FAR_MS,
        audit: bench.audit(),
      });
      assert.equal(foreign.kind, 'not-found');
      await bench.close();
    });

    test('a call is replayed in order, to subscribed endpoints or to those named', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const one = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
      await bench.report('a', 'CALLING');
      await bench.report('a', 'COMPLETED');
      const late = await bench.endpoint({ triggers: ['OUTBOUND_CALL_COMPLETED'] });
      const call = await store.call({ projectKey: project, callId: 'a' });
      assert.ok(call);
      const replay = async (triggers: readonly ['CALL_LOG_CREATED'] | [], to: EndpointKey[]) => {
        const which = { triggers, endpoints: to };
        const answer = await store.replayCall({
          projectKey: project,
          call: call.key,
          which,
          nowMs: START_MS,
          audit: bench.audit(),
        });
        assert.ok(answer.kind === 'made');
        return answer.made.map(({ endpoint, trigger, sequence }) => [endpoint, trigger, sequence]);
      };
      assert.deepEqual(await replay([], []), [
        [one.key, 'OUTBOUND_CALL_CALLING', 2],
        [late.key, 'OUTBOUND_CALL_COMPLETED', 1],
      ]);
      assert.deepEqual(await replay(['CALL_LOG_CREATED'], [late.key]), [
        [late.key, 'CALL_LOG_CREATED', 2],
      ]);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('if the head of a lane is skipped, the next delivery is due', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('a', 'COMPLETED');
      assert.ok(head);
      await bench.retrying(head);
      const call = await store.call({ projectKey: project, callId: 'a' });
      assert.ok(call);
      const audit = { ...bench.audit('lane.head-skipped'), after: { reason: 'hangs' } };
      const skip = () =>
        store.skipHead({
          projectKey: project,
          endpoint: key,
          call: call.key,
          nowMs: START_MS,
          audit,
        });
      const elsewhere = await otherProject(bench);
      assert.equal(
        await store.skipHead({
          projectKey: elsewhere,
          endpoint: key,
          call: call.key,
          nowMs: START_MS,
          audit,
        }),
        null,
      );
      const first = await skip();
      assert.equal(first?.skipped, head.delivery);
      assert.equal(
        (await store.delivery({ projectKey: project, key: head.delivery }))?.state,
        'cancelled',
      );
      const [next] = await bench.ready(key);
      assert.deepEqual([next?.delivery, next?.sequence], [first?.head, 2]);
      const [entry] = await store.audit({ projectKey: project, beforeKey: null, limit: 1 });
      assert.deepEqual(entry?.after, { reason: 'hangs' });
      assert.equal((await skip())?.head, null);
      assert.equal(await skip(), null);
      await bench.close();
    });
  });
}
