/**
 * S2.21 in any store: a hint about a call decides how a later report of it is read, in the
 * transaction of that report; it is removed with its call, and after two days.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HINT_DAYS, type Hint, type ReportVariant } from '../../../src/core/call/report.ts';
import { benchOf, DAY_MS, type OpenStore, reportOf, START_MS } from '../given.ts';

type Bench = Awaited<ReturnType<typeof benchOf>>;

const CUT = [{ code: 'CALL_INTERRUPTED', message: 'cut', atMs: null }] as const;
const VARIANTS: readonly ReportVariant[] = [
  { direction: 'INBOUND', hint: null, status: 'ERROR', errors: CUT },
  { direction: null, hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] },
];

async function end(bench: Bench, callId: string, more: Parameters<typeof reportOf>[1] = {}) {
  const [receipt] = await bench.store.accept([
    {
      projectKey: bench.project,
      callId,
      report: reportOf('COMPLETED', more),
      source: 'ingest:src_1',
      receivedAtMs: START_MS + 1_000,
      variants: VARIANTS,
    },
  ]);
  assert.equal(receipt?.kind, 'accepted', JSON.stringify(receipt));
  return receipt?.kind === 'accepted' ? receipt.answer : null;
}

function keep(bench: Bench, callId: string, ...hints: readonly Hint[]): Promise<void> {
  const { store, project: projectKey } = bench;
  const list = hints.map((hint) => ({ callId, hint }));
  return store.keepHints({ projectKey, hints: list, receivedAtMs: START_MS });
}

export function hintConformance(open: OpenStore): void {
  describe('hints', () => {
    test('S2.21: a hint decides what a later report says, also of a new call', async () => {
      const bench = await benchOf(open);
      await bench.report('known', 'CALLING');
      for (const callId of ['known', 'new']) {
        await keep(bench, callId, 'ANSWERED', 'MACHINE');
        assert.equal((await end(bench, callId))?.callStatus, 'VOICEMAIL_REACHED');
        const timeline = await bench.store.timeline({ projectKey: bench.project, callId });
        assert.equal(timeline?.reports.at(-1)?.status, 'VOICEMAIL_REACHED');
      }
      assert.equal((await end(bench, 'other'))?.callStatus, 'COMPLETED');
      await bench.close();
    });

    test('S2.21: the direction of the known call decides, and its errors are stored', async () => {
      const bench = await benchOf(open);
      await bench.report('in', 'CALLING', { direction: 'INBOUND' });
      const answer = await end(bench, 'in', { direction: null });
      assert.deepEqual(answer?.triggers, ['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED']);
      const timeline = await bench.store.timeline({ projectKey: bench.project, callId: 'in' });
      assert.equal(timeline?.reports.at(-1)?.errors[0]?.message, 'cut');
      await bench.close();
    });

    test('S2.21: of MACHINE and PERSON the later hint counts', async () => {
      const bench = await benchOf(open);
      await keep(bench, 'a', 'MACHINE');
      await keep(bench, 'a', 'PERSON', 'PERSON');
      assert.equal((await end(bench, 'a'))?.callStatus, 'COMPLETED');
      await bench.close();
    });

    test('S2.21: a report repeated after a hint is still the same report', async () => {
      const bench = await benchOf(open);
      const first = await end(bench, 'a', { reportId: 'r' });
      await keep(bench, 'a', 'MACHINE');
      assert.deepEqual(await end(bench, 'a', { reportId: 'r' }), first);
      await bench.close();
    });

    test('a hint is removed with its call, and none is kept for a deleted call', async () => {
      const bench = await benchOf(open);
      await bench.report('a', 'CALLING');
      await keep(bench, 'a', 'MACHINE');
      await bench.store.deleteCall({
        projectKey: bench.project,
        callId: 'a',
        nowMs: START_MS,
        audit: bench.audit('call.deleted'),
      });
      await keep(bench, 'a', 'MACHINE');
      assert.ok(!(await bench.dump()).includes('MACHINE'));
      await bench.close();
    });

    test('hints are kept for two days', async () => {
      const bench = await benchOf(open);
      await keep(bench, 'a', 'MACHINE');
      const at = (days: number) => ({ nowMs: START_MS + days * DAY_MS, limit: 1_000 });
      await bench.store.removeExpired(at(HINT_DAYS));
      assert.equal((await end(bench, 'a'))?.callStatus, 'VOICEMAIL_REACHED');
      await keep(bench, 'b', 'MACHINE');
      await bench.store.removeExpired({ ...at(HINT_DAYS), nowMs: at(HINT_DAYS).nowMs + 1 });
      assert.equal((await end(bench, 'b'))?.callStatus, 'COMPLETED');
      await bench.close();
    });
  });
}
