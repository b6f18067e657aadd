/**
 * Bulk jobs in any store: done step by step in lane order, counted as they are done, aborted, and
 * bounded in number.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type DeliveryKey, type EndpointKey, parseId } from '../../../src/core/id.ts';
import type {
  BulkAction,
  BulkFilter,
  BulkJob,
  NewBulkJob,
} from '../../../src/engine/ports/bulk-store.ts';
import type { DeliveryFilter } from '../../../src/engine/ports/query-store.ts';
import { type Bench, benchOf, DAY_MS, FAR_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';

const ALL: BulkFilter = {
  endpoints: [],
  callKey: null,
  triggers: [],
  classes: [],
  issueClass: null,
  states: ['rejected', 'exhausted', 'blocked'],
  fromMs: null,
  toMs: null,
};

export function bulkJobConformance(open: OpenStore): void {
  describe('bulk jobs', () => {
    test('a retry by filter goes in steps, in lane order, and reports its counts', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await failAll(bench, ['a', 'b', 'c'], [key, other.key]);
      const made = await bench.store.createBulk({
        projectKey: bench.project,
        job: jobOf(),
        audit: bench.audit('bulk.started'),
      });
      assert.deepEqual([made.state, parseId('blk', made.id)?.key], ['queued', made.key]);
      const { job, steps } = await finish(bench, made, 5);
      assert.deepEqual([job.state, job.done, job.skipped, job.failed], ['done', 12, 0, 0]);
      assert.ok(steps > 2);
      assert.deepEqual(await bench.faults(), []);
      const heads = [...(await bench.ready(key)), ...(await bench.ready(other.key))];
      assert.ok(heads.every(({ manual, sequence }) => manual && sequence === 1));
      assert.equal(heads.length, 6);
      const items = await bench.store.bulkItems({
        projectKey: bench.project,
        key: made.key,
        afterNumber: 0,
        limit: 100,
      });
      assert.equal(new Set(items.map(({ delivery }) => delivery.key)).size, 12);
      assert.ok(items.every(({ result }) => result === 'done'));
      assert.equal(
        (
          await bench.store.bulkItems({
            projectKey: bench.project,
            key: made.key,
            afterNumber: 10,
            limit: 100,
          })
        ).length,
        2,
      );
      const [ended] = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      assert.deepEqual([ended?.action, ended?.target], ['bulk.ended', made.id]);
      assert.equal(await bench.store.stepBulk({ key: made.key, nowMs: FAR_MS, limit: 5 }), null);
      assert.deepEqual(await bench.store.openBulk(), []);
      await bench.close();
    });

    test('a job takes no delivery that was made after it was requested', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['a'], [key]);
      const made = await bench.store.createBulk({
        projectKey: bench.project,
        job: jobOf(),
        audit: bench.audit(),
      });
      bench.clock.nowMs += 1;
      await failAll(bench, ['b'], [key]);
      assert.equal((await finish(bench, made, 5)).job.done, 2);
      await bench.close();
    });

    test('a job takes deliveries made while the clock was ahead, and none made later', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['before'], [key]);
      bench.clock.nowMs = START_MS + DAY_MS;
      await failAll(bench, ['ahead', 'ahead too'], [key]);
      bench.clock.nowMs = START_MS + 10;
      const filter = { ...ALL, endpoints: [key] };
      for (const action of ['recover', 'replay'] as const) {
        const job = { ...jobOf(), action, filter, createdAtMs: bench.clock.nowMs };
        const made = await bench.store.createBulk({
          projectKey: bench.project,
          job,
          audit: bench.audit(),
        });
        await failAll(bench, [`during ${action}`], [key]);
        const asked = action === 'recover' ? 6 : 8;
        assert.equal((await finish(bench, made, 1)).job.done, asked, action);
      }
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('a filter is by endpoint, call, trigger, class and time, and counted', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await failAll(bench, ['a'], [key, other.key]);
      bench.clock.nowMs += 10;
      await failAll(bench, ['b'], [key, other.key]);
      await bench.report('c', 'CALLING');
      const call = await bench.store.call({ projectKey: bench.project, callId: 'a' });
      assert.ok(call);
      const cases: readonly (readonly [Partial<BulkFilter>, number])[] = [
        [{}, 8],
        [{ endpoints: [key] }, 4],
        [{ endpoints: [key, other.key] }, 8],
        [{ callKey: call.key }, 4],
        [{ triggers: ['CALL_LOG_CREATED'] }, 4],
        [{ classes: ['5xx'] }, 8],
        [{ classes: ['4xx', 'dns'] }, 0],
        [{ issueClass: '500', endpoints: [key] }, 4],
        [{ issueClass: '503' }, 0],
        [{ fromMs: START_MS + 1 }, 4],
        [{ toMs: START_MS + 1 }, 4],
        [{ states: ['waiting', 'due'] }, 2],
        [{ states: ['exhausted', 'due'] }, 10],
        [{ states: ['sending'] }, 0],
        [{ states: ['sending', 'due'], notEndpoints: [key] }, 1],
        [{ notEndpoints: [key] }, 4],
        [{ notEndpoints: [key, other.key] }, 0],
        [{ endpoints: [key], notEndpoints: [key] }, 0],
        [{ callKey: call.key, notEndpoints: [key] }, 2],
        [{ attemptsMin: 1 }, 8],
        [{ attemptsMin: 2 }, 0],
        [{ attemptsMin: 1, states: ['exhausted', 'due'] }, 8],
        [{ states: ['exhausted', 'delivered'] }, 8],
        [{ states: ['delivered'], endpoints: [key] }, 0],
      ];
      for (const [part, matched] of cases) {
        const filter = { ...ALL, ...part };
        const count = await bench.store.countBulk({
          projectKey: bench.project,
          filter,
          nowMs: bench.clock.nowMs,
        });
        assert.deepEqual([count.matched, count.exact], [matched, true], JSON.stringify(part));
      }
      const elsewhere = await otherProject(bench);
      for (const endpoints of [[], [key]]) {
        const foreign = { ...ALL, endpoints };
        assert.equal(
          (await bench.store.countBulk({ projectKey: elsewhere, filter: foreign, nowMs: START_MS }))
            .matched,
          0,
        );
      }
      await bench.close();
    });

    test('a job by a filter with negations takes what the list shows, no more', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await failAll(bench, ['a', 'b'], [key, other.key]);
      await bench.report('c', 'COMPLETED');
      const cases: readonly (readonly [BulkAction, Partial<BulkFilter>])[] = [
        ['retry', { notEndpoints: [other.key], triggers: ['CALL_LOG_CREATED'] }],
        ['retry', { notEndpoints: [key], attemptsMin: 1 }],
        ['cancel', { states: ['waiting', 'due', 'retrying'], notEndpoints: [other.key] }],
        ['cancel', { states: ['waiting', 'due', 'retrying'], attemptsMin: 1 }],
      ];
      for (const [action, part] of cases) {
        const filter = { ...ALL, ...part };
        const before = await bench.all();
        const shown = await bench.all(asListed(filter));
        assert.ok(shown.length > 0 && shown.length < before.length, JSON.stringify(part));
        const asked = { ...jobOf(), action, filter };
        const made = await bench.store.createBulk({
          projectKey: bench.project,
          job: asked,
          audit: bench.audit(),
        });
        await finish(bench, made, 3);
        const items = await bench.store.bulkItems({
          projectKey: bench.project,
          key: made.key,
          afterNumber: 0,
          limit: 100,
        });
        const taken = items.map(({ delivery }) => delivery.key).sort();
        assert.deepEqual(taken, shown.map((row) => row.key).sort(), JSON.stringify(part));
        const after = new Map((await bench.all()).map((row) => [row.key, row]));
        for (const row of before) {
          if (!taken.includes(row.key)) assert.deepEqual(after.get(row.key), row);
        }
      }
      await bench.close();
    });

    test('a job of ids reports the outcome of each', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await failAll(bench, ['a'], [key]);
      await bench.report('b', 'CALLING');
      const rows = await bench.all();
      const unknown = asKey<DeliveryKey>(999_999);
      const ids = [...rows.map((row) => row.key), unknown];
      const job = { ...jobOf(), filter: null, ids, matched: ids.length };
      const made = await bench.store.createBulk({
        projectKey: bench.project,
        job,
        audit: bench.audit(),
      });
      assert.equal(made.ids, 4);
      const ended = (await finish(bench, made, 3)).job;
      assert.deepEqual([ended.done, ended.skipped, ended.failed], [2, 1, 1]);
      const items = await bench.store.bulkItems({
        projectKey: bench.project,
        key: made.key,
        afterNumber: 0,
        limit: 10,
      });
      assert.deepEqual(
        items.map(({ result, reason }) => [result, reason]),
        [
          ['done', null],
          ['done', null],
          ['skipped', 'STATE'],
          ['failed', 'NOT_FOUND'],
        ],
      );
      await bench.close();
    });

    test('cancel takes open deliveries of any endpoint, recover restarts schedules', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await bench.endpoint();
      for (const call of ['a', 'b']) await bench.report(call, 'COMPLETED');
      const filter: BulkFilter = { ...ALL, states: ['waiting', 'due', 'retrying', 'held'] };
      const cancel = { ...jobOf(), action: 'cancel' as const, filter };
      const made = await bench.store.createBulk({
        projectKey: bench.project,
        job: cancel,
        audit: bench.audit(),
      });
      assert.equal((await finish(bench, made, 3)).job.done, 8);
      assert.deepEqual(await bench.ready(key), []);
      await failAll(bench, ['c'], [key]);
      const recover = { ...jobOf(), action: 'recover' as const };
      const again = await bench.store.createBulk({
        projectKey: bench.project,
        job: recover,
        audit: bench.audit(),
      });
      assert.equal((await finish(bench, again, 3)).job.done, 2);
      const [head] = await bench.ready(key);
      assert.deepEqual([head?.failures, head?.manual], [0, false]);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('a retry of a retrying delivery is made now and keeps its schedule', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads('a', 'CALLING');
      assert.ok(head);
      await bench.retrying(head, 60_000);
      const filter: BulkFilter = { ...ALL, states: ['retrying'], issueClass: '500' };
      const job = { ...jobOf(), filter };
      const made = await bench.store.createBulk({
        projectKey: bench.project,
        job,
        audit: bench.audit(),
      });
      assert.equal((await finish(bench, made, 5)).job.done, 1);
      const asked = { endpoint: key, nowMs: FAR_MS, recoveredAtMs: null, held: false, limit: 1 };
      const [now] = (await bench.store.readyHeads(asked)).heads;
      assert.deepEqual([now?.manual, now?.resumeAtMs], [true, START_MS + 60_000]);
      await bench.close();
    });

    test('an aborted job goes no further; too many at once are refused', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      await failAll(bench, ['a', 'b', 'c'], [key]);
      const first = await store.createBulk({
        projectKey: project,
        job: jobOf(),
        audit: bench.audit(),
      });
      await store.stepBulk({ key: first.key, nowMs: bench.clock.nowMs, limit: 2 });
      const aborted = await store.abortBulk({
        projectKey: project,
        key: first.key,
        audit: bench.audit('bulk.aborted'),
      });
      assert.deepEqual([aborted?.state, aborted?.done], ['aborted', 2]);
      assert.equal(
        await store.stepBulk({ key: first.key, nowMs: bench.clock.nowMs, limit: 2 }),
        null,
      );
      const audits = (await store.audit({ projectKey: project, beforeKey: null, limit: 50 }))
        .length;
      assert.equal(
        (await store.abortBulk({ projectKey: project, key: first.key, audit: bench.audit() }))
          ?.state,
        'aborted',
      );
      assert.equal(
        (await store.audit({ projectKey: project, beforeKey: null, limit: 50 })).length,
        audits,
      );
      for (let n = 0; n < 5; n += 1)
        await store.createBulk({ projectKey: project, job: jobOf(), audit: bench.audit() });
      await assert.rejects(
        store.createBulk({ projectKey: project, job: jobOf(), audit: bench.audit() }),
        /under way/,
      );
      const elsewhere = await otherProject(bench);
      assert.equal(await store.bulkJob({ projectKey: elsewhere, key: first.key }), null);
      assert.equal(
        await store.abortBulk({ projectKey: elsewhere, key: first.key, audit: bench.audit() }),
        null,
      );
      assert.deepEqual(
        await store.bulkItems({ projectKey: elsewhere, key: first.key, afterNumber: 0, limit: 10 }),
        [],
      );
      assert.deepEqual(
        await store.bulkJobs({ projectKey: elsewhere, beforeKey: null, limit: 10 }),
        [],
      );
      const jobs = await store.bulkJobs({ projectKey: project, beforeKey: null, limit: 10 });
      assert.equal(jobs.at(-1)?.id, first.id);
      assert.equal(
        (await store.bulkJobs({ projectKey: project, beforeKey: jobs[0]?.key ?? null, limit: 10 }))
          .length,
        5,
      );
      await bench.close();
    });

    test('an ended job is removed together with its audit entries', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      await failAll(bench, ['a'], [key]);
      const made = await store.createBulk({
        projectKey: project,
        job: jobOf(),
        audit: bench.audit(),
      });
      const queued = await store.createBulk({
        projectKey: project,
        job: jobOf(),
        audit: bench.audit(),
      });
      await finish(bench, made, 10);
      for (;;)
        if (!(await store.removeExpired({ nowMs: START_MS + 366 * DAY_MS, limit: 500 })).more)
          break;
      assert.equal(await store.bulkJob({ projectKey: project, key: made.key }), null);
      assert.equal(
        (await store.bulkJob({ projectKey: project, key: queued.key }))?.state,
        'queued',
      );
      await bench.close();
    });
  });
}

/** The filter of a job in the form that the list of deliveries takes. */
function asListed({ states, issueClass, callKey, ...rest }: BulkFilter): Partial<DeliveryFilter> {
  assert.deepEqual([issueClass, callKey], [null, null]);
  return { ...rest, states: states.filter((state) => state !== 'sending') };
}

function jobOf(): NewBulkJob {
  return {
    action: 'retry',
    filter: ALL,
    asked: { state: ['exhausted'] },
    ids: null,
    matched: 0,
    matchedExact: true,
    reason: null,
    createdBy: 'key_1',
    createdAtMs: START_MS,
  };
}

async function finish(
  bench: Bench,
  { key }: BulkJob,
  limit: number,
): Promise<{ readonly job: BulkJob; readonly steps: number }> {
  for (let steps = 1; ; steps += 1) {
    const step = await bench.store.stepBulk({ key, nowMs: bench.clock.nowMs, limit });
    assert.ok(step);
    assert.deepEqual(await bench.faults(), []);
    if (step.job.endedAtMs !== null) return { job: step.job, steps };
  }
}

/** Reports calls as completed and exhausts every open delivery of the endpoints. */
async function failAll(bench: Bench, calls: readonly string[], endpoints: readonly EndpointKey[]) {
  for (const call of calls) await bench.report(call, 'COMPLETED');
  for (const endpoint of endpoints) {
    for (;;) {
      const heads = await bench.ready(endpoint);
      if (heads.length === 0) break;
      for (const head of heads) await bench.exhausted(head);
    }
  }
}
