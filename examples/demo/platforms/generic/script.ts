/**
 * What an invented PBX sends, connected by settings alone: HMAC-SHA256 over the time and the body.
 * Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export const PBX = {
  signature: { scheme: 'hmac-timed', style: 't,v1', header: 'x-pbx-signature' },
  fields: {
    callId: '/call/id',
    status: '/call/state',
    direction: '/call/way',
    occurredAt: '/at',
    cause: '/call/reason',
  },
  facts: { from: '/call/from', durationMs: '/call/ms' },
  statuses: {
    ringing: { outbound: 'CALLING', inbound: 'ACCEPTING' },
    up: 'CALLING',
    robot: 'hint MACHINE',
    done: 'COMPLETED',
    held: null,
    busy: { outbound: 'BUSY', inbound: 'ERROR CALL_CONNECTION_FAILED' },
    'fail-*': 'ERROR CALL_CONNECTION_FAILED',
  },
  directions: { out: 'OUTBOUND', in: 'INBOUND' },
  filter: [{ field: '/kind', in: ['call'] }],
};
export type Fields = Readonly<Record<string, unknown>>;

export const of = (state: string, more: Fields = {}, kind = 'call'): Fields => ({
  kind,
  at: '2026-11-20T00:00:00Z',
  call: { id: 'c-1', state, way: 'out', ...more },
});

export const genericScript: PlatformScript<Fields> = {
  settings: PBX,
  secrets: ['synthetic-secret-0123', 'synthetic-previous-01', 'synthetic-wrong-01234'],
  send(fields, { secret, atMs }) {
    const body = JSON.stringify(fields);
    const time = Math.floor(atMs / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'x-pbx-signature': `t=${time},v1=${signature}` };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: of('ringing'), becomes: 'OUTBOUND CALLING' },
    { event: of('up'), becomes: 'OUTBOUND CALLING' },
    { event: of('robot'), becomes: 'hint MACHINE' },
    { event: of('held'), becomes: 'ignored' },
    { event: of('done'), becomes: 'OUTBOUND COMPLETED' },
    { event: of('ringing', {}, 'queue'), becomes: 'ignored' },
    { event: of('busy', { id: 'c-2' }), becomes: 'OUTBOUND BUSY' },
    { event: of('ringing', { id: 'c-3', way: 'in' }), becomes: 'INBOUND ACCEPTING' },
    { event: of('robot', { id: 'c-3', way: 'in' }), becomes: 'hint MACHINE' },
    { event: of('done', { id: 'c-3', way: 'in' }), becomes: 'INBOUND COMPLETED' },
    { event: of('done', { id: 'c-4', way: null }), becomes: '? COMPLETED' },
    {
      event: of('fail-trunk', { id: 'c-5' }),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
  ],
  nameOf: ({ kind, call }) => [kind, Object(call).state].filter(Boolean).join(' '),
};
