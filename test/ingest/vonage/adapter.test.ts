/** Vonage passes the suite of all adapters, by POST and by GET, signed by its rule. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { vonageAdapter } from '../../../src/ingest/vonage/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, string>>;

const uuid = (end: string): string => `aaaaaaaa-bbbb-cccc-dddd-${end.padStart(12, '0')}`;
const of = (status: string, end: string, more: Fields = {}): Fields => ({
  from: '15550100001',
  to: '15550100002',
  uuid: uuid(end),
  conversation_uuid: `CON-${uuid(end)}`,
  status,
  direction: 'outbound',
  timestamp: '2026-11-20T00:00:01.000Z',
  ...more,
});

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** HS256 with the signature secret; the claims are those of Vonage's example. */
function token(payload: string, secret: string, atMs: number): string {
  const claims = {
    iat: Math.floor(atMs / 1_000),
    jti: '00000000-0000-4000-8000-000000000001',
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(payload).digest('hex'),
    api_key: 'a1b2c3d4',
    application_id: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab',
  };
  const text = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(JSON.stringify(claims))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const suite = {
  adapter: vonageAdapter,
  secrets: [
    'synthetic-signature-secret-00000000000000000001',
    'synthetic-signature-secret-00000000000000000002',
    'synthetic-signature-secret-00000000000000000003',
  ],
  covers: 'body',
  events: [
    { event: of('started', '1'), becomes: 'OUTBOUND CALLING' },
    { event: of('ringing', '1'), becomes: 'OUTBOUND CALLING' },
    { event: of('answered', '1'), becomes: 'OUTBOUND CALLING' },
    {
      event: { status: 'machine', call_uuid: uuid('1'), from: '15550100001', to: '15550100002' },
      becomes: 'hint MACHINE',
    },
    { event: of('completed', '1', { duration: '2' }), becomes: 'OUTBOUND COMPLETED' },
    { event: of('started', '2', { direction: 'inbound' }), becomes: 'INBOUND ACCEPTING' },
    { event: of('answered', '2', { direction: 'inbound' }), becomes: 'INBOUND CALLING' },
    { event: of('completed', '2', { direction: 'inbound' }), becomes: 'INBOUND COMPLETED' },
    { event: of('busy', '3'), becomes: 'OUTBOUND BUSY' },
    { event: of('timeout', '4'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: of('unanswered', '5'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: of('cancelled', '6'), becomes: 'OUTBOUND CANCELED' },
    { event: of('failed', '7'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: of('rejected', '8'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: of('disconnected', '9'), becomes: 'ignored' },
    { event: of('human', '9'), becomes: 'hint PERSON' },
    { event: { reason: 'Syntax error in NCCO.', timestamp: '-' }, becomes: 'ignored' },
  ],
  unknown: [of('teleported', '10'), of('answered', '11', { direction: 'sideways' })],
  strange: [{}, { status: 'busy' }, { status: 'human' }],
} as const;

conform<Fields>({
  ...suite,
  send(fields, { secret, atMs }) {
    const body = JSON.stringify(fields);
    const headers = { authorization: `Bearer ${token(body, secret, atMs)}` };
    return { contentType: 'application/json', body, headers };
  },
});

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

const [SECRET] = suite.secrets;

test('a GET counts with our own ids in the address, whether they are signed or not', () => {
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

test('a token without payload_hash proves nothing of the request, so it is refused', () => {
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
