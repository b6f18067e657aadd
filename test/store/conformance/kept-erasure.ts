/**
 * S2.28, S12.37 in any store: an erasure of a client or of a number finds the kept reports of a
 * call that has not begun, even if the call begins during the erasure.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkJob, CallsFilter } from '../../../src/engine/ports/bulk-store.ts';
import { type Bench, benchOf, type OpenStore } from '../given.ts';
import { otherProject } from '../other-project.ts';

const CLIENT = 'canary-client';
const NUMBER = '4915123456789';
/** More steps than an erasure of one number takes on an empty store. */
const STEPS_MAX = 12;

export function keptErasureConformance(open: OpenStore): void {
  describe('an erasure and kept reports of a call that has not begun', () => {
    test('S12.37: of a client removes them, and their call can no longer begin', async () => {
      const bench = await benchOf(open);
      const other = await otherProject(bench);
      await bench.report('begun', 'CALLING', { clientId: CLIENT });
      await keep(bench, 'mine', CLIENT);
      await keep(bench, 'longer', `${CLIENT}-2`);
      await keep(bench, 'none', null);
      await keep(bench, 'foreign', CLIENT, other);
      const filter = { clientId: CLIENT };
      const of = { projectKey: bench.project, nowMs: bench.clock.nowMs };
      assert.equal((await bench.store.countBulk({ ...of, filter })).matched, 2);
      const job = await start(bench, filter);
      await keep(bench, 'later', CLIENT);
      const { done } = await finish(bench, job);
      assert.equal(done, 2);
      const receipt = await bench.report('mine', 'CALLING');
      assert.equal(receipt.kind === 'refused' && receipt.code, 'CALL_REMOVED');
      for (const callId of ['longer', 'none', 'later']) {
        assert.equal(await takenAlong(bench, callId), 1, callId);
      }
      assert.equal(await takenAlong(bench, 'foreign', other), 1);
      await bench.close();
    });

    test('S12.37: of a client goes over kept reports in steps, too', async () => {
      const bench = await benchOf(open);
      for (const callId of ['a', 'b', 'c']) await keep(bench, callId, CLIENT);
      for (const callId of ['d', 'e']) await bench.report(callId, 'CALLING', { clientId: CLIENT });
      const { done } = await finish(bench, await start(bench, { clientId: CLIENT }), 2);
      assert.equal(done, 5);
      await bench.close();
    });

    test('S12.37: of a client finds a call that began before the first step', async () => {
      const bench = await benchOf(open);
      await keep(bench, 'mine', CLIENT);
      const job = await start(bench, { clientId: CLIENT });
      assert.equal(await takenAlong(bench, 'mine'), 1);
      await finish(bench, job);
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'mine' }), null);
      assert.ok(!(await bench.dump()).includes(CLIENT));
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S12.37: of a number finds them, whenever the call begins', async () => {
      for (let before = 0; before < STEPS_MAX; before += 1) {
        const bench = await benchOf(open);
        // Each walk has a row to stop at.
        await bench.report('other', 'CALLING');
        await keep(bench, 'mine', `+${NUMBER}`);
        const job = await start(bench, { subject: 'number', value: NUMBER });
        for (let n = 0; n < before; n += 1) await step(bench, job, 200);
        await bench.report('mine', 'CALLING');
        await finish(bench, job);
        assert.ok(!(await bench.dump()).includes(NUMBER), `begun after ${before} steps`);
        await bench.close();
      }
    });
  });
}

async function keep(
  { store, project, clock }: Bench,
  callId: string,
  clientId: string | null,
  projectKey = project,
): Promise<void> {
  const said = { status: 'COMPLETED', direction: null, callSid: null, clientId, errors: [] };
  const report = { ...said, occurredAtMs: null, reportId: 'end' };
  const from = { source: 'ingest:src_1', receivedAtMs: clock.nowMs } as const;
  const items = [{ projectKey, callId, report, ...from }];
  assert.deepEqual(await store.keepReports({ items }), ['kept']);
}

/** How many kept reports follow the one that begins the call. */
async function takenAlong(bench: Bench, callId: string, projectKey = bench.project) {
  const receipt = await bench.report(callId, 'CALLING', {}, projectKey);
  return receipt.kind === 'accepted' ? receipt.kept?.length : receipt.code;
}

/** Later changes are made after the job. */
async function start(bench: Bench, filter: CallsFilter): Promise<BulkJob> {
  const { store, project: projectKey, clock } = bench;
  const job = await store.createBulk({
    projectKey,
    job: {
      action: 'delete-calls',
      filter,
      asked: {},
      ids: null,
      matched: 0,
      matchedExact: false,
      reason: null,
      createdBy: 'usr_1',
      createdAtMs: clock.nowMs,
    },
    audit: bench.audit('bulk.started'),
  });
  clock.nowMs += 1;
  return job;
}

/** Null if the job has ended. */
async function step({ store, clock }: Bench, { key }: BulkJob, limit: number) {
  return store.stepBulk({ key, nowMs: clock.nowMs, limit });
}

async function finish(bench: Bench, job: BulkJob, limit = 200): Promise<BulkJob> {
  for (let last = job; ; ) {
    const made = await step(bench, job, limit);
    if (made === null) return last;
    last = made.job;
  }
}
