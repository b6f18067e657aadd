/** Deliveries by hand: what the API cannot show cheaply, such as the bounds of a bulk retry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { asKey, type DeliveryKey, type ProjectKey } from '../../../src/core/id.ts';
import { createDeliveryService } from '../../../src/engine/delivery/delivery-service.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { setup } from '../../http/setup.ts';

const AUTHOR = { actor: 'key_1', requestId: 'req_1' };
const ALL = {
  ...{ endpointId: null, callId: null, trigger: null, states: [], fromMs: null, toMs: null },
} as const;

test('a bulk retry is noted first, ends at its bound and says that more is left', async (t) => {
  const { store, dispatcher, clock, project } = await setup(t);
  const steps: string[] = [];
  t.mock.method(store, 'noteAudit', async () => {
    steps.push('audit');
  });
  let batches = 0;
  t.mock.method(store, 'reopen', async ({ afterKey, limit }: Parameters<Store['reopen']>[0]) => {
    assert.equal(afterKey, batches === 0 ? null : batches * limit);
    steps.push('batch');
    batches += 1;
    const lastKey = asKey<DeliveryKey>(batches * limit);
    return { changed: limit, more: true, endpoints: [], lastKey };
  });
  const service = createDeliveryService({ store, dispatcher, clock });
  const done = await service.retryMany(project.key, ALL, AUTHOR);
  assert.deepEqual(done, { retried: 10_000, more: true });
  assert.equal(steps[0], 'audit');
  assert.equal(steps.filter((step) => step === 'batch').length, 20);
});

test('a delivery of a deleted endpoint cannot be retried', async (t) => {
  const bundle = await setup(t);
  const { call, service, project } = bundle;
  const endpointId = await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/a/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const id = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  assert.equal((await call('DELETE', `/v1/endpoints/${endpointId}`)).status, 204);
  await assert.rejects(
    service.deliveries.retry(project.key, id, AUTHOR),
    (error) => error instanceof ServiceError && error.code === 'STATE_CONFLICT',
  );
});

test('another project sees nothing of a delivery', async (t) => {
  const bundle = await setup(t);
  const { call, service, project } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/a/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const id = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  const other = asKey<ProjectKey>(project.key + 1);
  for (const attempt of [
    service.deliveries.get(other, id),
    service.deliveries.retry(other, id, AUTHOR),
    service.deliveries.cancel(other, id, AUTHOR),
  ]) {
    await assert.rejects(
      attempt,
      (error) => error instanceof ServiceError && error.code === 'NOT_FOUND',
    );
  }
});

test('a cancelled manual attempt is noted with the state that it leaves', async (t) => {
  const bundle = await setup(t);
  const { call, service, project, clock, settle } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/a/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const id = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  await settle(id, { state: 'exhausted', atMs: clock.wallMs(), failures: 7 });
  await service.deliveries.retry(project.key, id, AUTHOR);
  assert.equal((await service.deliveries.cancel(project.key, id, AUTHOR)).state, 'exhausted');
  const [entry] = await bundle.store.audit({ projectKey: project.key, beforeKey: null, limit: 1 });
  assert.deepEqual(
    [entry?.action, entry?.before, entry?.after],
    ['delivery.cancelled', { state: 'due' }, { state: 'exhausted' }],
  );
});
