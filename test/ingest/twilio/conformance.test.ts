/** The Twilio family passes the suite of all adapters. */
import { twilioAdapter } from '../../../src/ingest/twilio/adapter.ts';
import { conform } from '../conformance.ts';
import { requestOf } from './callback.ts';

const CALL = {
  AccountSid: 'AC0',
  CallSid: 'CA00000000000000000000000000000001',
  CallStatus: 'ringing',
  Direction: 'outbound-api',
  SequenceNumber: '1',
};
const of = (fields: Readonly<Record<string, string>>) => requestOf({ ...CALL, ...fields });

conform({
  adapter: twilioAdapter,
  callbacks: [
    { request: of({}), becomes: 'OUTBOUND CALLING' },
    { request: of({ CallStatus: 'busy', SequenceNumber: '2' }), becomes: 'OUTBOUND BUSY' },
    {
      request: of({ CallStatus: 'completed', SequenceNumber: '2' }),
      becomes: 'OUTBOUND COMPLETED',
    },
    { request: of({ Direction: 'outbound-dial' }), becomes: 'ignored' },
  ],
  unknown: of({ CallStatus: 'levitating' }),
  strange: [
    of({ CallSid: '' }),
    of({ CallStatus: '' }),
    of({ Direction: '' }),
    requestOf({ A: '1' }),
  ],
});
