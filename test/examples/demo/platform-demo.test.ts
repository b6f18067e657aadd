/**
 * The demo of one platform as a reader runs it: signed requests over HTTP, and what each became.
 * `platform-demo.proof.ts` plays others.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { ADAPTER_NAMES } from '../../../src/ingest/adapters.ts';
import { testPlatform } from './played-platform.ts';
import { startDemo } from './started-demo.ts';

testPlatform('twilio', [
  /ringing outbound-dial: answered 204\n +ignored: /,
  /\n {2}CA2: BUSY\n/,
  /signed with another secret: answered 403\n +refused: SIGNATURE_INVALID: /,
]);

test('an unknown platform is answered with the list of those that there are', async (t) => {
  const { ended, output } = startDemo(t, '--platform', 'carrier-pigeon');
  assert.equal(await ended, 1);
  assert.match(output(), /The demo has no platform "carrier-pigeon"\.\n/);
  const list = startDemo(t, '--platform', 'list');
  assert.equal(await list.ended, 0);
  for (const name of PLAYS.keys()) assert.match(list.output(), new RegExp(`^ {2}${name}$`, 'm'));
});

test('the demo can play the platform of each adapter', () => {
  assert.deepEqual([...PLAYS.keys()], ADAPTER_NAMES);
});
