/**
 * Retention in any store (S14.12 to S14.14): rows past their period are removed in bounded batches,
 * open and young ones stay.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { type Bench, benchOf, DAY_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';

export function retentionConformance(open: OpenStore): void {
  describe('retention', () => {
    test('delivered rows go after 30 days, others after 90, open ones never', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
      for (const call of ['delivered', 'exhausted', 'open']) await bench.report(call, 'CALLING');
      for (const head of await bench.ready(key)) {
        if (head.callId === 'delivered') await bench.delivered(head);
        if (head.callId === 'exhausted') await bench.exhausted(head);
      }
      const left = async () => (await bench.all()).map(({ callId }) => callId);
      await sweep(bench, START_MS + 30 * DAY_MS);
      assert.deepEqual(await left(), ['delivered', 'exhausted', 'open']);
      await sweep(bench, START_MS + 31 * DAY_MS);
      assert.deepEqual(await left(), ['exhausted', 'open']);
      assert.notEqual(
        await bench.store.call({ projectKey: bench.project, callId: 'delivered' }),
        null,
      );
      await sweep(bench, START_MS + 91 * DAY_MS);
      assert.deepEqual(await left(), ['open']);
      assert.equal(
        await bench.store.call({ projectKey: bench.project, callId: 'delivered' }),
        null,
      );
      assert.equal(
        await bench.store.call({ projectKey: bench.project, callId: 'exhausted' }),
        null,
      );
      const timeline = await bench.store.timeline({ projectKey: bench.project, callId: 'open' });
      assert.deepEqual([timeline?.reports.length, timeline?.firings.length], [1, 1]);
      await bench.close();
    });

    test('response excerpts are removed before their attempts', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.endpoint();
      const retention = { ...PROJECT_DEFAULTS.retention, deliveredDays: 90 };
      const settings = { ...PROJECT_DEFAULTS, retention };
      await store.updateProject({ key: project, name: 'default', settings, audit: bench.audit() });
      const [failed] = await bench.heads('call_1', 'CALLING');
      const [taken] = await bench.heads('call_2', 'CALLING');
      assert.ok(failed && taken);
      await bench.exhausted(failed);
      await bench.delivered(taken);
      const told = async () => {
        const keys = [failed.delivery, taken.delivery];
        const details = keys.map((key) => store.delivery({ projectKey: project, key }));
        const lists = (await Promise.all(details)).map((detail) => detail?.attemptList ?? []);
        return lists.flat().map(({ excerpt, status }) => [excerpt, status]);
      };
      const { excerptDays } = retention;
      await sweep(bench, START_MS + excerptDays * DAY_MS);
      assert.deepEqual(await told(), [
        ['ok', 500],
        ['ok', 200],
      ]);
      await sweep(bench, START_MS + (excerptDays + 1) * DAY_MS);
      assert.deepEqual(await told(), [
        [null, 500],
        [null, 200],
      ]);
      await bench.close();
    });

    test('the audit trail goes after a year, figures with the history', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      await bench.report('call_1', 'CALLING');
      const made = async () => {
        const end = START_MS + 60_000;
        return (
          await bench.store.stats({
            projectKey: bench.project,
            endpoint: null,
            fromMs: START_MS,
            toMs: end,
            stepMs: 60_000,
          })
        ).steps[0]?.made;
      };
      await sweep(bench, START_MS + 91 * DAY_MS);
      assert.equal(
        (await bench.store.audit({ projectKey: bench.project, beforeKey: null, limit: 10 })).length,
        1,
      );
      assert.equal(await made(), 0);
      await sweep(bench, START_MS + 366 * DAY_MS);
      assert.equal(
        (await bench.store.audit({ projectKey: bench.project, beforeKey: null, limit: 10 })).length,
        0,
      );
      await bench.close();
    });

    test('a call that is still reported on stays with its young reports', async () => {
      const bench = await benchOf(open);
      await bench.report('call_1', 'CALLING');
      bench.clock.nowMs += 80 * DAY_MS;
      await bench.report('call_1', 'CALLING');
      await sweep(bench, START_MS + 100 * DAY_MS);
      assert.equal(
        (await bench.store.call({ projectKey: bench.project, callId: 'call_1' }))?.reports,
        2,
      );
      await bench.close();
    });

    test('a row from the future, made by a wrong clock, does not keep the rest', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
      bench.clock.nowMs += 365 * DAY_MS;
      await bench.report('future', 'CALLING');
      bench.clock.nowMs = START_MS;
      for (const call of ['a', 'b']) await bench.report(call, 'CALLING');
      for (const head of await bench.ready(key)) {
        if (head.callId !== 'future') await bench.delivered(head);
      }
      await sweep(bench, START_MS + 120 * DAY_MS);
      assert.deepEqual(
        (await bench.all()).map(({ callId }) => callId),
        ['future'],
      );
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'a' }), null);
      await bench.close();
    });

    test('a report id is remembered for 7 days, however short the history is', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const retention = { ...PROJECT_DEFAULTS.retention, deliveredDays: 1, notDeliveredDays: 1 };
      const settings = { ...PROJECT_DEFAULTS, retention };
      await store.updateProject({ key: project, name: 'default', settings, audit: bench.audit() });
      const first = await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      for (const head of await bench.ready(key)) await bench.delivered(head);
      await sweep(bench, START_MS + 7 * DAY_MS);
      assert.deepEqual(await bench.all(), []);
      bench.clock.nowMs += 7 * DAY_MS;
      const again = await bench.report('call_1', 'CALLING', { reportId: 'r1' });
      assert.deepEqual(again, { ...first, made: [], heads: [] });
      await sweep(bench, START_MS + 7 * DAY_MS + 1);
      assert.equal(await store.call({ projectKey: project, callId: 'call_1' }), null);
      await bench.close();
    });

    test('a removed call is remembered as long again; a report begins it anew', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const other = await otherProject(bench);
      const at = (callId: string) =>
        store.removedCall({ projectKey: project, callId }).then((note) => note?.atMs ?? null);
      for (const call of ['a', 'b', 'b2']) await bench.report(call, 'CALLING');
      assert.equal(await at('a'), null);
      const removedAt = START_MS + 91 * DAY_MS;
      await sweep(bench, removedAt, 3);
      assert.deepEqual([await at('a'), await at('b'), await at('c')], [removedAt, removedAt, null]);
      assert.equal(await store.removedCall({ projectKey: other, callId: 'a' }), null);
      assert.equal(await store.timeline({ projectKey: project, callId: 'a' }), null);

      bench.clock.nowMs = removedAt;
      await bench.report('a', 'CALLING');
      assert.equal((await store.timeline({ projectKey: project, callId: 'a' }))?.reports.length, 1);
      await sweep(bench, removedAt + 90 * DAY_MS, 3);
      assert.equal(await at('b'), removedAt);
      const again = removedAt + 91 * DAY_MS;
      await sweep(bench, again, 3);
      assert.deepEqual([await at('a'), await at('b')], [again, null]);
      await bench.close();
    });

    test('a short history is one batch', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      await bench.report('call_1', 'CALLING');
      for (const head of await bench.ready(key)) await bench.delivered(head);
      assert.deepEqual(await sweep(bench, START_MS + 10 * DAY_MS), { batches: 1 });
      assert.deepEqual(await sweep(bench, START_MS + 400 * DAY_MS), { batches: 1 });
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'call_1' }), null);
      await bench.close();
    });

    test('more rows than one batch are removed batch by batch', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      for (let number = 0; number < 25; number += 1)
        await bench.report(`call_${number}`, 'CALLING');
      for (const head of await bench.ready(key)) await bench.delivered(head);
      const { batches } = await sweep(bench, START_MS + 91 * DAY_MS, 10);
      assert.ok(batches >= 3);
      assert.deepEqual(await bench.all(), []);
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: 'call_7' }), null);
      await bench.close();
    });
  });
}

const BATCHES_MAX = 200;

async function sweep(bench: Bench, nowMs: number, limit = 1_000): Promise<{ batches: number }> {
  for (let batches = 1; batches <= BATCHES_MAX; batches += 1) {
    const { more } = await bench.store.removeExpired({ nowMs, limit });
    if (!more) return { batches };
  }
  throw new Error('retention does not end');
}
