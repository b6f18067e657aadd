/**
 * Search in any store: calls by their ids, the call of a webhook-id, and how often triggers fired;
 * always of one project.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { benchOf, type OpenStore, START_MS } from '../given.ts';

export function searchConformance(open: OpenStore): void {
  describe('search', () => {
    test('a call is found by each of its ids, by two of them also by prefix', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const ids = (callSid: string, clientId: string) => ({ callSid, clientId });
      await bench.report('call_1', 'CALLING', ids('CA-1001', 'order_7'));
      await bench.report('call_2', 'CALLING', ids('CA-1002', 'order_7'));
      await bench.report('CA-1001', 'CALLING', ids('', 'ORDER_7'));
      await bench.report('call_4', 'CALLING', ids('CA-\u{1f4de}', 'Bestellung ä'));
      const found = async (text: string, of = project) =>
        (await store.searchCalls({ projectKey: of, text, limit: 10 })).map(
          ({ call, by, exact }) => `${call.callId} ${by}${exact ? '' : ' prefix'}`,
        );
      assert.deepEqual(await found('CA-1001'), ['CA-1001 callId', 'call_1 callSid']);
      assert.deepEqual(await found('CA-100'), ['call_1 callSid prefix', 'call_2 callSid prefix']);
      assert.deepEqual(await found('order_7'), ['call_1 clientId', 'call_2 clientId']);
      assert.deepEqual(await found('Bestellung'), ['call_4 clientId prefix']);
      assert.equal((await found('CA-')).length, 3);
      assert.deepEqual(await found('%'), []);
      assert.deepEqual(await found('call_'), []);
      const elsewhere = await store.ensureProject({
        name: 'elsewhere',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      assert.deepEqual(await found('CA-1001', elsewhere.key), []);
      assert.equal(
        (await store.searchCalls({ projectKey: project, text: 'CA-', limit: 2 })).length,
        2,
      );
      await bench.close();
    });

    test('triggers are counted by project, since the requested time', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.report('call_1', 'CALLING');
      bench.clock.nowMs += 1_000;
      await bench.report('call_1', 'COMPLETED');
      await bench.report('call_2', 'CALLING');
      const since = async (sinceMs: number) => {
        const { counts, sinceMs: told } = await store.triggerCounts({
          projectKey: project,
          sinceMs,
        });
        assert.equal(told, sinceMs);
        return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
      };
      const later = { CALL_LOG_CREATED: 1, OUTBOUND_CALL_CALLING: 1, OUTBOUND_CALL_COMPLETED: 1 };
      assert.deepEqual(await since(START_MS + 1), later);
      assert.deepEqual(await since(0), { ...later, OUTBOUND_CALL_CALLING: 2 });
      const elsewhere = await store.ensureProject({
        name: 'elsewhere',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      assert.equal(
        (await store.triggerCounts({ projectKey: elsewhere.key, sinceMs: 0 })).counts.size,
        0,
      );
      await bench.report('call_3', 'RINGING');
      await bench.report('call_4', 'QUEUED');
      const { unknownStatuses } = await store.triggerCounts({ projectKey: project, sinceMs: 0 });
      const lastAtMs = bench.clock.nowMs;
      assert.deepEqual(unknownStatuses, [{ status: 'RINGING', calls: 1, lastAtMs }]);
      assert.deepEqual(
        (await store.triggerCounts({ projectKey: elsewhere.key, sinceMs: 0 })).unknownStatuses,
        [],
      );
      await bench.close();
    });

    test('a webhook-id leads to its call, within its project', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.endpoint();
      await bench.report('call_1', 'CALLING');
      const [delivery] = await bench.all({}, 1);
      assert.ok(delivery);
      const { firing, firedAtMs } = delivery;
      assert.equal(
        (await store.callOfFiring({ projectKey: project, firing, firedAtMs }))?.callId,
        'call_1',
      );
      assert.equal(
        await store.callOfFiring({ projectKey: project, firing, firedAtMs: firedAtMs + 1 }),
        null,
      );
      const elsewhere = await store.ensureProject({
        name: 'elsewhere',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      assert.equal(
        await store.callOfFiring({ projectKey: elsewhere.key, firing, firedAtMs }),
        null,
      );
      await bench.close();
    });

    test('the last firing of a trigger by a call is read as it was rendered', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.endpoint();
      await bench.report('call_1', 'CALLING');
      const [made] = await bench.all({}, 1);
      assert.ok(made);
      const delivery = await store.delivery({ projectKey: project, key: made.key });
      const found = await store.newestFiring({
        projectKey: project,
        callId: 'call_1',
        trigger: made.trigger,
      });
      assert.equal(found?.key, made.firing);
      assert.deepEqual(found?.firing, {
        trigger: made.trigger,
        firedAtMs: made.firedAtMs,
        text: delivery?.text,
        data: delivery?.data,
        errors: delivery?.errors,
        facts: delivery?.facts,
      });
      assert.equal(
        await store.newestFiring({
          projectKey: project,
          callId: 'call_1',
          trigger: 'OUTBOUND_CALL_BUSY',
        }),
        null,
      );
      assert.equal(
        await store.newestFiring({ projectKey: project, callId: 'call_2', trigger: made.trigger }),
        null,
      );
      const elsewhere = await store.ensureProject({
        name: 'elsewhere',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      assert.equal(
        await store.newestFiring({
          projectKey: elsewhere.key,
          callId: 'call_1',
          trigger: made.trigger,
        }),
        null,
      );
      await bench.close();
    });
  });
}
