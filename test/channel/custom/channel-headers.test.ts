/** S7.1: the exact headers of a request to a Custom endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookHeaders } from '../../../src/channel/custom/channel.ts';
import { timestampOf } from '../../../src/channel/custom/signature.ts';
import { givenEndpoint, givenSend } from '../given.ts';

const REQUEST = givenSend(givenEndpoint());

test('names are in lower case, and values are those of the attempt', () => {
  assert.deepEqual(webhookHeaders(REQUEST, 'Ringpost/1.2.3', []), [
    'content-type',
    'application/json',
    'user-agent',
    'Ringpost/1.2.3',
    'webhook-id',
    'msg_01JD3Z9M0T000000042',
    'webhook-timestamp',
    '1795174257',
    'webhook-event',
    'OUTBOUND_CALL_COMPLETED',
    'webhook-endpoint-id',
    'ep_01JD3Z9M0T000000007',
    'webhook-attempt',
    '2',
    'webhook-sequence',
    '3',
    'webhook-payload-version',
    '1',
  ]);
});

test('static headers are added in lower case; user-agent may be replaced', () => {
  const extra = [
    { name: 'X-Tenant', value: 'blue' },
    { name: 'User-Agent', value: 'mine' },
  ];
  const headers = webhookHeaders(REQUEST, 'Ringpost/1.2.3', extra);
  assert.deepEqual(headers.slice(-4), ['x-tenant', 'blue', 'user-agent', 'mine']);
  assert.equal(headers.filter((name) => name === 'user-agent').length, 1);
});

test('the timestamp is whole seconds, never rounded up', () => {
  assert.equal(timestampOf({ atMs: 1_999 }), '1');
});

test('S14.19: traceparent is the span of the attempt, unless a static header replaces it', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const traced = { ...REQUEST, traceparent };
  const plain = webhookHeaders(REQUEST, 'Ringpost/1.2.3', []);
  assert.deepEqual(webhookHeaders(traced, 'Ringpost/1.2.3', []), [
    ...plain,
    'traceparent',
    traceparent,
  ]);
  const own = [{ name: 'TraceParent', value: 'mine' }];
  assert.deepEqual(webhookHeaders(traced, 'Ringpost/1.2.3', own), [
    ...plain,
    'traceparent',
    'mine',
  ]);
});
