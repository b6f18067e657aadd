/**
 * The reads of the API in any store: pages, filters, shown states, and that no project ever sees
 * rows of another.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEALTHY, HOLD_LASTS_MS_MAX } from '../../../src/core/delivery/health.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { CallFilter, DeliveryFilter } from '../../../src/engine/ports/query-store.ts';
import { reopenedBy } from '../bulk-given.ts';
import {
  type Bench,
  benchOf,
  DAY_MS,
  NO_FILTER,
  type OpenStore,
  reportOf,
  START_MS,
} from '../given.ts';

const ANY_CALL: CallFilter = { direction: null, fromMs: null, toMs: null };

export function queryConformance(open: OpenStore): void {
  describe('queries', () => {
    test('calls come newest first, by page and by filter', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      for (const number of [1, 2, 3]) {
        bench.clock.nowMs = START_MS + number;
        await bench.report(`call_${number}`, number === 2 ? 'COMPLETED' : 'CALLING');
      }
      await bench.report('in', 'CALLING', { direction: 'INBOUND' });
      const ids = async (filter: Partial<CallFilter>, limit = 10) =>
        (
          await store.calls({
            projectKey: project,
            filter: { ...ANY_CALL, ...filter },
            beforeKey: null,
            limit,
          })
        ).map((c) => c.callId);
      assert.deepEqual(await ids({}), ['in', 'call_3', 'call_2', 'call_1']);
      assert.deepEqual(await ids({ statuses: ['COMPLETED'] }), ['call_2']);
      assert.deepEqual((await ids({ statuses: ['COMPLETED', 'CALLING'] })).length, 4);
      assert.deepEqual(await ids({ notStatuses: ['CALLING'] }), ['call_2']);
      assert.deepEqual(await ids({ notStatuses: ['CALLING', 'COMPLETED'] }), []);
      assert.deepEqual(await ids({ direction: 'INBOUND' }), ['in']);
      assert.deepEqual(await ids({ fromMs: START_MS + 2, toMs: START_MS + 3 }), ['call_2']);
      const [first, second] = await store.calls({
        projectKey: project,
        filter: ANY_CALL,
        beforeKey: null,
        limit: 2,
      });
      const rest = await store.calls({
        projectKey: project,
        filter: ANY_CALL,
        beforeKey: second?.key ?? null,
        limit: 2,
      });
      assert.deepEqual(
        [first, second, ...rest].map((c) => c?.callId),
        await ids({}),
      );
      await bench.close();
    });

    test('a list of calls shows and filters by errors, age and deliveries', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.endpoint();
      await bench.report('plain', 'CALLING', { clientId: 'order_7', callSid: 'CA-1' });
      bench.clock.nowMs += 1;
      const errors = [
        { code: 'CALL_INTERRUPTED', message: null, atMs: null },
        { code: 'CALL_INTERRUPTED', message: 'again', atMs: null },
      ] as const;
      await bench.report('bad', 'CALLING', { clientId: 'order_7', errors });
      bench.clock.nowMs += 1;
      await bench.report('silent', 'CALLING', { callSid: 'CA-3', direction: 'INBOUND' });
      const ended = { projectKey: project, callId: 'silent' };
      const report = { ...reportOf('ERROR'), direction: null };
      const receivedAtMs = bench.clock.nowMs + DAY_MS;
      await store.accept([{ ...ended, report, source: 'stale', receivedAtMs }]);
      const listed = async (filter: Partial<CallFilter>) =>
        store.calls({
          projectKey: project,
          filter: { ...ANY_CALL, ...filter },
          beforeKey: null,
          limit: 10,
        });
      const ids = async (filter: Partial<CallFilter>) =>
        (await listed(filter)).map(({ callId }) => callId);
      assert.deepEqual(
        (await listed({})).map(({ callId, figures }) => [callId, figures.stale, figures.errors]),
        [
          ['silent', true, []],
          ['bad', false, ['CALL_INTERRUPTED']],
          ['plain', false, []],
        ],
      );
      const { deliveries, open: left, delivered, failed } = (await listed({}))[2]?.figures ?? {};
      assert.deepEqual([deliveries, left, delivered, failed], [1, 1, 0, 0]);
      assert.deepEqual(await ids({ withErrors: true }), ['bad']);
      assert.deepEqual(await ids({ stale: true }), ['silent']);
      assert.deepEqual(await ids({ withErrors: false }), ['silent', 'plain']);
      assert.deepEqual(await ids({ stale: false }), ['bad', 'plain']);
      assert.deepEqual(await ids({ withErrors: false, stale: false }), ['plain']);
      assert.deepEqual(await ids({ notClientIds: ['order_7', 'x'] }), ['silent']);
      assert.deepEqual(await ids({ notCallSids: ['CA-1'] }), ['silent', 'bad']);
      assert.deepEqual(await ids({ clientId: 'order_7', notCallSids: ['CA-1'] }), ['bad']);
      assert.deepEqual(await ids({ clientId: 'order_7' }), ['bad', 'plain']);
      assert.deepEqual(await ids({ clientId: 'order' }), []);
      assert.deepEqual(await ids({ callSid: 'CA-3' }), ['silent']);
      assert.deepEqual(await ids({ callSid: 'CA-1', clientId: 'order_7' }), ['plain']);
      assert.deepEqual(await ids({ clientId: 'order_7', withErrors: true }), ['bad']);
      await bench.close();
    });

    test('deliveries are found by every filter, in pages without gap or repeat', async () => {
      const bench = await benchOf(open);
      const one = await bench.endpoint();
      await bench.endpoint();
      for (const call of ['a', 'b', 'c']) {
        bench.clock.nowMs += 1;
        await bench.report(call, 'COMPLETED');
      }
      const [head] = await bench.ready(one.key);
      assert.ok(head);
      await bench.exhausted(head);
      assert.equal((await bench.all({}, 5)).length, 12);
      assert.equal(new Set((await bench.all({}, 1)).map(({ key }) => key)).size, 12);
      const count = async (filter: Partial<DeliveryFilter>) => (await bench.all(filter, 2)).length;
      assert.equal(await count({ callId: 'a' }), 4);
      assert.equal(await count({ callId: 'nobody' }), 0);
      assert.equal(await count({ endpoint: one.key }), 6);
      assert.equal(await count({ trigger: 'CALL_LOG_CREATED' }), 6);
      assert.equal(await count({ states: ['exhausted'] }), 1);
      assert.equal(await count({ states: ['exhausted', 'due'], endpoint: one.key }), 4);
      assert.equal(await count({ states: ['waiting'] }), 5);
      assert.equal(await count({ states: ['delivered'] }), 0);
      assert.equal(await count({ fromMs: START_MS + 2, toMs: START_MS + 3 }), 4);
      assert.equal(await count({ notEndpoints: [one.key] }), 6);
      assert.equal(await count({ notEndpoints: [one.key], callId: 'a' }), 2);
      assert.equal(await count({ notTriggers: ['CALL_LOG_CREATED'] }), 6);
      assert.equal(await count({ notTriggers: ['CALL_LOG_CREATED'], endpoint: one.key }), 3);
      assert.equal(await count({ states: ['exhausted', 'due'], attemptsMin: 1 }), 1);
      assert.equal(await count({ states: ['exhausted', 'due'], attemptsMin: 99 }), 0);
      await bench.close();
    });

    test('a waiting delivery names the head it waits behind', async () => {
      const bench = await benchOf(open);
      const endpoint = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      const [first, second] = await bench.all();
      assert.equal(first?.behind, null);
      assert.deepEqual(second?.behind, { key: head?.delivery, createdAtMs: START_MS });
      assert.equal(second?.endpointId, endpoint.id);
      assert.equal(second?.callId, 'call_1');
      await bench.close();
    });

    test('a delivery is read with its body and attempts', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head);
      await bench.retrying(head);
      const detail = await bench.store.delivery({ projectKey: bench.project, key: head.delivery });
      assert.equal(detail?.text, head.text);
      assert.equal(detail?.data, head.data);
      assert.deepEqual(
        [detail?.state, detail?.attempts, detail?.failures, detail?.lastStatus],
        ['retrying', 1, 1, 500],
      );
      assert.deepEqual(detail?.attemptList, [
        {
          number: 1,
          startedAtMs: START_MS,
          durationMs: 5,
          outcome: 'retryable',
          status: 500,
          error: null,
          excerpt: 'ok',
          manual: false,
        },
      ]);
      await bench.close();
    });

    test('held: open deliveries of a disabled endpoint, due ones of one on hold', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const [retried] = await bench.heads('call_1', 'COMPLETED');
      await bench.heads('call_2', 'CALLING');
      assert.ok(retried);
      const held = async () => (await bench.all({ states: ['held'] })).length;
      assert.equal(await held(), 0);
      await bench.retrying(retried, 5_000, { ...HEALTHY, holdUntilMs: START_MS + 30_000 });
      assert.equal(await held(), 1);
      assert.equal((await bench.all({ states: ['due'] })).length, 0);
      assert.equal((await bench.all({ states: ['retrying', 'waiting'] })).length, 2);
      const [shown] = await bench.all({ states: ['held'] });
      assert.equal(shown?.endpointHoldUntilMs, START_MS + 30_000);
      // Longer than a hold can last: it began before the clock went back.
      bench.clock.nowMs = START_MS + 30_000 - HOLD_LASTS_MS_MAX;
      assert.equal(await held(), 1);
      bench.clock.nowMs -= 1;
      assert.equal(await held(), 0);
      bench.clock.nowMs = START_MS;
      const off = { enabled: false, reason: 'operator' } as const;
      await store.setEnabled({ projectKey: project, key, state: off, audit: bench.audit() });
      assert.equal(await held(), 3);
      assert.equal((await bench.all({ states: ['held'], endpoint: key })).length, 3);
      await store.setEnabled({
        projectKey: project,
        key,
        state: { enabled: true },
        audit: bench.audit(),
      });
      assert.equal(await held(), 0);
      await bench.close();
    });

    test('no query of one project shows what belongs to another', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const mine = await bench.endpoint();
      const [head] = await bench.heads('call_1', 'COMPLETED');
      assert.ok(head);
      const secret = { name: 'k', hash: 'h', hint: 'h', scopes: [], expiresAtMs: null };
      const apiKey = await store.createApiKey({
        projectKey: bench.project,
        key: secret,
        audit: bench.audit(),
      });
      assert.ok(apiKey !== null);
      const wanted = { name: 's', adapter: 'twilio', secret: 'x', publicUrl: null };
      const source = await store.createSource({
        projectKey: bench.project,
        source: wanted,
        audit: bench.audit(),
      });
      const { key: other } = await store.ensureProject({
        name: 'other',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      const end = START_MS + 60_000;
      assert.deepEqual(
        await store.calls({ projectKey: other, filter: ANY_CALL, beforeKey: null, limit: 10 }),
        [],
      );
      assert.equal(await store.call({ projectKey: other, callId: 'call_1' }), null);
      assert.equal(await store.timeline({ projectKey: other, callId: 'call_1' }), null);
      // Asked before the other project's jobs, which leave audit entries.
      assert.deepEqual(await store.audit({ projectKey: other, beforeKey: null, limit: 10 }), []);
      assert.deepEqual(await foreignLists(bench, other, mine.key), []);
      assert.equal(await store.delivery({ projectKey: other, key: head.delivery }), null);
      assert.equal(await store.endpoint({ projectKey: other, key: mine.key }), null);
      assert.deepEqual(await store.endpoints({ projectKey: other, afterKey: null, limit: 10 }), []);
      assert.deepEqual(await store.apiKeys(other), []);
      assert.deepEqual(await store.sources(other), []);
      for (const endpoint of [null, mine.key]) {
        const stats = await store.stats({
          projectKey: other,
          endpoint,
          fromMs: START_MS,
          toMs: end,
          stepMs: 60_000,
        });
        assert.deepEqual([stats.backlog, stats.steps[0]?.made], [0, 0]);
      }
      const audit = bench.audit();
      const off = { enabled: false, reason: 'operator' } as const;
      assert.equal(
        (await store.retryDelivery({ projectKey: other, key: head.delivery, nowMs: end, audit }))
          .kind,
        'not-found',
      );
      assert.equal(
        (await store.cancelDelivery({ projectKey: other, key: head.delivery, nowMs: end, audit }))
          .kind,
        'not-found',
      );
      assert.equal(
        await store.updateEndpoint({ projectKey: other, key: mine.key, settings: mine, audit }),
        null,
      );
      assert.equal(
        await store.setEnabled({ projectKey: other, key: mine.key, state: off, audit }),
        null,
      );
      assert.equal(await store.deleteEndpoint({ projectKey: other, key: mine.key, audit }), false);
      assert.equal(await store.revokeApiKey({ projectKey: other, key: apiKey.key, audit }), false);
      assert.equal(
        await store.updateSource({ projectKey: other, key: source.key, source: wanted, audit }),
        null,
      );
      assert.equal(await store.deleteSource({ projectKey: other, key: source.key, audit }), false);
      await bench.report('call_1', 'CALLING', {}, other);
      assert.equal(
        (await store.call({ projectKey: bench.project, callId: 'call_1' }))?.status,
        'COMPLETED',
      );
      await bench.close();
    });
  });
}

/** Every way to list and to reopen, requested by another project. */
async function foreignLists(
  bench: Bench,
  other: Bench['project'],
  endpoint: DeliveryFilter['endpoint'],
) {
  const { store } = bench;
  const filters: readonly Partial<DeliveryFilter>[] = [
    {},
    { endpoint },
    { callId: 'call_1' },
    { states: ['due', 'waiting'] },
    { states: ['exhausted'] },
    { states: ['due', 'delivered'], endpoint },
  ];
  const found: unknown[] = [];
  for (const filter of filters) {
    found.push(
      ...(await store.deliveries({
        projectKey: other,
        filter: { ...NO_FILTER, ...filter },
        beforeKey: null,
        limit: 10,
        nowMs: START_MS,
      })),
    );
  }
  const call = await store.call({ projectKey: bench.project, callId: 'call_1' });
  const states = ['delivered', 'cancelled'] as const;
  const endpoints = endpoint === null || endpoint === undefined ? [] : [endpoint];
  for (const callKey of [call?.key ?? null, null]) {
    const filter = { states, endpoints, callKey };
    const asked = { action: 'retry', filter, nowMs: START_MS, limit: 10 } as const;
    const reopened = await reopenedBy(store, other, asked);
    if (reopened > 0) found.push(reopened);
  }
  return found;
}
