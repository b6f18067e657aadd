/**
 * The demo of platforms that sign and report their calls in other ways than the one of
 * `platform-demo.test.ts`, and of an unknown platform.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { testPlatform } from './played-platform.ts';
import { startDemo } from './started-demo.ts';

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

test('an unknown platform is answered with the list of known ones', async (t) => {
  const { ended, output } = startDemo(t, '--platform', 'carrier-pigeon');
  assert.equal(await ended, 1);
  assert.match(output(), /The demo has no platform "carrier-pigeon"\.\n/);
  const list = startDemo(t, '--platform', 'list');
  assert.equal(await list.ended, 0);
  for (const name of PLAYS.keys()) assert.match(list.output(), new RegExp(`^ {2}${name}$`, 'm'));
});
