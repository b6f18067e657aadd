/**
 * Steps 7 and 9 in any store: heads, promotion in the commit of the settlement, the epoch, due
 * times, and the figures that settlements add to.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { benchOf, epochOf, FAR_MS, type OpenStore, START_MS } from '../given.ts';

export function laneConformance(open: OpenStore): void {
  describe('lanes and settling', () => {
    test('S6.4: the successor becomes the head by the settlement itself', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [first] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(first);
      const settled = await bench.delivered(first);
      assert.equal(settled.kind, 'settled');
      const promoted = settled.kind === 'settled' ? settled.promoted : null;
      assert.equal(promoted?.sequence, 2);
      assert.deepEqual(await bench.ready(endpoint.key), [promoted]);
      assert.ok(promoted);
      assert.deepEqual(await bench.delivered(promoted), { kind: 'settled', promoted: null });
      assert.deepEqual(await bench.ready(endpoint.key), []);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('a head that retries keeps its lane blocked, other lanes go on', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [first] = await bench.heads('call_1', 'COMPLETED');
      const [other] = await bench.heads('call_2', 'CALLING');
      assert.ok(first && other);
      assert.deepEqual(await bench.retrying(first), { kind: 'settled', promoted: null });
      const asked = { endpoint: endpoint.key, recoveredAtMs: null, held: false, limit: 10 };
      const now = await bench.store.readyHeads({ ...asked, nowMs: START_MS + 4_999 });
      assert.deepEqual(
        now.heads.map(({ delivery }) => delivery),
        [other.delivery],
      );
      assert.equal(now.nextDueAtMs, START_MS + 5_000);
      const later = await bench.store.readyHeads({ ...asked, nowMs: START_MS + 5_000 });
      assert.equal(later.heads.length, 2);
      assert.equal(later.heads[1]?.state, 'retrying');
      assert.equal(later.heads[1]?.attempts, 1);
      assert.equal(later.nextDueAtMs, null);
      await bench.close();
    });

    test('a recovery makes heads due that were last tried before it', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [before] = await bench.heads('call_1', 'CALLING');
      const [after] = await bench.heads('call_2', 'CALLING');
      assert.ok(before && after);
      await bench.retrying(before, 60_000);
      bench.clock.nowMs += 2_000;
      await bench.retrying(after, 60_000);
      const asked = { endpoint: endpoint.key, nowMs: bench.clock.nowMs, held: false, limit: 10 };
      const found = await bench.store.readyHeads({ ...asked, recoveredAtMs: START_MS + 1_000 });
      assert.deepEqual(
        found.heads.map(({ delivery }) => delivery),
        [before.delivery],
      );
      assert.equal(found.nextDueAtMs, bench.clock.nowMs + 60_000);
      await bench.close();
    });

    test('a held endpoint has only retries and manual attempts ready', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [retried] = await bench.heads('call_1', 'CALLING');
      const [given] = await bench.heads('call_2', 'CALLING');
      await bench.heads('call_3', 'CALLING');
      assert.ok(retried && given);
      await bench.retrying(retried);
      await bench.exhausted(given);
      await bench.store.retryDelivery({
        projectKey: bench.project,
        key: given.delivery,
        nowMs: START_MS + 1,
        audit: bench.audit(),
      });
      const asked = { endpoint: endpoint.key, recoveredAtMs: null, held: true, limit: 10 };
      const found = await bench.store.readyHeads({ ...asked, nowMs: FAR_MS });
      assert.deepEqual(
        found.heads.map(({ delivery }) => delivery),
        [given.delivery, retried.delivery],
      );
      const early = await bench.store.readyHeads({ ...asked, nowMs: START_MS });
      assert.deepEqual(early, { heads: [], nextDueAtMs: START_MS + 1 });
      await bench.close();
    });

    test('heads come in order of their due time, up to the limit', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      for (const number of [1, 2, 3, 4]) {
        bench.clock.nowMs += 10;
        await bench.report(`call_${number}`, 'CALLING');
      }
      const heads = await bench.ready(endpoint.key, 3);
      assert.deepEqual(
        heads.map(({ callId }) => callId),
        ['call_1', 'call_2', 'call_3'],
      );
      const asked = { endpoint: endpoint.key, nowMs: FAR_MS, recoveredAtMs: null, held: false };
      const fromDueMs = heads[1]?.dueAtMs ?? 0;
      const later = await bench.store.readyHeads({ ...asked, fromDueMs, limit: 10 });
      assert.deepEqual(
        later.heads.map(({ callId }) => callId),
        ['call_2', 'call_3', 'call_4'],
      );
      await bench.close();
    });

    test('endpoints with work are listed by shard with their earliest due time', async () => {
      const bench = await benchOf(open);
      const one = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
      await bench.endpoint({ triggers: ['ACW_COMPLETED'] });
      const three = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
      await bench.heads('call_1', 'CALLING');
      bench.clock.nowMs += 50;
      await bench.heads('call_2', 'CALLING');
      const all = [...(await bench.store.own({ surrender: [], leaves: false })).shards.keys()];
      assert.equal(all.length, SHARDS);
      assert.deepEqual(await bench.store.endpointsWithHeads(all), [
        { endpoint: one.key, dueAtMs: START_MS },
        { endpoint: three.key, dueAtMs: START_MS },
      ]);
      const shard = await bench.store.endpointsWithHeads([three.key % SHARDS]);
      assert.deepEqual(
        shard.map(({ endpoint }) => endpoint),
        [three.key],
      );
      await bench.close();
    });

    test('a settlement under an old epoch writes nothing', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(head);
      const old = bench.epoch;
      await bench.store.release();
      bench.epoch = await epochOf(bench.store);
      assert.ok(bench.epoch > old);
      const current = bench.epoch;
      bench.epoch = old;
      assert.deepEqual(await bench.delivered(head), { kind: 'fenced' });
      assert.deepEqual(await bench.ready(endpoint.key), [head]);
      const detail = await bench.store.delivery({ projectKey: bench.project, key: head.delivery });
      assert.deepEqual(detail?.attemptList, []);
      bench.epoch = current;
      assert.equal((await bench.delivered(head)).kind, 'settled');
      await bench.close();
    });

    test('a delivery cancelled in flight stays cancelled, its attempt is kept', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(head);
      await bench.store.cancelDelivery({
        projectKey: bench.project,
        key: head.delivery,
        nowMs: START_MS,
        audit: bench.audit(),
      });
      const result = await bench.delivered(head);
      assert.equal(result.kind === 'closed' && result.state, 'cancelled');
      assert.equal(result.kind === 'closed' && result.promoted?.sequence, 2);
      const detail = await bench.store.delivery({ projectKey: bench.project, key: head.delivery });
      assert.equal(detail?.attemptList.length, 1);
      await bench.close();
    });

    test('closing a delivery without an attempt writes none', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      const { delivery, endpoint, call, projectKey, createdAtMs } = head;
      const next = { state: 'cancelled', atMs: START_MS, failures: 0 } as const;
      const nothing = { attempt: null, health: null, disable: null, revision: null };
      const of = { delivery, endpoint, call, projectKey, createdAtMs };
      const settlement = { epoch: bench.epoch, ...of, next };
      await bench.store.settle({ ...settlement, ...nothing });
      const detail = await bench.store.delivery({ projectKey: bench.project, key: delivery });
      assert.deepEqual(
        [detail?.state, detail?.attempts, detail?.attemptList],
        ['cancelled', 0, []],
      );
      await bench.close();
    });

    test('health is kept, disabling is audited once, enabling resets the health', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const [one] = await bench.heads('call_1', 'CALLING');
      const [two] = await bench.heads('call_2', 'CALLING');
      assert.ok(one && two);
      const failing = { consecutiveFailures: 2, failedCalls: [1, 2] };
      const health = { ...HEALTHY, ...failing, lastSuccessAtMs: START_MS + 3 };
      const next = { state: 'rejected', atMs: START_MS + 7, failures: 1 } as const;
      const used = { endpoint: key, attempt: null, revision: null };
      const { projectKey, createdAtMs } = one;
      const common = { epoch: bench.epoch, projectKey, createdAtMs, ...used, next, health };
      const results = await Promise.all([
        store.settle({ ...common, delivery: one.delivery, call: one.call, disable: 'gone' }),
        store.settle({ ...common, delivery: two.delivery, call: two.call, disable: 'failing' }),
      ]);
      assert.deepEqual(results, [
        { kind: 'settled', promoted: null, disabled: true },
        { kind: 'settled', promoted: null },
      ]);
      const runtime = await store.runtime(key);
      assert.deepEqual(runtime?.health, health);
      const young = (await bench.endpoint()).key;
      const of = (...keys: EndpointKey[]) =>
        store.healthOf({ projectKey: project, endpoints: keys });
      assert.deepEqual(await of(young, key, young), [HEALTHY, health, HEALTHY]);
      assert.deepEqual(await of(), []);
      const other = await store.ensureProject({
        name: 'other',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      assert.deepEqual(await store.healthOf({ projectKey: other.key, endpoints: [key] }), [
        HEALTHY,
      ]);
      const { enabled, disabledReason, disabledAtMs } = runtime?.endpoint ?? {};
      assert.deepEqual([enabled, disabledReason, disabledAtMs], [false, 'gone', START_MS + 7]);
      const audit = await store.audit({ projectKey: project, beforeKey: null, limit: 10 });
      assert.equal(audit.filter(({ action }) => action === 'endpoint.disabled').length, 1);
      await store.setEnabled({
        projectKey: project,
        key,
        state: { enabled: true },
        audit: bench.audit(),
      });
      const fresh = { ...HEALTHY, lastSuccessAtMs: START_MS + 3 };
      assert.deepEqual(
        (await store.runtime(key))?.health,
        fresh,
        'its last success is still known',
      );
      await store.deleteEndpoint({ projectKey: project, key, audit: bench.audit() });
      assert.equal(await store.runtime(key), null);
      await bench.close();
    });

    test('an attempt of an earlier revision does not change the endpoint', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key, revision } = await bench.endpoint();
      const heads = await Promise.all(['a', 'b', 'c'].map((id) => bench.heads(id, 'CALLING')));
      const [before, alike, after] = heads.flat();
      assert.ok(before && alike && after);
      const off = { enabled: false, reason: 'operator' } as const;
      await store.setEnabled({ projectKey: project, key, state: off, audit: bench.audit() });
      const enabled = await store.setEnabled({
        projectKey: project,
        key,
        state: { enabled: true },
        audit: bench.audit(),
      });
      const present = enabled?.revision ?? 0;
      assert.ok(present > revision);
      const health = { ...HEALTHY, consecutiveFailures: 9, holdUntilMs: FAR_MS };
      const next = { state: 'rejected', atMs: START_MS + 7, failures: 1 } as const;
      const settle = (head: typeof before, used: number, disable: 'gone' | 'failing' | null) => {
        const { delivery, endpoint, call, projectKey, createdAtMs } = head;
        const of = { delivery, endpoint, call, projectKey, createdAtMs };
        const rest = { attempt: null, next, health, disable, revision: used };
        return store.settle({ epoch: bench.epoch, ...of, ...rest });
      };
      const ignored = { kind: 'settled', promoted: null } as const;
      assert.deepEqual(await settle(before, revision, 'failing'), ignored);
      assert.deepEqual(await settle(alike, revision, 'gone'), ignored);
      assert.deepEqual(await store.runtime(key), { endpoint: enabled, health: HEALTHY });
      assert.deepEqual(await settle(after, present, 'gone'), { ...ignored, disabled: true });
      const runtime = await store.runtime(key);
      assert.deepEqual([runtime?.health, runtime?.endpoint.enabled], [health, false]);
      await bench.close();
    });

    test('figures count what was made, tried, delivered and given up, by minute', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [one] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(one);
      bench.clock.nowMs += 60_000;
      const settled = await bench.delivered(one);
      if (settled.kind === 'settled' && settled.promoted) await bench.exhausted(settled.promoted);
      await bench.report('call_2', 'CALLING');
      const from = START_MS;
      for (const key of [endpoint.key, null]) {
        const stats = await bench.store.stats({
          projectKey: bench.project,
          endpoint: key,
          fromMs: from,
          toMs: from + 120_000,
          stepMs: 60_000,
        });
        assert.deepEqual(
          stats.steps.map((step) => [step.made, step.attempts, step.delivered, step.failed]),
          [
            [2, 0, 0, 0],
            [1, 2, 1, 1],
          ],
        );
        assert.equal(stats.steps[1]?.latency[14], 1, 'one minute and 5 ms: up to ten minutes');
        const hour = 3_600_000;
        const dayFrom = from - (from % hour) - hour;
        const wide = await bench.store.stats({
          projectKey: bench.project,
          endpoint: key,
          fromMs: dayFrom,
          toMs: from + hour,
          stepMs: hour,
        });
        const sum = (steps: typeof stats.steps) => steps.reduce((all, each) => all + each.made, 0);
        assert.equal(sum(wide.steps), sum(stats.steps), 'minutes off the boundary of a step count');
        assert.equal(stats.backlog, 1);
        assert.equal(stats.oldestOpenAtMs, bench.clock.nowMs);
      }
      await bench.close();
    });
  });
}
