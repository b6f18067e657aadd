/** Vonage passes the suite of all adapters, by POST and by GET, signed by its rule. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  base64url,
  type Fields,
  of,
  token,
  vonageScript,
} from '../../../examples/demo/platforms/vonage/script.ts';
import { vonageAdapter } from '../../../src/ingest/vonage/adapter.ts';
import { conform } from '../conformance.ts';

const suite = {
  ...vonageScript,
  adapter: vonageAdapter,
  covers: 'body',
  unknown: [of('teleported', '10'), of('answered', '11', { direction: 'sideways' })],
  strange: [{}, { status: 'busy' }, { status: 'human' }],
} as const;

conform<Fields>(suite);

conform<Fields>({
  ...suite,
  send: (fields, { secret, atMs }) => ({
    method: 'GET',
    contentType: '',
    body: '',
    query: fields,
    headers: { authorization: `Bearer ${token(JSON.stringify(fields), secret, atMs)}` },
  }),
});

const [SECRET] = vonageScript.secrets;

test('a GET counts with our own ids in the address, signed or not', () => {
  const fields = of('busy', '1', { detail: 'remote busy', end_time: '2026-11-20T00:00:02Z' });
  const query = { callId: 'order-7', ...fields };
  for (const signed of [fields, query]) {
    const result = vonageAdapter.read({
      method: 'GET',
      contentType: '',
      body: '',
      headers: { authorization: `Bearer ${token(JSON.stringify(signed), SECRET, 0)}` },
      publicUrl: `https://calls.example.com/?${new URLSearchParams(query)}`,
      query,
      secrets: [SECRET],
      nowMs: 0,
    });
    if (result.kind !== 'taken') assert.fail(result.detail);
    assert.equal(result.reports[0]?.callId, 'order-7');
    assert.deepEqual(result.reports[0]?.facts, {
      from: '15550100001',
      to: '15550100002',
      endedAtMs: Date.UTC(2026, 10, 20, 0, 0, 2),
      hangupCause: 'remote busy',
    });
  }
});

test('a token without payload_hash does not cover the request, so it is refused', () => {
  const claims = base64url(JSON.stringify({ iat: 0, iss: 'Vonage' }));
  const text = `${base64url('{"alg":"HS256"}')}.${claims}`;
  const signature = createHmac('sha256', SECRET).update(text).digest('base64url');
  const result = vonageAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body: JSON.stringify(of('busy', '1')),
    headers: { authorization: `Bearer ${text}.${signature}` },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [SECRET],
    nowMs: 0,
  });
  assert.equal(result.kind === 'refused' && result.code, 'SIGNATURE_INVALID');
});
