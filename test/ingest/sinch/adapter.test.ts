/**
 * Sinch passes the suite of all adapters with both versions, and its published signatures verify.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Fields,
  hangup,
  second,
  send,
  sinchScript,
  TYPE,
} from '../../../examples/demo/platforms/sinch/script.ts';
import type { IngestRequest } from '../../../src/engine/ports/ingest-adapter.ts';
import { sinchAdapter } from '../../../src/ingest/sinch/adapter.ts';
import { conform } from '../conformance.ts';

const SECRETS = sinchScript.secrets;

const first = (event: string, callid: string, more: Fields = {}): Fields => ({
  event,
  callid,
  timestamp: '2026-11-20T00:00:01Z',
  version: 1,
  applicationKey: 'app-key',
  ...more,
});
const dice = (callid: string, result: string, reason: string): Fields =>
  first('dice', callid, {
    result,
    reason,
    duration: 16,
    from: '+15550100001',
    to: { type: 'number', endpoint: '+15550100002' },
  });

conform<Fields>({
  adapter: sinchAdapter,
  secrets: SECRETS,
  covers: 'body',
  send: (fields, signing) => send(fields, 'application 669E367E', signing),
  events: [
    { event: first('ice', 'c1', { cli: '+15550100001' }), becomes: 'INBOUND ACCEPTING' },
    { event: first('ace', 'c1'), becomes: '? CALLING' },
    { event: first('pie', 'c1'), becomes: 'ignored' },
    { event: dice('c1', 'ANSWERED', 'CALLERHANGUP'), becomes: '? COMPLETED' },
    {
      event: first('ace', 'c2', { amd: { status: 'machine', reason: 'longgreeting' } }),
      becomes: 'hint MACHINE; ? CALLING',
    },
    { event: dice('c2', 'ANSWERED', 'MANAGERHANGUP'), becomes: '? COMPLETED' },
    {
      event: dice('c10', 'ANSWERED', 'GENERALERROR'),
      becomes: '? ERROR CALL_INTERRUPTED',
    },
    { event: dice('c3', 'BUSY', 'N/A'), becomes: '? BUSY' },
    { event: dice('c4', 'NOANSWER', 'TIMEOUT'), becomes: '? NO_RESPONSE' },
    { event: dice('c5', 'N/A', 'CANCEL'), becomes: '? CANCELED' },
    { event: dice('c6', 'N/A', 'CALLERHANGUP'), becomes: '? CANCELED' },
    { event: dice('c7', 'FAILED', 'GENERALERROR'), becomes: '? ERROR CALL_CONNECTION_FAILED' },
    { event: dice('c8', 'FAILED', 'BLOCKED'), becomes: '? ERROR CALL_NOT_PERMITTED' },
    { event: first('notify', 'c9', { type: 'recording_finished' }), becomes: 'ignored' },
  ],
  unknown: [first('oce', 'c20'), dice('c21', 'SOLARFLARE', 'N/A')],
  strange: [{}, { event: 'ice' }, { event: 'ace', callid: 1 }],
});

conform<Fields>({
  ...sinchScript,
  adapter: sinchAdapter,
  covers: 'body',
  unknown: [
    second('teleported', 'd20'),
    hangup('d21', 'SOLAR_FLARE'),
    second('answered', 'd22', { direction: 'SIDEWAYS' }),
  ],
  strange: [{ event: 'call.answered' }, { event: 'call.hangup', call: { callResult: 'BUSY' } }],
});

function read(given: Partial<IngestRequest>) {
  return sinchAdapter.read({
    method: 'POST',
    contentType: TYPE,
    body: '',
    headers: {},
    publicUrl: '',
    query: {},
    secrets: [],
    nowMs: 0,
    ...given,
  });
}

test('the signature of the page Callback request signing verifies', () => {
  const time = '2014-09-24T10:59:41Z';
  const callid = '822aa4b7-05b4-4d83-87c7-1f835ee0b6f6_257';
  const signature = 'Tg6fMyo8mj9pYfWQ9ssbx3Tc1BNC87IEygAfLbJqZb4=';
  const result = read({
    body: `{"event":"ace","callid":"${callid}","timestamp":"${time}","version":1}`,
    headers: {
      authorization: `application 669E367E-6BBA-48AB-AF15-266871C28135:${signature}`,
      'content-type': 'application/json',
      'x-timestamp': time,
    },
    publicUrl: 'https://callbacks.yourdomain.com/sinch/callback/ace',
    secrets: ['BeIukql3pTKJ8RGL5zo0DA=='],
    nowMs: Date.parse(time),
  });
  assert.equal(result.kind, 'taken', JSON.stringify(result));
});

test("the signature of sinch-sdk-node's tests verifies, with the type as it was sent", () => {
  const time = '2026-04-01T12:00:00.0000000Z';
  const headers = {
    authorization:
      'service a74b1566-0f18-4f8e-9c23-8e6b5df8fd3e:EWFtVTrykdhMTdyYSbn40GBJpf5UBeggO9T99sdwLyY=',
    'content-type': 'application/json; charset=utf-8',
    'x-timestamp': time,
  };
  const given = {
    body: '{"event":"call.incoming","call":{"callId":"01AN4Z07BY79KA1307SR9X4MV3"}}',
    headers,
    publicUrl: 'https://calls.example.com/voice-webhooks',
    secrets: ['F5wrP9SKYU6w8sbZXkp7GA=='],
    nowMs: Date.UTC(2026, 3, 1, 12),
  };
  assert.equal(read(given).kind, 'taken', JSON.stringify(read(given)));
  const other = { ...headers, 'content-type': 'application/json' };
  assert.equal(read({ ...given, headers: other }).kind, 'refused');
});

test('a disconnected call of version 1 has its numbers, duration and reason', () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const publicUrl = 'https://calls.example.com/sinch';
  const fields = dice('c1', 'ANSWERED', 'CALLEEHANGUP');
  const sent = send(fields, 'application key', { secret: SECRETS[0], atMs: nowMs, publicUrl });
  const headers = { ...sent.headers, 'content-type': TYPE };
  const result = read({ ...sent, headers, publicUrl, secrets: SECRETS, nowMs });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    durationMs: 16_000,
    hangupCause: 'CALLEEHANGUP',
  });
});
