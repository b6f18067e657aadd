/**
 * A bulk job that deletes every call of a client, in any store: which calls it takes, its steps
 * over a restart, what an abort leaves, and what still names the client afterwards.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BulkJob, BulkStep } from '../../../src/engine/ports/bulk-store.ts';
import { hashedName } from '../../../src/store/operation/call/call-naming.ts';
import { type Bench, benchOf, type OpenStore } from '../given.ts';
import { otherProject } from '../other-project.ts';
import { CANARY, fill } from './call-deletion-given.ts';

const CLIENT = `${CANARY}-client`;

export function clientDeletionConformance(open: OpenStore): void {
  describe('the calls of a client, deleted by a job', () => {
    test('ended and open calls go; other clients, longer ids and later calls stay', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await otherProject(bench);
      await bench.report('ended', 'COMPLETED', { clientId: CLIENT });
      await bench.report('open', 'CALLING', { clientId: CLIENT });
      await bench.report('became', 'CALLING');
      await bench.report('became', 'RINGING', { clientId: CLIENT });
      await bench.report('was', 'CALLING', { clientId: CLIENT });
      await bench.report('was', 'RINGING', { clientId: 'another' });
      await bench.report('longer', 'CALLING', { clientId: `${CLIENT}-2` });
      await bench.report('none', 'CALLING');
      await bench.report('foreign', 'CALLING', { clientId: CLIENT }, other);
      const filter = { clientId: CLIENT };
      const count = await bench.store.countBulk({
        projectKey: bench.project,
        filter,
        nowMs: bench.clock.nowMs,
      });
      assert.deepEqual(count, { matched: 3, exact: true, endpoints: 1 });
      const made = await create(bench);
      bench.clock.nowMs += 1;
      await bench.report('later', 'CALLING', { clientId: CLIENT });
      const steps = await finish(bench, made, 2);
      assert.deepEqual(steps.flatMap(idsOf).sort(), ['became', 'ended', 'open']);
      assert.ok(steps.every(({ endpoints }) => endpoints.every((each) => each === key)));
      const { job } = steps.at(-1) ?? assert.fail();
      assert.deepEqual([job.state, job.done, job.skipped, job.failed], ['done', 3, 0, 0]);
      const left = [];
      for (const id of ['ended', 'open', 'became', 'was', 'longer', 'none', 'later']) {
        if ((await bench.store.call({ projectKey: bench.project, callId: id })) !== null)
          left.push(id);
      }
      assert.deepEqual(left, ['was', 'longer', 'none', 'later']);
      assert.ok(await bench.store.call({ projectKey: other, callId: 'foreign' }));
      const again = await bench.report('ended', 'CALLING');
      assert.equal(again.kind === 'refused' ? again.code : null, 'CALL_REMOVED');
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('when it has ended no table holds a word of the calls or the client', async () => {
      const bench = await benchOf(open);
      await fill(bench, `${CANARY}-call`);
      await bench.report(`${CANARY}-two`, 'CALLING', { clientId: CLIENT });
      const filter = { clientId: CLIENT, notClientId: [CLIENT] };
      const exported = { ...bench.audit('calls.exported'), after: { format: CLIENT, filter } };
      await bench.store.noteAudit({
        projectKey: bench.project,
        audit: { ...exported, after: { filter } },
      });
      const made = await create(bench);
      const started = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      assert.deepEqual(started[0]?.after, { asked: { clientId: hashedName(CLIENT) } });
      assert.deepEqual(made.asked, { clientId: CLIENT });
      const steps = await finish(bench, made, 200);
      assert.equal(steps.length, 1);
      const rows = (await bench.dump()).split('\n').filter((row) => row.includes(CANARY));
      assert.deepEqual(rows, []);
      const job = await bench.store.bulkJob({ projectKey: bench.project, key: made.key });
      assert.deepEqual(job?.asked, { clientId: hashedName(CLIENT) });
      const [ended] = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      assert.deepEqual([ended?.action, ended?.target], ['bulk.ended', made.id]);
      assert.deepEqual(ended?.after, {
        action: 'delete-calls',
        state: 'done',
        done: 2,
        skipped: 0,
        failed: 0,
        removed: {
          calls: 2,
          reports: 4,
          firings: 6,
          deliveries: 5,
          attempts: 3,
          callLogs: 1,
          runs: 2,
          results: 2,
          sourceRequests: 2,
        },
      });
      await bench.close();
    });

    test('each step is a commit: after a restart the job goes on with the rest', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      for (let n = 0; n < 7; n += 1) await bench.report(`c${n}`, 'CALLING', { clientId: CLIENT });
      const made = await create(bench);
      const first = await bench.store.stepBulk({
        key: made.key,
        nowMs: bench.clock.nowMs,
        limit: 3,
      });
      assert.deepEqual([first?.job.state, first?.job.done, first?.job.matched], ['running', 3, 7]);
      assert.equal(await left(bench), 4);
      assert.deepEqual(await bench.store.openBulk(), [made.key]);
      const steps = await finish(bench, made, 3);
      assert.deepEqual([steps.length, steps.at(-1)?.job.done], [2, 7]);
      assert.deepEqual(await bench.store.openBulk(), []);
      assert.equal(
        await bench.store.stepBulk({ key: made.key, nowMs: bench.clock.nowMs, limit: 3 }),
        null,
      );
      assert.deepEqual(
        await bench.store.bulkItems({
          projectKey: bench.project,
          key: made.key,
          afterNumber: 0,
          limit: 10,
        }),
        [],
      );
      await bench.close();
    });

    test('an aborted job leaves the rest, and its row no longer names the client', async () => {
      const bench = await benchOf(open);
      for (let n = 0; n < 4; n += 1) await bench.report(`c${n}`, 'CALLING', { clientId: CLIENT });
      const made = await create(bench);
      await bench.store.stepBulk({ key: made.key, nowMs: bench.clock.nowMs, limit: 2 });
      const audit = bench.audit('bulk.aborted');
      const aborted = await bench.store.abortBulk({
        projectKey: bench.project,
        key: made.key,
        audit,
      });
      assert.deepEqual([aborted?.state, aborted?.done], ['aborted', 2]);
      assert.deepEqual(aborted?.asked, { clientId: hashedName(CLIENT) });
      assert.equal(
        await bench.store.stepBulk({ key: made.key, nowMs: bench.clock.nowMs, limit: 2 }),
        null,
      );
      assert.equal(await left(bench), 2);
      await bench.close();
    });

    test('a job for a client without calls ends at once and takes no other call', async () => {
      const bench = await benchOf(open);
      await bench.report('none', 'CALLING');
      for (const clientId of ['nobody', '']) {
        const made = await create(bench, clientId);
        const [step, ...more] = await finish(bench, made, 10);
        assert.deepEqual([step?.job.state, step?.job.done, more], ['done', 0, []]);
      }
      assert.ok(await bench.store.call({ projectKey: bench.project, callId: 'none' }));
      await bench.close();
    });

    test('an id that is also another word of an audit entry is hidden only as an id', async () => {
      const bench = await benchOf(open);
      await bench.report('retry', 'CALLING', { clientId: 'exhausted' });
      const after = { action: 'retry', asked: { callId: 'retry', state: ['exhausted', 'retry'] } };
      await bench.store.noteAudit({
        projectKey: bench.project,
        audit: { ...bench.audit('bulk.started'), after },
      });
      await finish(bench, await create(bench, 'exhausted'), 10);
      const trail = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 10,
      });
      assert.deepEqual(trail[2]?.after, {
        ...after,
        asked: { ...after.asked, callId: hashedName('retry') },
      });
      await bench.close();
    });
  });
}

function create(bench: Bench, clientId = CLIENT): Promise<BulkJob> {
  const { store, project, clock } = bench;
  const asked = { clientId };
  return store.createBulk({
    projectKey: project,
    job: {
      action: 'delete-calls',
      filter: asked,
      asked,
      ids: null,
      matched: 7,
      matchedExact: true,
      reason: null,
      createdBy: 'key_1',
      createdAtMs: clock.nowMs,
    },
    audit: { ...bench.audit('bulk.started'), after: { asked } },
  });
}

async function finish(bench: Bench, { key }: BulkJob, limit: number): Promise<BulkStep[]> {
  for (const steps: BulkStep[] = []; ; ) {
    const step = await bench.store.stepBulk({ key, nowMs: bench.clock.nowMs, limit });
    assert.ok(step);
    steps.push(step);
    if (step.job.endedAtMs !== null) return steps;
  }
}

function idsOf({ deleted }: BulkStep): readonly string[] {
  return deleted?.callIds ?? [];
}

async function left({ store, project, clock }: Bench): Promise<number> {
  return (
    await store.countBulk({ projectKey: project, filter: { clientId: CLIENT }, nowMs: clock.nowMs })
  ).matched;
}
