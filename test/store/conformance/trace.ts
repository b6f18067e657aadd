/**
 * Trace contexts in any store: the firing of a report keeps its own, every later delivery of that
 * firing has it, and only sampled reports are timed (S14.18).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bench, benchOf, type OpenStore, reportOf } from '../given.ts';
import { analyzer, claimOne, listener, SUCCEEDED, settled, waitingMove } from './acw-given.ts';

const SPAN = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

async function tracedReport(bench: Bench, callId: string, status: string, traceparent = SPAN) {
  const [receipt] = await bench.store.accept([
    {
      projectKey: bench.project,
      callId,
      report: reportOf(status),
      source: 'api',
      receivedAtMs: bench.clock.nowMs,
      traceparent,
    },
  ]);
  assert.ok(receipt?.kind === 'accepted');
  return receipt;
}

export function traceConformance(open: OpenStore): void {
  describe('traces', () => {
    test('a head has the trace of its report: made, read again, promoted, replayed', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = SPAN.replace('b', 'c');
      const first = await tracedReport(bench, 'a', 'CALLING');
      await tracedReport(bench, 'a', 'CLOSING', other);
      const { planned } = first;
      assert.ok(planned !== undefined && planned.fromMs <= planned.untilMs);
      const [head] = first.heads;
      assert.equal(head?.traceparent, SPAN);
      assert.deepEqual(await bench.ready(key), first.heads);
      assert.ok(head !== undefined);
      await bench.delivered(head);
      const [promoted] = await bench.ready(key);
      assert.equal(promoted?.traceparent, other);
      assert.ok(promoted !== undefined);
      await bench.delivered(promoted);
      const answer = await bench.store.replayDelivery({
        projectKey: bench.project,
        key: head.delivery,
        nowMs: bench.clock.nowMs,
        audit: bench.audit(),
      });
      assert.ok(answer.kind === 'made');
      assert.deepEqual(
        answer.heads.map(({ traceparent }) => traceparent),
        [SPAN],
      );
      await bench.close();
    });

    test('a head of an untraced report has no trace and is not timed', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const receipt = await bench.report('a', 'CALLING');
      assert.equal('planned' in receipt, false);
      const [head] = await bench.ready(key);
      assert.equal(head?.traceparent, null);
      await bench.close();
    });

    test('the end of a run is in the trace of its launch, and so is a run by hand', async () => {
      const bench = await benchOf(open);
      const agent = await analyzer(bench);
      await listener(bench);
      const { heads } = await tracedReport(bench, 'call_1', 'COMPLETED');
      const head = heads.find(({ endpoint }) => endpoint === agent.key);
      assert.ok(head !== undefined);
      await settled(bench, head, 'delivered', waitingMove(bench));
      const work = await claimOne(bench);
      const answer = await bench.store.finishRun({
        run: work.key,
        claim: work.claim,
        end: SUCCEEDED,
        nowMs: bench.clock.nowMs,
      });
      assert.ok(answer.kind === 'finished');
      assert.deepEqual(
        answer.heads.map(({ traceparent }) => traceparent),
        [SPAN],
      );
      const again = await bench.store.launchAgain({
        projectKey: bench.project,
        callId: 'call_1',
        endpoint: agent.key,
        run: work.key,
        audit: bench.audit(),
        nowMs: bench.clock.nowMs,
      });
      assert.deepEqual(
        again?.heads.map(({ traceparent }) => traceparent),
        [SPAN],
      );
      await bench.close();
    });
  });
}
