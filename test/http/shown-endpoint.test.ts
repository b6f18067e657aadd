/** The health that an endpoint record shows is the one that the dispatcher stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../src/core/delivery/health.ts';
import { asKey, type EndpointKey, parseId } from '../../src/core/id.ts';
import { setup } from './setup.ts';

test('an endpoint on hold says until when, alone and in the list', async (t) => {
  const { call, endpoint, store, clock } = await setup(t);
  const id = await endpoint(['CALL_LOG_CREATED']);
  const key = asKey<EndpointKey>(parseId('ep', id)?.key ?? 0);
  const holdUntilMs = clock.wallMs() + 30_000;
  await store.saveHealth(key, { ...HEALTHY, consecutiveFailures: 5, holdMs: 30_000, holdUntilMs });
  const shown = {
    state: 'held',
    holdUntil: new Date(holdUntilMs).toISOString(),
    consecutiveFailures: 5,
    lastSuccessAt: null,
  };
  assert.deepEqual((await call('GET', `/v1/endpoints/${id}`)).at('/health'), shown);
  assert.deepEqual((await call('GET', '/v1/endpoints')).at('/data/0/health'), shown);
});
