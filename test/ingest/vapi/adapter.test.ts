/** Vapi passes the suite of all adapters, with each credential that it can send. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import ended from '../../../examples/demo/platforms/vapi/end-of-call-report.json' with {
  type: 'json',
};
import {
  call,
  EVENTS,
  inbound,
  of,
  over,
  status,
  type VapiEvent,
  vapiScript,
} from '../../../examples/demo/platforms/vapi/script.ts';
import { vapiAdapter } from '../../../src/ingest/vapi/adapter.ts';
import { conform } from '../conformance.ts';

const [PRESENT, PREVIOUS, WRONG] = vapiScript.secrets;
const contentType = 'application/json';
conform<VapiEvent>({
  ...vapiScript,
  adapter: vapiAdapter,
  covers: 'sender',
  send: (event, { secret }) => ({
    contentType,
    body: JSON.stringify(event),
    headers: { authorization: `Bearer ${secret}` },
  }),
  unknown: [
    of('call-teleported'),
    status('paused'),
    over('16', 'solar-flare'),
    over('17', 'customer-busy', { type: 'sidewaysPhoneCall' }),
    of('end-of-call-report', { endedReason: undefined }),
  ],
  strange: [
    {},
    { message: [] },
    { message: { type: 1 } },
    { message: { type: 'status-update', status: 'ringing' } },
    over('17', 'customer-busy', { id: 17 }),
  ],
});

const hmac = (text: string, secret: string, algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(text).digest('hex');

conform<VapiEvent>({
  ...vapiScript,
  adapter: vapiAdapter,
  covers: 'body',
  unknown: [status('paused')],
  strange: [{}],
});

conform<VapiEvent>({
  adapter: vapiAdapter,
  settings: {
    signature: { scheme: 'hmac-body', header: 'x-acme', algorithm: 'sha512', prefix: 'sha512=' },
  },
  secrets: [PRESENT, PREVIOUS, WRONG],
  covers: 'body',
  send(event, { secret }) {
    const body = JSON.stringify(event);
    const headers = { 'x-acme': `sha512=${hmac(body, secret, 'sha512')}` };
    return { contentType, body, headers };
  },
  events: EVENTS,
  unknown: [status('paused')],
  strange: [{}],
});

function read(event: VapiEvent, headers: Readonly<Record<string, string>> = {}) {
  return vapiAdapter.read({
    method: 'POST',
    contentType,
    body: JSON.stringify(event),
    headers: { authorization: `Bearer ${PRESENT}`, ...headers },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [PRESENT],
    nowMs: 1_763_596_800_000,
  });
}

test('a call that ended has its facts', () => {
  const result = read(ended);
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    endedAtMs: 1_763_596_742_500,
    durationMs: 42_500,
    hangupCause: 'customer-ended-call',
    recordingUrl: 'https://storage.example.com/synthetic-0001-mono.wav',
    agentId: 'assistant-synthetic',
  });
});

test('an inbound call was made by the customer', () => {
  const result = read({ message: { ...ended.message, call: { ...call, ...inbound } } });
  if (result.kind !== 'taken') assert.fail(result.detail);
  const { from, to } = result.reports[0]?.facts ?? {};
  assert.deepEqual([from, to], ['+15550100002', '+15550100001']);
});

test('a call stopped by hand is canceled only if it was not answered', () => {
  const result = read(over('18', 'manually-canceled'));
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(
    result.reports[0]?.variants.map(({ hint, status: said }) => [hint, said]),
    [['ANSWERED', 'COMPLETED']],
  );
});

test("a message's header decides which credential is checked; none evades another", () => {
  assert.equal(read(ended, { authorization: '', 'x-vapi-secret': PRESENT }).kind, 'taken');
  for (const headers of [{ 'x-vapi-secret': WRONG }, { 'x-signature': 'zz' }]) {
    const result = read(ended, headers);
    assert.equal(result.kind === 'refused' && result.code, 'SIGNATURE_INVALID');
  }
});
