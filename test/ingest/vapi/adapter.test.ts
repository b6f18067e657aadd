/** Vapi passes the suite of all adapters, with each credential that it can send. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { vapiAdapter } from '../../../src/ingest/vapi/adapter.ts';
import { conform } from '../conformance.ts';
import ended from './recordings/end-of-call-report.json' with { type: 'json' };

type Fields = Readonly<Record<string, unknown>>;
interface Event {
  readonly message?: unknown;
}

const { call } = ended.message;

function of(type: string, more: Fields = {}): Event {
  return { message: { type, call, timestamp: 1_763_596_700_000, ...more } };
}

const status = (word: string, more: Fields = {}) => of('status-update', { status: word, ...more });

function over(id: string, endedReason: string, more: Fields = {}): Event {
  return of('end-of-call-report', {
    endedReason,
    call: { ...call, id: `synthetic-${id}`, ...more },
  });
}

const inbound = { type: 'inboundPhoneCall' };
const SECRETS = ['vapi-synthetic-0123456789', 'vapi-synthetic-previous', 'vapi-synthetic-wrong'];
const [PRESENT = '', PREVIOUS = '', WRONG = ''] = SECRETS;
const contentType = 'application/json';
const EVENTS = [
  { event: status('queued'), becomes: 'OUTBOUND DIALING' },
  { event: status('ringing'), becomes: 'OUTBOUND CALLING' },
  { event: status('in-progress'), becomes: 'hint ANSWERED; OUTBOUND CALLING' },
  { event: of('conversation-update'), becomes: 'ignored' },
  { event: status('ended', { endedReason: 'customer-ended-call' }), becomes: 'OUTBOUND COMPLETED' },
  { event: ended, becomes: 'OUTBOUND COMPLETED; log of 3 turns' },
];

conform<Event>({
  adapter: vapiAdapter,
  secrets: [PRESENT, PREVIOUS, WRONG],
  covers: 'sender',
  send: (event, { secret }) => ({
    contentType,
    body: JSON.stringify(event),
    headers: { authorization: `Bearer ${secret}` },
  }),
  events: [
    ...EVENTS,
    { event: status('scheduled'), becomes: 'ignored' },
    { event: status('ended'), becomes: 'ignored' },
    { event: of('tool-calls', { toolCallList: [] }), becomes: 'ignored' },
    { event: of('transcript[transcriptType="final"]'), becomes: 'ignored' },
    { event: { message: { type: 'chat.created', chat: {} } }, becomes: 'ignored' },
    { event: over('02', 'voicemail'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: over('03', 'customer-busy'), becomes: 'OUTBOUND BUSY' },
    { event: over('04', 'customer-did-not-answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: over('05', 'twilio-reported-customer-misdialed'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: over('06', 'manually-canceled'), becomes: 'OUTBOUND CANCELED' },
    {
      event: over('07', 'twilio-failed-to-connect-call'),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    {
      event: over('08', 'call.start.error-subscription-frozen'),
      becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED',
    },
    {
      event: over('09', 'call.in-progress.error-providerfault-openai-llm-failed'),
      becomes: 'OUTBOUND ERROR CALL_INTERRUPTED',
    },
    {
      event: over('10', 'call.start.error-vapifault-database-error'),
      becomes: 'OUTBOUND ERROR INTERNAL_ERROR',
    },
    {
      event: over('11', 'call.start.error-subscription-concurrency-limit-reached', inbound),
      becomes: 'INBOUND CONCURRENCY_LIMIT_EXCEEDED',
    },
    {
      event: over(
        '12',
        'call.in-progress.error-providerfault-outbound-sip-480-temporarily-unavailable',
      ),
      becomes: 'OUTBOUND UNREACHABLE',
    },
    { event: over('13', 'silence-timed-out', { type: 'webCall' }), becomes: 'INBOUND COMPLETED' },
    { event: over('14', 'customer-busy', { type: undefined }), becomes: '? BUSY' },
    { event: over('15', 'call-deleted'), becomes: 'ignored' },
  ],
  unknown: [
    of('call-teleported'),
    status('paused'),
    over('16', 'solar-flare'),
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

conform<Event>({
  adapter: vapiAdapter,
  secrets: [PRESENT, PREVIOUS, WRONG],
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = String(Math.floor(atMs / 1_000));
    const headers = { 'x-signature': hmac(`${time}.${body}`, secret), 'x-timestamp': time };
    return { contentType, body, headers };
  },
  events: EVENTS,
  unknown: [status('paused')],
  strange: [{}],
});

conform<Event>({
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

function read(event: Event, headers: Readonly<Record<string, string>> = {}) {
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

test('a call that ended says its facts', () => {
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

test('a call that was stopped by hand is canceled only if it was not answered', () => {
  const result = read(over('18', 'manually-canceled'));
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(
    result.reports[0]?.variants.map(({ hint, status: said }) => [hint, said]),
    [['ANSWERED', 'COMPLETED']],
  );
});

test('the header that a message has says which credential it is; none evades another', () => {
  assert.equal(read(ended, { authorization: '', 'x-vapi-secret': PRESENT }).kind, 'taken');
  for (const headers of [{ 'x-vapi-secret': WRONG }, { 'x-signature': 'zz' }]) {
    const result = read(ended, headers);
    assert.equal(result.kind === 'refused' && result.code, 'SIGNATURE_INVALID');
  }
});
