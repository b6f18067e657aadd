/**
 * Steps 2 to 6 of any store: what one report writes, all of it or nothing, and once.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { benchOf, DAY_MS, type OpenStore, reportOf, START_MS } from '../given.ts';

export function intakeConformance(open: OpenStore): void {
  describe('intake', () => {
    test('a report is written whole: call, timeline, firings, deliveries, heads', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const receipt = await bench.report('call 1', 'COMPLETED', {
        clientId: 'ördér',
        reportId: 'r1',
      });
      assert.equal(receipt.kind, 'accepted');
      if (receipt.kind !== 'accepted') return;
      assert.deepEqual(receipt.answer.triggers, ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']);
      assert.deepEqual(receipt.made, [endpoint.key, endpoint.key]);
      assert.equal(receipt.heads.length, 1);
      const timeline = await bench.store.timeline({ projectKey: bench.project, callId: 'call 1' });
      assert.equal(timeline?.call.status, 'COMPLETED');
      assert.equal(timeline?.call.clientId, 'ördér');
      assert.equal(timeline?.call.endedAtMs, START_MS);
      assert.deepEqual(
        timeline?.reports.map(({ number, reportId }) => [number, reportId]),
        [[1, 'r1']],
      );
      assert.deepEqual(
        timeline?.firings.map(({ trigger }) => trigger),
        receipt.answer.triggers,
      );
      assert.deepEqual(
        timeline?.deliveries.map(({ sequence, state }) => [sequence, state]),
        [
          [1, 'due'],
          [2, 'waiting'],
        ],
      );
      assert.equal(timeline?.truncated, false);
      await bench.close();
    });

    test('the head in the receipt equals the head that is read back', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint({ contentKey: 'text' });
      const heads = await bench.heads('call_1', 'CALLING');
      assert.deepEqual(await bench.ready(endpoint.key), heads);
      assert.equal(heads[0]?.bodyForm, 'text');
      await bench.close();
    });

    test('after the clock went back a new head is due at once', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [first] = await bench.heads('call_1', 'CALLING');
      assert.ok(first !== undefined);
      await bench.delivered(first);
      bench.clock.nowMs -= 3_600_000;
      const [second] = await bench.heads('call_1', 'CLOSING');
      assert.equal(second?.dueAtMs, bench.clock.nowMs);
      assert.equal(second?.createdAtMs, first.createdAtMs);
      await bench.close();
    });

    test('sequences go on from report to report', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      for (const status of ['CALLING', 'CLOSING', 'COMPLETED'])
        await bench.report('call_1', status);
      const rows = await bench.all({ endpoint: endpoint.key });
      assert.deepEqual(
        rows.map(({ sequence }) => sequence),
        [1, 2, 3, 4],
      );
      await bench.close();
    });

    test('a report with the same id and content gets its answer and writes nothing', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const first = await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      const again = await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      assert.equal(first.kind === 'accepted' && first.heads.length, 1);
      assert.deepEqual(again, { ...first, made: [], heads: [] });
      assert.equal(
        (await bench.store.call({ projectKey: bench.project, callId: 'call_1' }))?.reports,
        1,
      );
      await bench.close();
    });

    test('a report id reused for other content is refused, for 7 days', async () => {
      const bench = await benchOf(open);
      await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      const reused = await bench.report('call_1', 'CLOSING', { reportId: 'r1' });
      assert.equal(reused.kind === 'refused' && reused.code, 'REPORT_ID_REUSED');
      const other = await bench.report('call_2', 'CLOSING', { reportId: 'r1' });
      assert.equal(other.kind, 'accepted', 'ids are remembered within their call');
      bench.clock.nowMs += 7 * DAY_MS + 1;
      assert.equal((await bench.report('call_1', 'CLOSING', { reportId: 'r1' })).kind, 'accepted');
      await bench.close();
    });

    test('a report id is not forgotten because the clock jumped', async () => {
      const bench = await benchOf(open);
      const first = await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      bench.clock.nowMs += 30 * DAY_MS;
      const item = {
        projectKey: bench.project,
        callId: 'call_1',
        report: reportOf('CALLING', { reportId: 'r1' }),
        source: 'api' as const,
        receivedAtMs: bench.clock.nowMs,
        judgedAtMs: START_MS + 1,
      };
      const [again] = await bench.store.accept([item]);
      assert.deepEqual(again, { ...first, made: [], heads: [] });
      await bench.close();
    });

    test('all items of a batch are stored in order, refused ones leave no trace', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const item = (callId: string, status: string, direction: 'OUTBOUND' | 'INBOUND' | null) => ({
        projectKey: bench.project,
        callId,
        report: reportOf(status, { direction }),
        source: 'api' as const,
        receivedAtMs: START_MS,
      });
      const receipts = await bench.store.accept([
        item('call_1', 'CALLING', 'OUTBOUND'),
        item('call_2', 'CALLING', null),
        item('call_1', 'CLOSING', 'INBOUND'),
        item('call_1', 'CLOSING', null),
      ]);
      assert.deepEqual(
        receipts.map(({ kind }) => kind),
        ['accepted', 'refused', 'refused', 'accepted'],
      );
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'call_2' }), null);
      assert.equal(
        (await bench.store.call({ projectKey: bench.project, callId: 'call_1' }))?.status,
        'CLOSING',
      );
      await bench.close();
    });

    test('a batch with an item that cannot be stored stores nothing', async () => {
      const bench = await benchOf(open);
      const nowhere = asKey<ProjectKey>(99);
      const item = { callId: 'call_1', report: reportOf('CALLING'), source: 'api' as const };
      await assert.rejects(
        bench.store.accept([
          { ...item, projectKey: bench.project, receivedAtMs: START_MS },
          { ...item, projectKey: nowhere, receivedAtMs: START_MS },
        ]),
      );
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'call_1' }), null);
      assert.equal((await bench.report('call_1', 'CALLING')).kind, 'accepted');
      await bench.close();
    });

    test('the fault of one caller does not affect others in the same batch', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const results = await Promise.allSettled([
        bench.report('call_1', 'CALLING'),
        bench.report('call_2', 'CALLING', {}, asKey<ProjectKey>(99)),
        bench.report('call_3', 'CALLING'),
      ]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal((await bench.all()).length, 2);
      assert.equal(
        (
          await bench.store.stats({
            projectKey: bench.project,
            endpoint: null,
            fromMs: START_MS,
            toMs: START_MS + 1,
            stepMs: 60_000,
          })
        ).backlog,
        2,
      );
      await bench.close();
    });

    test('a disabled endpoint gets deliveries, a deleted or unticked one none', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const disabled = await bench.endpoint();
      const deleted = await bench.endpoint();
      const unticked = await bench.endpoint({ triggers: ['CALL_LOG_CREATED'] });
      await bench.heads('call_0', 'CALLING');
      const off = { enabled: false, reason: 'operator' } as const;
      await store.setEnabled({
        projectKey: project,
        key: disabled.key,
        state: off,
        audit: bench.audit(),
      });
      await store.deleteEndpoint({ projectKey: project, key: deleted.key, audit: bench.audit() });
      const heads = await bench.heads('call_1', 'CALLING');
      assert.deepEqual(
        heads.map(({ endpoint }) => endpoint),
        [disabled.key],
      );
      const triggers = ['OUTBOUND_CALL_CLOSING'] as const;
      await store.updateEndpoint({
        projectKey: project,
        key: unticked.key,
        settings: { ...unticked, triggers },
        audit: bench.audit(),
      });
      const later = await bench.heads('call_2', 'CLOSING');
      assert.deepEqual(
        later.map(({ endpoint }) => endpoint),
        [disabled.key, unticked.key],
      );
      await bench.close();
    });

    test('stale calls are found by class and direction, the oldest first', async () => {
      const bench = await benchOf(open);
      const inbound = { direction: 'INBOUND' } as const;
      await bench.report('calling', 'CALLING', inbound);
      await bench.report('outbound', 'CALLING');
      await bench.report('ended', 'COMPLETED', inbound);
      bench.clock.nowMs += 1_000;
      await bench.report('accepting', 'ACCEPTING', inbound);
      const { acceptingMs, callingMs } = PROJECT_DEFAULTS.stale;
      const found = async (nowMs: number, limit = 10) =>
        (await bench.store.staleCalls({ nowMs, limit })).map(({ call }) => call.callId);
      assert.deepEqual(await found(bench.clock.nowMs + acceptingMs - 1), []);
      assert.deepEqual(await found(bench.clock.nowMs + acceptingMs), ['accepting']);
      assert.deepEqual(await found(bench.clock.nowMs + callingMs), ['calling', 'accepting']);
      assert.deepEqual(await found(bench.clock.nowMs + callingMs, 1), ['calling']);
      await bench.report('accepting', 'ACCEPTING', inbound);
      await bench.close();
    });

    test('stale calls of one millisecond come in the order in which they began', async () => {
      const bench = await benchOf(open);
      const inbound = { direction: 'INBOUND' } as const;
      for (const callId of ['first', 'second', 'third']) {
        await bench.report(callId, 'ACCEPTING', inbound);
      }
      bench.clock.nowMs += 1_000;
      // Rewrites the rows in another order, as PostgreSQL then keeps them.
      for (const callId of ['third', 'first', 'second']) {
        await bench.report(callId, 'CALLING', inbound);
      }
      const nowMs = bench.clock.nowMs + PROJECT_DEFAULTS.stale.callingMs;
      const found = await bench.store.staleCalls({ nowMs, limit: 10 });
      assert.deepEqual(
        found.map(({ call }) => call.callId),
        ['first', 'second', 'third'],
      );
      await bench.close();
    });

    test('a call reported on since it was found stale is left alone', async () => {
      const bench = await benchOf(open);
      const { store, project, clock } = bench;
      await bench.endpoint({ triggers: ['INBOUND_CALL_ERROR'] });
      const inbound = { direction: 'INBOUND' } as const;
      for (const callId of ['silent', 'heard']) await bench.report(callId, 'ACCEPTING', inbound);
      clock.nowMs += PROJECT_DEFAULTS.stale.acceptingMs;
      const stale = await store.staleCalls({ nowMs: clock.nowMs, limit: 10 });
      await bench.report('heard', 'CALLING', inbound);
      await bench.report('outbound', 'CALLING');
      const receivedAtMs = clock.nowMs + PROJECT_DEFAULTS.stale.acceptingMs;
      const report = { ...reportOf('ERROR'), direction: null };
      const receipts = await store.accept(
        [...stale.map(({ call }) => call.callId), 'outbound', 'unknown'].map((callId) => ({
          projectKey: project,
          callId,
          report,
          source: 'stale' as const,
          receivedAtMs,
        })),
      );
      assert.deepEqual(
        receipts.map((receipt) => receipt.kind === 'accepted' && receipt.answer),
        [
          {
            callId: 'silent',
            applied: true,
            callStatus: 'ERROR',
            triggers: ['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
          },
          { callId: 'heard', applied: false, callStatus: 'CALLING', triggers: [] },
          { callId: 'outbound', applied: false, callStatus: 'CALLING', triggers: [] },
          { callId: 'unknown', applied: false, callStatus: null, triggers: [] },
        ],
      );
      assert.equal((await store.call({ projectKey: project, callId: 'heard' }))?.reports, 2);
      assert.equal(await store.call({ projectKey: project, callId: 'unknown' }), null);
      assert.equal((await bench.all()).length, 1);
      await bench.close();
    });
  });
}
