/**
 * The demo of one platform as a reader runs it: signed requests over HTTP, and what each became.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { ADAPTER_NAMES } from '../../../src/ingest/adapters.ts';
import { COLUMNS_MAX, startDemo } from './started-demo.ts';

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
  twilio: [
    /ringing outbound-dial: answered 204\n +ignored: /,
    /\n {2}CA2: BUSY\n/,
    /signed with another secret: answered 403\n +refused: SIGNATURE_INVALID: /,
  ],
};

for (const [name, shown] of Object.entries(SHOWN)) {
  test(`the demo plays ${name} and says what each request became`, async (t) => {
    const { ended, output, left } = startDemo(t, '--platform', name);
    assert.equal(await ended, 0, output());
    for (const words of shown) assert.match(output(), words);
    const { steps } = PLAYS.get(name) ?? assert.fail(name);
    const said = `\nVerdict: ${steps.length + 1} requests, each became what its document says\n`;
    assert.ok(output().includes(said), output());
    assert.deepEqual(
      output()
        .split('\n')
        .filter((line) => line.length > COLUMNS_MAX),
      [],
    );
    assert.deepEqual(left(), []);
  });
}

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
