/**
 * Manual changes of deliveries: cases that the API cannot show cheaply, such as the bounds of a
 * bulk retry.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { asKey, type BulkKey, type ProjectKey } from '../../../src/core/id.ts';
import { BULK_BATCH } from '../../../src/engine/delivery/bulk-runner.ts';
import type { BulkJob } from '../../../src/engine/ports/bulk-store.ts';
import { setup } from '../../http/setup.ts';

const AUTHOR = { actor: 'key_1', requestId: 'req_1' };
const ALL = {
  endpointId: null,
  callId: null,
  trigger: null,
  states: [],
  fromMs: null,
  toMs: null,
} as const;

test('a bulk retry is a job: stored first, and running on beyond its bound', async (t) => {
  const { store, service, project } = await setup(t);
  const steps: string[] = [];
  const createBulk = store.createBulk.bind(store);
  t.mock.method(store, 'createBulk', async (...asked: Parameters<typeof store.createBulk>) => {
    steps.push('job and audit entry');
    return createBulk(...asked);
  });
  let job: BulkJob | null = null;
  const bulkJob = store.bulkJob.bind(store);
  t.mock.method(store, 'bulkJob', async () => job);
  t.mock.method(store, 'stepBulk', async ({ key }: { key: BulkKey }) => {
    const before = job ?? (await bulkJob({ projectKey: project.key, key }));
    assert.ok(before);
    steps.push('step');
    job = { ...before, state: 'running', done: before.done + BULK_BATCH };
    return { job, endpoints: [], made: [], deleted: null };
  });
  const { jobId, ...done } = await service.deliveries.retryMany(project.key, ALL, AUTHOR);
  assert.deepEqual(done, { retried: 10_000, more: true });
  assert.equal(steps[0], 'job and audit entry');
  assert.equal(steps.filter((step) => step === 'step').length, 50);
  const { id, action, createdBy } = await service.bulk.get(project.key, jobId);
  assert.deepEqual([id, action, createdBy], [jobId, 'retry', AUTHOR.actor]);
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

test('another project does not find a delivery', async (t) => {
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

test('the audit entry of a cancelled manual attempt has the state that it leaves', async (t) => {
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
