/** The list of adapters, and how one is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INGEST_BYTES_MAX } from '../../src/engine/ports/ingest-adapter.ts';
import { ADAPTER_NAMES, ADAPTERS, adapterByName } from '../../src/ingest/adapters.ts';

test('every adapter is found by its name, which can stand in a path', () => {
  assert.deepEqual(ADAPTER_NAMES, [
    // Written by hand, so that no adapter comes or goes unnoticed.
    'aircall',
    'bland',
    'dialpad',
    'elevenlabs',
    'freeswitch',
    'generic',
    'jambonz',
    'livekit',
    'plivo',
    'retell',
    'signalwire',
    'sinch',
    'telnyx',
    'twilio',
    'ultravox',
    'vapi',
    'vonage',
    'zoom-phone',
  ]);
  for (const adapter of ADAPTERS) {
    assert.match(adapter.name, /^[a-z][a-z0-9-]{0,31}$/);
    assert.equal(adapterByName(adapter.name), adapter);
    assert.ok(adapter.bodyBytesMax <= INGEST_BYTES_MAX, adapter.name);
  }
});

test('an unknown name finds nothing, nor does that of a built-in property', () => {
  for (const name of ['', 'Twilio', 'toString', '__proto__']) {
    assert.equal(adapterByName(name), null);
  }
});
