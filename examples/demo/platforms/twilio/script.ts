/**
 * What Twilio sends about calls, signed by its rule: HMAC-SHA1 over the address and the fields in
 * the order of their names. Must use no code of the adapter.
 */
import { createHmac } from 'node:crypto';
import type { PlatformScript } from '../script.ts';

export type Callback = Readonly<Record<string, string>>;

const CALL = {
  AccountSid: 'AC0',
  CallSid: 'CA00000000000000000000000000000001',
  CallStatus: 'ringing',
  Direction: 'outbound-api',
  SequenceNumber: '1',
};
export const of = (fields: Callback): Callback => ({ ...CALL, ...fields });
export const { AccountSid, CallSid } = CALL;

export const recording = (fields: Callback): Callback => ({
  AccountSid,
  CallSid,
  RecordingSid: 'RE00000000000000000000000000000001',
  RecordingStatus: 'completed',
  RecordingUrl:
    'https://api.twilio.com/2010-04-01/Accounts/AC0/Recordings/RE00000000000000000000000000000001',
  ...fields,
});

export const twilioScript: PlatformScript<Callback> = {
  secrets: [
    'synthetic-auth-token-0123456789ab',
    'synthetic-previous-token-012345',
    'synthetic-wrong-token-0123456',
  ],
  send: (fields, { secret, publicUrl }) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
    headers: { 'x-twilio-signature': signCallback(publicUrl, fields, secret) },
  }),
  events: [
    { event: of({}), becomes: 'OUTBOUND CALLING' },
    { event: { AccountSid, CallSid, AnsweredBy: 'machine_start' }, becomes: 'hint MACHINE' },
    {
      event: of({ CallStatus: 'completed', SequenceNumber: '2' }),
      becomes: 'OUTBOUND COMPLETED',
    },
    {
      event: of({ CallStatus: 'busy', SequenceNumber: '2', CallSid: 'CA2' }),
      becomes: 'OUTBOUND BUSY',
    },
    { event: recording({}), becomes: '?' },
    { event: recording({ RecordingStatus: 'absent' }), becomes: 'ignored' },
    { event: of({ Direction: 'outbound-dial' }), becomes: 'ignored' },
    { event: { AccountSid, CallSid, AnsweredBy: 'unknown' }, becomes: 'ignored' },
  ],
  nameOf: ({ CallStatus, Direction, AnsweredBy, RecordingStatus }) =>
    [CallStatus, Direction, AnsweredBy, RecordingStatus && `recording ${RecordingStatus}`]
      .filter(Boolean)
      .join(' '),
};

export function signCallback(url: string, fields: Callback, token: string): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url);
  return createHmac('sha1', token).update(text).digest('base64');
}
