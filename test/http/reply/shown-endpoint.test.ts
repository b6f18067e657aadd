/** The health that an endpoint record shows is the one that the dispatcher stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { setup } from '../setup.ts';

test('an endpoint on hold shows until when, by itself and in the list', async (t) => {
  const { call, endpoint, settle, clock } = await setup(t);
  const id = await endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/call_1/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const delivery = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  const holdUntilMs = clock.wallMs() + 30_000;
  const health = { ...HEALTHY, consecutiveFailures: 5, holdMs: 30_000, holdUntilMs };
  const next = { state: 'retrying', dueAtMs: clock.wallMs() + 5_000, failures: 1 } as const;
  await settle(delivery, next, 500, health);
  const shown = {
    state: 'held',
    holdUntil: new Date(holdUntilMs).toISOString(),
    consecutiveFailures: 5,
    lastSuccessAt: null,
    attentionSince: null,
  };
  assert.deepEqual((await call('GET', `/v1/endpoints/${id}`)).at('/health'), shown);
  assert.deepEqual((await call('GET', '/v1/endpoints')).at('/data/0/health'), shown);
});

test('a page of endpoints reads the health of all of them with one query', async (t) => {
  const { call, endpoint, settle, clock, store } = await setup(t);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await endpoint(['OUTBOUND_CALL_CALLING']));
  await call('POST', '/v1/calls/call_1/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const failing = await call('GET', `/v1/deliveries?endpointId=${ids[2]}`);
  const next = { state: 'retrying', dueAtMs: clock.wallMs() + 5_000, failures: 1 } as const;
  const health = { ...HEALTHY, consecutiveFailures: 1 };
  await settle(String(failing.at('/data/0/id')), next, 500, health);
  const reads = t.mock.method(store, 'healthOf');
  const one = t.mock.method(store, 'runtime');
  const page = await call('GET', '/v1/endpoints?limit=4');
  const shown: { id: string; health: { state: string } }[] = Object(page.at('/data'));
  assert.deepEqual(
    shown.map((row) => row.id),
    ids.slice(0, 4),
  );
  assert.deepEqual(
    shown.map((row) => row.health.state),
    ['healthy', 'healthy', 'failing', 'healthy'],
  );
  assert.deepEqual([reads.mock.callCount(), one.mock.callCount()], [1, 0]);
});
