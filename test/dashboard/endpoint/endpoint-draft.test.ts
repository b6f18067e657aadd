/** The form of an endpoint, and the body that it becomes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointRecord } from '../../../dashboard/src/api/record.ts';
import {
  blankDraft,
  bodyOf,
  draftOfRecord,
  patchOf,
  unreadable,
} from '../../../dashboard/src/page/endpoint/form/endpoint-draft.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';

const RECORD: EndpointRecord = {
  id: 'ep_1',
  projectId: 'prj_1',
  name: 'CRM',
  kind: 'custom',
  warnings: [],
  target: 'https://crm.example/hooks',
  triggers: ['OUTBOUND_CALL_ERROR'],
  opsTriggers: [],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  filter: null,
  contentKey: 'text',
  payloadVersion: 1,
  retryOther4xx: false,
  health: {
    state: 'healthy',
    holdUntil: null,
    consecutiveFailures: 0,
    lastSuccessAt: null,
    attentionSince: null,
  },
  auth: { method: 'bearer', token: '••••9f3c' },
  signatureFormat: 'webhook-signature',
  timeoutMs: 5_000,
  retryScheduleMs: [5_000, 90_000],
  headers: [{ name: 'x-tenant', value: '••••acme' }],
  pacing: { ratePerS: 2, burst: 3, concurrency: 4 },
  agent: null,
  createdAt: '',
  updatedAt: '',
  revision: 1,
};

test('a blank form shows the defaults of the service', () => {
  const { timeoutS, schedule, callLogWaitS, deadlineMin } = blankDraft('custom');
  assert.deepEqual([timeoutS, schedule], ['10', '5s, 15s, 45s, 2m 15s, 6m 45s, 20m 15s']);
  assert.deepEqual([callLogWaitS, deadlineMin], ['600', '15']);
});

test('a new endpoint leaves its defaults to the service', () => {
  const draft = { ...blankDraft('custom'), name: ' CRM ', target: 'https://a.example' };
  assert.deepEqual(
    bodyOf('custom', { ...draft, triggers: ['ACW_COMPLETED', 'CALL_LOG_CREATED'] }),
    {
      name: 'CRM',
      kind: 'custom',
      target: 'https://a.example',
      triggers: ['CALL_LOG_CREATED', 'ACW_COMPLETED'],
      auth: { method: 'rsa-sha256' },
    },
  );
  const more = { ...draft, timeoutS: '2.5', schedule: '', ratePerS: '0.5' };
  const body = bodyOf('custom', more);
  assert.deepEqual(
    [body.timeoutMs, body.retryScheduleMs, body.pacing],
    [2_500, [], { ratePerS: 0.5, burst: 20, concurrency: 20 }],
  );
});

test('each kind sends only its own fields', () => {
  const keys = (kind: EndpointKind, changes: object = {}): readonly string[] =>
    Object.keys(bodyOf(kind, { ...blankDraft(kind), ...changes })).sort();
  assert.deepEqual(keys('slack'), ['kind', 'name', 'target', 'triggers']);
  assert.deepEqual(keys('builtin-analyzer'), ['kind', 'name', 'triggers']);
  assert.deepEqual(
    bodyOf('builtin-evaluator', { ...blankDraft('builtin-evaluator'), scorecardId: 'sc_1' }).agent,
    {
      engine: 'AUTO',
      callLogWaitMs: 600_000,
      scorecardId: 'sc_1',
    },
  );
  const agent = { ...blankDraft('self-provided-agent'), deadlineMin: '30' };
  assert.deepEqual(bodyOf('self-provided-agent', agent).agent, { deadlineMs: 1_800_000 });
});

test('an edit sends changed fields, and a secret only if one was typed', () => {
  const before = draftOfRecord(RECORD);
  assert.deepEqual(patchOf('custom', before, before), {});
  assert.deepEqual(patchOf('custom', { ...before, name: 'New' }, before), { name: 'New' });
  assert.deepEqual(patchOf('custom', { ...before, token: 'abc' }, before), {
    auth: { method: 'bearer', token: 'abc' },
  });
  assert.deepEqual(patchOf('custom', { ...before, method: 'rsa-sha256' }, before), {
    auth: { method: 'rsa-sha256' },
  });
  const headers = [...before.headers, { name: 'x-new', value: 'v', kept: false }];
  assert.deepEqual(patchOf('custom', { ...before, headers }, before), {
    headers: [{ name: 'x-tenant' }, { name: 'x-new', value: 'v' }],
  });
  assert.deepEqual(patchOf('custom', { ...before, schedule: '5s, 2m' }, before), {
    retryScheduleMs: [5_000, 120_000],
  });
});

test('a kept secret is passed on only to another path of its origin, and the patch says so', () => {
  const before = draftOfRecord(RECORD);
  const { origin } = new URL(before.target);
  const target = `${origin}/elsewhere`;
  const patch = (changes: Partial<typeof before>) =>
    patchOf('custom', { ...before, ...changes }, before);
  assert.deepEqual(patch({ target }), { target, keepSecrets: true });
  assert.equal(patch({ target, token: 'abc', headers: [] }).keepSecrets, undefined);
  assert.equal(patch({ target: 'https://other.example/' }).keepSecrets, undefined);
});

test('a value that is no number or time is named by its pointer', () => {
  const draft = { ...blankDraft('custom'), timeoutS: 'ten', burst: '', schedule: '5s, soon' };
  assert.deepEqual(unreadable('custom', draft), [
    '/timeoutMs',
    '/pacing/burst',
    '/retryScheduleMs',
  ]);
  assert.deepEqual(unreadable('custom', { ...blankDraft('custom'), ratePerS: '' }), []);
  const analyzer = { ...blankDraft('builtin-analyzer'), schedule: 'soon', callLogWaitS: '' };
  assert.deepEqual(unreadable('builtin-analyzer', analyzer), ['/agent/callLogWaitMs']);
});
