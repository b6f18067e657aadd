/** jambonz passes the suite of all adapters, signed by its rule: `t=time,v1=HMAC(time.body)`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  CALL,
  done,
  type JambonzEvent,
  jambonzScript,
  of,
  other,
} from '../../../examples/demo/platforms/jambonz/script.ts';
import { jambonzAdapter } from '../../../src/ingest/jambonz/adapter.ts';
import { conform } from '../conformance.ts';

conform<JambonzEvent>({
  ...jambonzScript,
  adapter: jambonzAdapter,
  covers: 'body',
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

function reportOf(event: JambonzEvent) {
  const body = JSON.stringify(event);
  const text = `${NOW_MS / 1_000}.${body}`;
  const digest = createHmac('sha256', 'wh_secret_synthetic_0123').update(text).digest('hex');
  const result = read(body, `t=${NOW_MS / 1_000},v1=${digest}`);
  if (result.kind !== 'taken') assert.fail(result.detail);
  return result.reports[0];
}

test('what verifyJambonzSignature of node-client 0.4.11 accepts is accepted', () => {
  const body = JSON.stringify({ ...CALL, call_status: 'ringing' });
  const digest = '6971799aec3919a0a6d5dc97212ac400fdb3b71f83ffb0829ab4cdf7c28e9e72';
  assert.equal(read(body, `t=1763596800,v1=${digest}`).kind, 'taken');
  assert.equal(read(`${body} `, `t=1763596800,v1=${digest}`).kind, 'refused');
});

test('a call that ended has numbers, duration, SIP code and cause', () => {
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
