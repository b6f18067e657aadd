/**
 * The demo of one platform as a reader runs it: signed requests over HTTP, and their results.
 * `platform-demo.proof.ts` plays others, and asks for an unknown one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { ADAPTER_NAMES } from '../../../src/ingest/adapters.ts';
import { testPlatform } from './played-platform.ts';

testPlatform('twilio', [
  /ringing outbound-dial: answered 204\n +ignored: /,
  /\n {2}CA2: BUSY\n/,
  /signed with another secret: answered 403\n +refused: SIGNATURE_INVALID: /,
]);

test('the demo can play the platform of each adapter', () => {
  assert.deepEqual([...PLAYS.keys()], ADAPTER_NAMES);
});
