/** Telnyx passes the suite of all adapters, signed by its rule: Ed25519 over `timestamp|body`. */
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import {
  hangup,
  keyPair,
  OUT,
  of,
  privateKeys,
  type TelnyxEvent,
  telnyxScript,
} from '../../../examples/demo/platforms/telnyx/script.ts';
import { telnyxAdapter } from '../../../src/ingest/telnyx/adapter.ts';
import { conform } from '../conformance.ts';

conform<TelnyxEvent>({
  ...telnyxScript,
  adapter: telnyxAdapter,
  covers: 'body',
  unknown: [
    of('call.teleported', OUT),
    hangup('solar_flare'),
    of('call.hangup', { ...OUT, state: 'hangup' }),
    of('call.machine.detection.ended', { ...OUT, result: 'parrot' }),
    of('call.initiated', { ...OUT, direction: 'sideways' }),
  ],
  strange: [{}, { event_type: 'call.hangup' }, of('call.answered', { ...OUT, call_leg_id: 1 })],
});

test('a webhook has numbers, cause and SIP code of its call', () => {
  const secret = keyPair();
  const key = privateKeys.get(secret);
  assert.ok(key !== undefined);
  const body = JSON.stringify({ data: hangup('call_rejected') });
  const signature = sign(null, Buffer.from(`1763596800|${body}`), key).toString('base64');
  const result = telnyxAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: { 'telnyx-timestamp': '1763596800', 'telnyx-signature-ed25519': signature },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [secret],
    nowMs: 1_763_596_800_000,
  });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    hangupCause: 'call_rejected',
    sipCode: 603,
  });
});
