/**
 * What Vonage sends about calls, signed by its rule: a token, HS256, with the SHA-256 of the body.
 * Must use no code of the adapter.
 */
import { createHash, createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type Fields = Readonly<Record<string, string>>;

const uuid = (end: string): string => `aaaaaaaa-bbbb-cccc-dddd-${end.padStart(12, '0')}`;
export const of = (status: string, end: string, more: Fields = {}): Fields => ({
  from: '15550100001',
  to: '15550100002',
  uuid: uuid(end),
  conversation_uuid: `CON-${uuid(end)}`,
  status,
  direction: 'outbound',
  timestamp: '2026-11-20T00:00:01.000Z',
  ...more,
});

export const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** HS256 with the signature secret; the claims are those of Vonage's example. */
export function token(payload: string, secret: string, atMs: number): string {
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

export const vonageScript: PlatformScript<Fields> = {
  secrets: [
    'synthetic-signature-secret-00000000000000000001',
    'synthetic-signature-secret-00000000000000000002',
    'synthetic-signature-secret-00000000000000000003',
  ],
  send(fields, { secret, atMs }) {
    const body = JSON.stringify(fields);
    const headers = { authorization: `Bearer ${token(body, secret, atMs)}` };
    return { contentType: 'application/json', body, headers };
  },
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
    { event: of('rejected', '10', { detail: 'declined' }), becomes: 'OUTBOUND BUSY' },
    {
      event: of('rejected', '11', { detail: 'restricted' }),
      becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED',
    },
    {
      event: of('rejected', '12', { detail: 'invalid_number' }),
      becomes: 'OUTBOUND UNREACHABLE',
    },
    {
      event: of('failed', '13', { detail: 'number_out_of_service' }),
      becomes: 'OUTBOUND UNREACHABLE',
    },
    {
      event: of('failed', '14', { detail: 'cannot_route' }),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: of('disconnected', '9'), becomes: 'ignored' },
    { event: of('human', '9'), becomes: 'hint PERSON' },
    { event: { reason: 'Syntax error in NCCO.', timestamp: '-' }, becomes: 'ignored' },
  ],
  nameOf: ({ status, detail, reason }) =>
    detail === undefined ? (status ?? reason ?? '') : `${status} ${detail}`,
};
