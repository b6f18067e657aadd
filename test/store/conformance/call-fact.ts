/**
 * Facts of a call in any store (S2.24 to S2.27, S3.16): stored and merged, told by each firing as
 * known at its time, found by number and tag, removed with their call.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Bench, benchOf, type OpenStore } from '../given.ts';

const NUMBERS = { from: '+44 20 7946 0018', to: '+12025550143' };

async function listed(bench: Bench, more: { number?: string; tag?: string; clientId?: string }) {
  const { store, project: projectKey } = bench;
  const filter = { direction: null, fromMs: null, toMs: null, ...more };
  const rows = await store.calls({ projectKey, filter, beforeKey: null, limit: 10 });
  return rows.map(({ callId }) => callId);
}

export function callFactConformance(open: OpenStore): void {
  describe('facts of a call', () => {
    test('S2.25: each report keeps its own facts, the call the latest of each', async () => {
      const bench = await benchOf(open);
      const { store, project: projectKey } = bench;
      await bench.endpoint({ payloadVersion: 2 });
      const first = { facts: { ...NUMBERS, tags: ['vip'], metadata: { a: '1', b: '1' } } };
      await bench.report('call_1', 'CALLING', first);
      await bench.report('call_1', 'COMPLETED', { facts: { metadata: { b: '2' } } });
      await bench.report('call_1', null, { facts: { recordingUrl: 'https://a.example/1' } });
      const timeline = await store.timeline({ projectKey, callId: 'call_1' });
      const known = { ...NUMBERS, tags: ['vip'], metadata: { a: '1', b: '2' } };
      assert.deepEqual(timeline?.call.facts, { ...known, recordingUrl: 'https://a.example/1' });
      assert.deepEqual(
        timeline?.reports.map(({ facts }) => facts),
        [first.facts, { metadata: { b: '2' } }, { recordingUrl: 'https://a.example/1' }],
      );
      assert.equal(timeline?.reports[2]?.applied, true);
      const said = timeline?.firings.map(({ facts }) => JSON.parse(facts ?? 'null'));
      assert.deepEqual(said, [first.facts, known, known]);
      const [made] = await bench.all({}, 10);
      assert.ok(made);
      const detail = await store.delivery({ projectKey, key: made.key });
      assert.deepEqual(
        [detail?.bodyForm, JSON.parse(detail?.facts ?? '')],
        ['2:message', first.facts],
      );
      await bench.close();
    });

    test('S3.16: a call that a filter does not want makes no delivery', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint({ filter: { tags: ['vip'] } });
      await bench.report('call_1', 'CALLING');
      await bench.report('call_1', 'COMPLETED', { facts: { tags: ['vip', 'x'] } });
      const heads = await bench.ready(key);
      assert.deepEqual(
        heads.map(({ trigger, sequence }) => [trigger, sequence]),
        [['OUTBOUND_CALL_COMPLETED', 1]],
      );
      await bench.close();
    });

    test('S12.33: calls are found by number in any writing, by tag, and by both', async () => {
      const bench = await benchOf(open);
      const { store, project: projectKey } = bench;
      await bench.report('call_1', 'CALLING', { facts: { ...NUMBERS, tags: ['vip'] } });
      bench.clock.nowMs += 1;
      await bench.report('call_2', 'CALLING', {
        clientId: 'order_2',
        facts: { from: '0044-2079460018', tags: ['vip', 'de'] },
      });
      await bench.report('call_3', 'CALLING');
      assert.deepEqual(await listed(bench, { number: '+442079460018' }), ['call_2', 'call_1']);
      assert.deepEqual(await listed(bench, { number: '12025550143' }), ['call_1']);
      assert.deepEqual(await listed(bench, { tag: 'vip' }), ['call_2', 'call_1']);
      assert.deepEqual(await listed(bench, { tag: 'de', number: '442079460018' }), ['call_2']);
      assert.deepEqual(await listed(bench, { tag: 'vip', clientId: 'order_2' }), ['call_2']);
      assert.deepEqual(await listed(bench, { tag: 'VIP' }), []);
      const found = await store.searchCalls({ projectKey, text: '+44 20 7946 0018', limit: 10 });
      assert.deepEqual(
        found.map(({ call, by, exact }) => [call.callId, by, exact]),
        [
          ['call_2', 'number', true],
          ['call_1', 'number', true],
        ],
      );
      await bench.report('call_1', null, { facts: { to: '+15005550006', tags: ['gold'] } });
      assert.deepEqual(await listed(bench, { number: '12025550143' }), []);
      assert.deepEqual(await listed(bench, { number: '+1 500 555 0006', tag: 'gold' }), ['call_1']);
      assert.deepEqual(await listed(bench, { tag: 'vip' }), ['call_2']);
      await bench.close();
    });

    test('after reports in one batch a call is found by the tags of the last one', async () => {
      const bench = await benchOf(open);
      const { store, clock, project: projectKey } = bench;
      const base = { direction: 'OUTBOUND', callSid: null, clientId: null, errors: [] } as const;
      const item = (status: string, tags: readonly string[]) => ({
        projectKey,
        callId: 'call_1',
        report: { ...base, status, occurredAtMs: null, reportId: null, facts: { tags } },
        source: 'api' as const,
        receivedAtMs: clock.nowMs,
      });
      await store.accept([item('CALLING', ['a', 'b']), item('CLOSING', ['b', 'c'])]);
      await store.accept([item('COMPLETED', ['c', 'a']), item('COMPLETED', ['a', 'd'])]);
      const found = [];
      for (const tag of ['a', 'b', 'c', 'd']) found.push(await listed(bench, { tag }));
      assert.deepEqual(found, [['call_1'], [], [], ['call_1']]);
      await bench.close();
    });

    test('S12.36: nothing is found of a call that was deleted', async () => {
      const bench = await benchOf(open);
      const { store, project: projectKey, clock } = bench;
      await bench.report('call_1', 'COMPLETED', { facts: { ...NUMBERS, tags: ['vip'] } });
      const { nowMs } = clock;
      await store.deleteCall({ projectKey, callId: 'call_1', nowMs, audit: bench.audit() });
      assert.deepEqual(await listed(bench, { tag: 'vip' }), []);
      const found = await store.searchCalls({ projectKey, text: NUMBERS.to, limit: 10 });
      assert.deepEqual(found, []);
      await bench.close();
    });
  });
}
