/** jambonz passes the suite of all adapters, signed by its rule: `t=time,v1=HMAC(time.body)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { jambonzAdapter } from '../../../src/ingest/jambonz/adapter.ts';
import { conform } from '../conformance.ts';

type Event = Readonly<Record<string, unknown>>;

const CALL = {
  call_sid: 'b5e39996-0000-4000-8000-000000000001',
  direction: 'outbound',
  from: '+15550100001',
  to: '+15550100002',
  call_id: '7ade3efb-0000-123b-0000-000000000001',
  sip_status: 100,
  sip_reason: 'Trying',
  call_status: 'trying',
  account_sid: '300be250-0000-4000-8000-000000000001',
  trace_id: '00000000000000000000000000000001',
};

const of = (call_status: string, more: Event = {}): Event => ({ ...CALL, call_status, ...more });
const other = (id: string, call_status: string, sip_status: number, more: Event = {}): Event =>
  of(call_status, { call_sid: `b5e39996-0000-4000-8000-0000000000${id}`, sip_status, ...more });
const done = { sip_status: 200, sip_reason: 'OK' };
const inbound = { direction: 'inbound' };

conform<Event>({
  adapter: jambonzAdapter,
  secrets: ['wh_secret_synthetic_0123', 'wh_secret_synthetic_prev', 'wh_secret_synthetic_wrong'],
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const time = Math.floor(atMs / 1_000);
    const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'jambonz-signature': `t=${time},v1=${digest}` };
    return { contentType: 'application/json', body, headers };
  },
  events: [
    { event: CALL, becomes: 'OUTBOUND CALLING' },
    { event: of('ringing', { sip_status: 180 }), becomes: 'OUTBOUND CALLING' },
    { event: of('early-media', { sip_status: 183 }), becomes: 'OUTBOUND CALLING' },
    { event: of('in-progress', done), becomes: 'OUTBOUND CALLING' },
    {
      event: of('in-progress', { ...done, type: 'amd_machine_detected' }),
      becomes: 'hint MACHINE',
    },
    { event: of('in-progress', { ...done, type: 'amd_stopped' }), becomes: 'ignored' },
    { event: of('completed', { ...done, duration: 42 }), becomes: 'OUTBOUND COMPLETED' },
    { event: other('02', 'busy', 486), becomes: 'OUTBOUND BUSY' },
    { event: other('03', 'no-answer', 487), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: other('04', 'failed', 404), becomes: 'OUTBOUND UNREACHABLE' },
    { event: other('05', 'failed', 503), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: other('06', 'failed', 403), becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED' },
    { event: other('07', 'failed', 100), becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED' },
    { event: other('08', 'queued', 100), becomes: 'OUTBOUND DIALING' },
    { event: other('09', 'trying', 100, inbound), becomes: 'INBOUND ACCEPTING' },
    { event: other('09', 'in-progress', 200, inbound), becomes: 'INBOUND CALLING' },
    { event: other('10', 'no-answer', 487, inbound), becomes: 'INBOUND COMPLETED' },
    {
      event: other('11', 'failed', 500, inbound),
      becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: other('12', 'ringing', 180, { parent_call_sid: CALL.call_sid }), becomes: 'ignored' },
    {
      event: other('13', 'in-progress', 200, { type: 'amd_human_detected' }),
      becomes: 'hint PERSON',
    },
  ],
  unknown: [
    of('teleported'),
    of('ringing', { direction: 'none' }),
    of('in-progress', { type: 'amd_parrot_detected' }),
  ],
  strange: [{}, { call_sid: 1 }, { call_status: 'ringing' }],
});

const NOW_MS = 1_763_596_800_000;

function read(body: string, header: string) {
  return jambonzAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: { 'jambonz-signature': header },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: ['wh_secret_synthetic_0123'],
    nowMs: NOW_MS,
  });
}

function reportOf(event: Event) {
  const body = JSON.stringify(event);
  const text = `${NOW_MS / 1_000}.${body}`;
  const digest = createHmac('sha256', 'wh_secret_synthetic_0123').update(text).digest('hex');
  const result = read(body, `t=${NOW_MS / 1_000},v1=${digest}`);
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result.reports[0];
}

test("what verifyJambonzSignature of jambonz' library (node-client 0.4.11) took is taken", () => {
  const body = JSON.stringify({ ...CALL, call_status: 'ringing' });
  const digest = '6971799aec3919a0a6d5dc97212ac400fdb3b71f83ffb0829ab4cdf7c28e9e72';
  assert.equal(read(body, `t=1763596800,v1=${digest}`).kind, 'taken');
  assert.equal(read(`${body} `, `t=1763596800,v1=${digest}`).kind, 'refused');
});

test('a call that ended says numbers, duration, SIP code and cause', () => {
  const numbers = { from: '+15550100001', to: '+15550100002' };
  assert.deepEqual(reportOf(of('completed', { ...done, duration: 42 }))?.facts, {
    ...numbers,
    durationMs: 42_000,
    sipCode: 200,
  });
  const busy = reportOf(other('14', 'failed', 503, { sip_reason: 'Service Unavailable' }));
  assert.deepEqual(busy?.facts, {
    ...numbers,
    sipCode: 503,
    hangupCause: 'SIP 503 Service Unavailable',
  });
  assert.equal(busy?.report.errors[0]?.message, 'SIP 503 Service Unavailable');
});
