/** Endpoints on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import { asKey, type EndpointKey, type ProjectKey } from '../../../src/core/id.ts';
import {
  EndpointPatchBody,
  EndpointRecord,
  showEndpoint,
} from '../../../src/http/schema/endpoint.ts';

const ENDPOINT: Endpoint = {
  key: asKey<EndpointKey>(1),
  id: 'ep_1',
  projectKey: asKey<ProjectKey>(2),
  projectId: 'prj_2',
  name: 'CRM',
  kind: 'custom',
  target: 'https://hooks.example.com/',
  secretTarget: null,
  agent: null,
  triggers: ['CALL_LOG_CREATED'],
  opsTriggers: [],
  auth: { method: 'bearer', token: 'rb1.sealed', tokenHint: '9f3c' },
  filter: null,
  contentKey: 'message',
  payloadVersion: 1,
  signatureFormat: 'webhook-signature',
  headers: [{ name: 'x-tenant', value: 'rb1.sealed', hint: '77aa' }],
  timeoutMs: 10_000,
  retryScheduleMs: [5_000],
  retryOther4xx: false,
  pacing: PACING_DEFAULTS.custom,
  enabled: false,
  disabledReason: 'gone',
  disabledAtMs: 1_795_174_257_000,
  deletedAtMs: null,
  createdAtMs: 0,
  updatedAtMs: 1,
  revision: 3,
};

test('a record has exactly the keys of its schema, and nothing sealed', () => {
  const shown = showEndpoint(ENDPOINT, HEALTHY, [], 0);
  const keys = Object.keys(EndpointRecord.properties);
  assert.deepEqual(Object.keys(shown).toSorted(), keys.toSorted());
  assert.ok(!JSON.stringify(shown).includes('rb1.'));
  assert.deepEqual(shown.auth, { method: 'bearer', token: '••••9f3c' });
  assert.equal(shown.disabledAt, '2026-11-20T11:30:57.000Z');
});

test('a patch changes neither the kind of an endpoint nor whether it is enabled', () => {
  const patchable = Object.keys(EndpointPatchBody.properties);
  assert.ok(!patchable.includes('kind') && !patchable.includes('enabled'));
});

test('health is shown as it is now: a hold that has passed is not shown', () => {
  const health = { ...HEALTHY, consecutiveFailures: 6, holdUntilMs: 60_000, lastSuccessAtMs: 0 };
  const shownAt = (nowMs: number) => showEndpoint(ENDPOINT, health, [], nowMs).health;
  assert.deepEqual(shownAt(30_000), {
    state: 'held',
    holdUntil: '1970-01-01T00:01:00.000Z',
    consecutiveFailures: 6,
    lastSuccessAt: '1970-01-01T00:00:00.000Z',
    attentionSince: null,
  });
  assert.deepEqual([shownAt(60_000).state, shownAt(60_000).holdUntil], ['failing', null]);
  assert.equal(showEndpoint(ENDPOINT, HEALTHY, [], 0).health.state, 'healthy');
});
