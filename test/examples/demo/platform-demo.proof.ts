/** The demo of platforms that sign and tell of their calls in other ways than the first one. */
import { testPlatform } from './played-platform.ts';

const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  telnyx: [
    /1-6 {2}call\.initiated: answered 200\n +CALLING of 0f0c1a52-\S+: applied\n/,
    /call\.machine\.detection\.ended machine: answered 200\n +MACHINE of \S+: kept\n/,
    /\n {2}0f0c1a52-1111-4a0e-9d5e-000000000001: VOICEMAIL_REACHED\n/,
    / OUTBOUND_CALL_BUSY[,\n]/,
  ],
  retell: [
    /call_ended user_hangup: answered 204\n +COMPLETED of \S+: applied; log of \S+ 4 turns\n/,
    /\n {2}call_synthetic_01: COMPLETED, with a call log\n/,
  ],
};

for (const [name, shown] of Object.entries(SHOWN)) testPlatform(name, shown);
