/**
 * What the Voice API of Sinch, version 2, sends about calls, signed by its rule: HMAC-SHA256 over
 * method, MD5 of the body, type, time and path. Must use no code of the adapter.
 */
import { createHash, createHmac } from 'node:crypto';
import type { PlatformScript, Signing } from '../script.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const TYPE = 'application/json';

/** The rule as Sinch's page says it, for both versions. */
export function send(fields: Fields, scheme: string, { secret, atMs, publicUrl }: Signing) {
  const body = JSON.stringify(fields);
  const time = new Date(atMs).toISOString();
  const hash = createHash('md5').update(body).digest('base64');
  const { pathname } = new URL(publicUrl);
  const text = `POST\n${hash}\n${TYPE}\nx-timestamp:${time}\n${pathname}`;
  const key = Buffer.from(secret, 'base64');
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return {
    contentType: TYPE,
    body,
    headers: { authorization: `${scheme}:${signature}`, 'x-timestamp': time },
  };
}

export function second(event: string, callId: string, more: Fields = {}): Fields {
  const call = {
    callId,
    direction: 'OUTBOUND',
    from: { type: 'PHONE', phone: { number: '+15550100001' } },
    to: { type: 'PHONE', phone: { number: '+15550100002' } },
    startTime: '2026-11-20T00:00:01Z',
    ...more,
  };
  return { event: `call.${event}`, call };
}
export const hangup = (callId: string, callResult: string, more: Fields = {}): Fields =>
  second('hangup', callId, { callResult, endTime: '2026-11-20T00:00:09Z', ...more });
const INBOUND = { direction: 'INBOUND' };

export const sinchScript: PlatformScript<Fields> = {
  secrets: ['c3ludGhldGljLXNlYy0wMQ==', 'c3ludGhldGljLXNlYy0wMg==', 'c3ludGhldGljLXNlYy0wMw=='],
  send: (fields, signing) => send(fields, 'service a74b1566-0f18', signing),
  events: [
    { event: second('incoming', 'd1', INBOUND), becomes: 'INBOUND ACCEPTING' },
    { event: second('answered', 'd1', INBOUND), becomes: 'INBOUND CALLING' },
    { event: hangup('d1', 'COMPLETED', INBOUND), becomes: 'INBOUND COMPLETED' },
    { event: second('answered', 'd2'), becomes: 'OUTBOUND CALLING' },
    { event: second('amd.machine', 'd2'), becomes: 'hint MACHINE' },
    { event: second('amd.human', 'd3'), becomes: 'hint PERSON' },
    { event: second('amd.unknown', 'd3'), becomes: 'ignored' },
    { event: hangup('d2', 'COMPLETED'), becomes: 'OUTBOUND COMPLETED' },
    { event: second('busy', 'd4'), becomes: 'OUTBOUND BUSY' },
    { event: second('rejected', 'd5'), becomes: 'OUTBOUND BUSY' },
    { event: second('timeout', 'd6'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: second('failed', 'd7'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: hangup('d8', 'CANCEL'), becomes: 'OUTBOUND CANCELED' },
    { event: hangup('d9', 'CANCEL', INBOUND), becomes: 'INBOUND COMPLETED' },
    { event: second('webhook.menu-selection', 'd9'), becomes: 'ignored' },
  ],
  nameOf({ event, call }) {
    const { callResult } = Object(call);
    return [event, callResult].filter(Boolean).join(' ');
  },
};
