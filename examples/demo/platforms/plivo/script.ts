/**
 * What Plivo sends about calls, signed by its rule, version 3: HMAC-SHA256 over the address, the
 * fields in the order of their names, and a nonce. Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type Fields = Readonly<Record<string, string>>;

export const uuid = (end: string): string => `97ceeb52-58b6-11e1-86da-${end.padStart(12, '0')}`;
export const of = (status: string, end: string, more: Fields = {}): Fields => ({
  CallUUID: uuid(end),
  CallStatus: status,
  Direction: 'outbound',
  From: '15550100001',
  To: '15550100002',
  ...more,
});
export const ended = (status: string, end: string, code: string, more: Fields = {}): Fields =>
  of(status, end, { HangupCauseCode: code, HangupSource: 'Plivo', Duration: '12', ...more });

export const NONCE = '05429567804466091622';

/** The rule as Plivo's page says it: address, `.`, names and values by name, `.`, nonce. */
export function signed(url: string, fields: Fields, secret: string): string {
  const posted = Object.keys(fields).sort();
  const between = url.includes('?') ? '.' : '?';
  const text = url + between + posted.map((name) => name + (fields[name] ?? '')).join('');
  return createHmac('sha256', secret).update(`${text}.${NONCE}`).digest('base64');
}

export const plivoScript: PlatformScript<Fields> = {
  secrets: ['synthetic-auth-token-0001', 'synthetic-auth-token-0002', 'synthetic-auth-token-0003'],
  send: (fields, { secret, publicUrl }) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'x-plivo-signature-v3': signed(publicUrl, fields, secret),
      'x-plivo-signature-v3-nonce': NONCE,
    },
  }),
  events: [
    { event: of('ringing', '1'), becomes: 'OUTBOUND CALLING' },
    {
      event: of('in-progress', '1', { Event: 'MachineDetection', Machine: 'true' }),
      becomes: 'hint MACHINE; OUTBOUND CALLING',
    },
    { event: ended('completed', '1', '4000'), becomes: 'OUTBOUND COMPLETED' },
    {
      event: of('ringing', '2', { Direction: 'inbound' }),
      becomes: 'INBOUND ACCEPTING',
    },
    {
      event: ended('completed', '2', '4010', { Direction: 'inbound' }),
      becomes: 'INBOUND COMPLETED',
    },
    {
      event: ended('cancel', '3', '1000', { Direction: 'inbound' }),
      becomes: 'INBOUND COMPLETED',
    },
    { event: ended('busy', '4', '3010'), becomes: 'OUTBOUND BUSY' },
    { event: ended('no-answer', '5', '3000'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: ended('timeout', '6', '6010'), becomes: 'OUTBOUND NO_RESPONSE' },
    {
      event: ended('timeout', '7', '3070'),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: ended('cancel', '8', '1000'), becomes: 'OUTBOUND CANCELED' },
    { event: ended('failed', '9', '2010'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: ended('failed', '10', '2030'), becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED' },
    { event: ended('failed', '11', '5020'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: of('failed', '12'), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: ended('completed', '13', '9100'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: ended('completed', '14', '6020'), becomes: 'OUTBOUND ERROR CALL_INTERRUPTED' },
  ],
  nameOf: ({ CallStatus, HangupCauseCode, Event }) =>
    [CallStatus, HangupCauseCode, Event].filter(Boolean).join(' '),
};
