/** The Twilio family passes the suite of all adapters. */
import {
  AccountSid,
  type Callback,
  CallSid,
  of,
  recording,
  twilioScript,
} from '../../../examples/demo/platforms/twilio/script.ts';
import { twilioAdapter } from '../../../src/ingest/twilio/adapter.ts';
import { conform } from '../conformance.ts';

conform<Callback>({
  ...twilioScript,
  adapter: twilioAdapter,
  covers: 'body',
  unknown: [
    of({ CallStatus: 'levitating' }),
    of({ CallStatus: 'failed', ErrorCode: '99999' }),
    { AccountSid, CallSid, AnsweredBy: 'martian' },
    recording({ RecordingStatus: 'melted' }),
  ],
  strange: [of({ CallSid: '' }), of({ CallStatus: '' }), of({ Direction: '' }), { A: '1' }],
});
