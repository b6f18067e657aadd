/** SignalWire passes the suite of all adapters with forms and JSON; its signatures fit. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  ended,
  type SignalwireEvent,
  signalwireScript,
  state,
} from '../../../examples/demo/platforms/signalwire/script.ts';
import type { IngestRequest } from '../../../src/engine/ports/ingest-adapter.ts';
import { signalwireAdapter } from '../../../src/ingest/signalwire/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, string>>;

const SECRETS = signalwireScript.secrets;
const FORM = 'application/x-www-form-urlencoded';

const form = (CallStatus: string, end: string, more: Fields = {}): Fields => ({
  AccountSid: '0e1f2a3b-0000-4000-8000-000000000001',
  CallSid: `b3877c40-da60-4998-90ad-${end.padStart(12, '0')}`,
  CallStatus,
  Direction: 'outbound-api',
  From: '+15550100001',
  To: '+15550100002',
  ...more,
});

const withoutDirection = Object.fromEntries(
  Object.entries(form('completed', '2')).filter(([name]) => name !== 'Direction'),
);

conform<Fields>({
  adapter: signalwireAdapter,
  secrets: SECRETS,
  covers: 'body',
  send(fields, { secret, publicUrl }) {
    const names = Object.keys(fields).sort();
    const text = publicUrl + names.map((name) => name + (fields[name] ?? '')).join('');
    return {
      contentType: FORM,
      body: new URLSearchParams(fields).toString(),
      headers: {
        'x-signalwire-signature': createHmac('sha1', secret).update(text).digest('base64'),
      },
    };
  },
  events: [
    { event: form('ringing', '1'), becomes: 'OUTBOUND CALLING' },
    { event: form('in-progress', '1'), becomes: 'OUTBOUND CALLING' },
    { event: form('completed', '1'), becomes: 'OUTBOUND COMPLETED' },
    { event: withoutDirection, becomes: 'INBOUND COMPLETED' },
    { event: form('busy', '3'), becomes: 'OUTBOUND BUSY' },
    { event: form('no-answer', '4'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: form('canceled', '5', { Direction: 'inbound' }), becomes: 'INBOUND COMPLETED' },
    { event: form('completed', '6', { Direction: 'outbound-dial' }), becomes: 'ignored' },
  ],
  unknown: [form('levitating', '20')],
  strange: [form('', '21'), { AccountSid: 'x', CallSid: '' }, { A: '1' }],
});

conform<SignalwireEvent>({
  ...signalwireScript,
  adapter: signalwireAdapter,
  covers: 'body',
  unknown: [
    state('teleported', 'c20'),
    ended('c21', 'solar_flare'),
    { event_type: 'video.room.started', params: {} },
    { event_type: 'calling.call.teleported', params: {} },
    state('created', 'c22', { direction: 'sideways' }),
  ],
  strange: [{}, { event_type: 1 }, { event_type: 'calling.call.state', params: { call_id: 1 } }],
});

function read(given: Partial<IngestRequest>) {
  return signalwireAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body: '',
    headers: {},
    publicUrl: 'https://example.ngrok.io/webhook',
    query: {},
    secrets: ['PSKtest1234567890abcdef'],
    nowMs: 0,
    ...given,
  });
}

/** The test vector of all server SDKs of SignalWire. */
const VECTOR = {
  body: '{"event":"call.state","params":{"call_id":"abc-123","state":"answered"}}',
  signature: 'c3c08c1fefaf9ee198a100d5906765a6f394bf0f',
};

test("the signature of the server SDKs verifies, also under its header's older name", () => {
  const { body, signature } = VECTOR;
  for (const name of ['x-signalwire-signature', 'x-twilio-signature']) {
    assert.equal(read({ body, headers: { [name]: signature } }).kind, 'taken', name);
  }
});

test('a SHA-256 signature decides if there is one, and the address is never a form', () => {
  const { body, signature } = VECTOR;
  const headers = { 'x-signalwire-signature': signature, 'x-signalwire-sha256-signature': 'ab' };
  assert.equal(read({ body, headers }).kind, 'refused');
  const publicUrl = 'https://example.ngrok.io/webhook?callId=1AccountSid2';
  const hex = createHmac('sha1', 'PSKtest1234567890abcdef')
    .update(publicUrl + body)
    .digest('hex');
  const result = read({ body, publicUrl, headers: { 'x-signalwire-signature': hex } });
  assert.match(result.kind === 'refused' ? result.detail : '', /may not hold AccountSid/);
});

test('a form signed over its exact bytes counts, and its ids belong to this adapter', () => {
  const body = new URLSearchParams(form('busy', '1')).toString();
  const publicUrl = 'https://example.ngrok.io/webhook';
  const hex = createHmac('sha256', 'PSKtest1234567890abcdef')
    .update(publicUrl + body)
    .digest('hex');
  const headers = { 'x-signalwire-sha256-signature': hex };
  const result = read({ body, contentType: FORM, headers });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.match(result.reports[0]?.report.reportId ?? '', /^signalwire:b3877c40-.*:busy$/);
});

test("the report of a recording is SignalWire's", () => {
  const fields: Fields = {
    AccountSid: '0e1f2a3b-0000-4000-8000-000000000001',
    CallSid: 'b3877c40-da60-4998-90ad-000000000001',
    RecordingStatus: 'completed',
    RecordingUrl: 'https://files.example.com/a/b3877c40-da60-4998-90ad-000000000009.mp3',
  };
  const result = signalwireAdapter.read({
    method: 'POST',
    contentType: FORM,
    body: new URLSearchParams(fields).toString(),
    headers: {},
    publicUrl: 'https://calls.example.com/x',
    query: {},
    secrets: [],
    nowMs: 0,
    isSample: true,
  });
  assert.equal(
    result.kind === 'taken' ? result.reports[0]?.report.reportId : null,
    `signalwire:${fields.CallSid}:recording:b3877c40-da60-4998-90ad-000000000009`,
  );
});
