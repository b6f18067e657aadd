/** The Twilio family passes the suite of all adapters. */
import { twilioAdapter } from '../../../src/ingest/twilio/adapter.ts';
import { conform } from '../conformance.ts';
import { AUTH_TOKEN, type Callback, signCallback } from './callback.ts';

const CALL = {
  AccountSid: 'AC0',
  CallSid: 'CA00000000000000000000000000000001',
  CallStatus: 'ringing',
  Direction: 'outbound-api',
  SequenceNumber: '1',
};
const of = (fields: Callback): Callback => ({ ...CALL, ...fields });
const { AccountSid, CallSid } = CALL;
const recording = (fields: Callback): Callback => ({
  AccountSid,
  CallSid,
  RecordingSid: 'RE00000000000000000000000000000001',
  RecordingStatus: 'completed',
  RecordingUrl:
    'https://api.twilio.com/2010-04-01/Accounts/AC0/Recordings/RE00000000000000000000000000000001',
  ...fields,
});

conform<Callback>({
  adapter: twilioAdapter,
  secrets: [AUTH_TOKEN, 'synthetic-previous-token-012345', 'synthetic-wrong-token-0123456'],
  covers: 'body',
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
  unknown: [
    of({ CallStatus: 'levitating' }),
    of({ CallStatus: 'failed', ErrorCode: '99999' }),
    { AccountSid, CallSid, AnsweredBy: 'martian' },
    recording({ RecordingStatus: 'melted' }),
  ],
  strange: [of({ CallSid: '' }), of({ CallStatus: '' }), of({ Direction: '' }), { A: '1' }],
});
