/** LiveKit passes the suite of all adapters, signed by its rule: a token with the body's hash. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { livekitAdapter } from '../../../src/ingest/livekit/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Event {
  readonly event?: unknown;
  readonly id?: string;
  readonly participant?: unknown;
}

const NUMBERS = { 'sip.phoneNumber': '+15550100002', 'sip.trunkPhoneNumber': '+15550100001' };
let events = 0;

/** Of a SIP participant; `status`: its `sip.callStatus`. */
function of(event: string, call: string, status: string | undefined, more: Fields = {}): Event {
  const attributes = {
    'sip.callID': `SCL_synthetic_${call}`,
    'sip.callStatus': status,
    'sip.trunkID': 'ST_synthetic',
    ...NUMBERS,
    ...(call.startsWith('in') && { 'sip.ruleID': 'SDR_synthetic' }),
  };
  events += 1;
  return {
    event,
    room: { sid: 'RM_synthetic', name: `call-${call}` },
    participant: {
      sid: 'PA_synthetic',
      identity: 'sip_synthetic',
      kind: 'SIP',
      attributes,
      ...more,
    },
    id: `EV_synthetic_${events}`,
    createdAt: '1763596800',
  } as Event;
}

const joined = (call: string, status: string) => of('participant_joined', call, status);
const left = (call: string, status: string, disconnectReason?: string) =>
  of('participant_left', call, status, { disconnectReason });

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(body: string, secret: string, atS: number): string {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const claims = { iss: 'APIsynthetic', nbf: atS, exp: atS + 300, sha256 };
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const CUT = 'ERROR CALL_INTERRUPTED';

conform<Event>({
  adapter: livekitAdapter,
  secrets: [
    'livekit-synthetic-secret-0123456789',
    'livekit-synthetic-previous-01234567',
    'livekit-synthetic-wrong-0123456789',
  ],
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    const authorization = tokenOf(body, secret, Math.floor(atMs / 1_000));
    return { contentType: 'application/webhook+json', body, headers: { authorization } };
  },
  events: [
    { event: joined('01', 'dialing'), becomes: 'OUTBOUND CALLING' },
    { event: of('track_published', '01', undefined), becomes: 'ignored' },
    { event: left('01', 'hangup', 'CLIENT_INITIATED'), becomes: 'OUTBOUND COMPLETED' },
    { event: { event: 'room_started', id: 'EV_r' }, becomes: 'ignored' },
    { event: { event: 'egress_ended', id: 'EV_e' }, becomes: 'ignored' },
    { event: joined('in1', 'ringing'), becomes: 'INBOUND ACCEPTING' },
    { event: left('in1', 'active', 'ROOM_DELETED'), becomes: 'INBOUND COMPLETED' },
    { event: joined('in2', 'active'), becomes: 'INBOUND CALLING' },
    { event: left('in2', 'ringing', 'CLIENT_INITIATED'), becomes: 'INBOUND COMPLETED' },
    { event: joined('02', 'automation'), becomes: 'OUTBOUND CALLING' },
    { event: left('02', 'dialing', 'USER_REJECTED'), becomes: 'OUTBOUND BUSY' },
    { event: left('03', 'dialing', 'USER_UNAVAILABLE'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: left('04', 'dialing', 'ROOM_DELETED'), becomes: 'OUTBOUND CANCELED' },
    { event: left('05', 'dialing', 'SIP_TRUNK_FAILURE'), becomes: `OUTBOUND ${FAILED}` },
    { event: left('06', 'dialing'), becomes: `OUTBOUND ${FAILED}` },
    { event: left('07', 'active'), becomes: 'OUTBOUND ERROR UNKNOWN_ERROR' },
    { event: left('08', 'active', 'MEDIA_FAILURE'), becomes: `OUTBOUND ${CUT}` },
    { event: left('09', 'active', 'MIGRATION'), becomes: 'ignored' },
    { event: of('participant_connection_aborted', '10', 'dialing'), becomes: `OUTBOUND ${FAILED}` },
    { event: of('participant_connection_aborted', '11', 'active'), becomes: `OUTBOUND ${CUT}` },
    {
      event: of('participant_joined', '12', 'active', { kind: 'AGENT' }),
      becomes: 'ignored',
    },
    { event: of('participant_joined', '13', 'active', { kind: 3 }), becomes: 'OUTBOUND CALLING' },
  ],
  unknown: [
    { event: 'participant_teleported' },
    joined('14', 'humming'),
    left('15', 'active', 'SOLAR_FLARE'),
  ],
  strange: [
    {},
    { event: 1 },
    { event: 'participant_joined' },
    of('participant_joined', '16', 'active', { attributes: { 'sip.callID': 16 } }),
    of('participant_joined', '17', 'active', { attributes: [] }),
  ],
});

const NOW_S = 1_795_660_317;

function read(body: string, authorization: string, secret: string) {
  return livekitAdapter.read({
    method: 'POST',
    contentType: 'application/webhook+json',
    body,
    headers: { authorization },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [secret],
    nowMs: NOW_S * 1_000,
  });
}

test("what AccessToken of LiveKit's library (livekit-server-sdk 2.19.2) signed is taken", () => {
  const body = [
    '{"event":"participant_joined","participant":{"sid":"PA_synthetic","identity":"si',
    'p_synthetic","kind":"SIP","attributes":{"sip.callID":"SCL_synthetic_0001","sip.c',
    'allStatus":"ringing","sip.ruleID":"SDR_synthetic"}},"id":"EV_synthetic_0001","cr',
    'eatedAt":"1763596800"}',
  ].join('');
  const token = [
    'eyJhbGciOiJIUzI1NiJ9.eyJzaGEyNTYiOiJjRG1Obm0ySTFPMTRlTmViNHBYbURQYVkwK3FOUHBrTWd',
    'qeXc1NkR4WVZBPSIsImlzcyI6IkFQSXN5bnRoZXRpYyIsImV4cCI6MTc5NTY2MDYxNywibmJmIjoxNzk',
    '1NjYwMzE3fQ._eR5VKPvOOk0lqXMUIjTpLQw2PDjV3xF5kVxl-4Su14',
  ].join('');
  const secret = 'synthetic-secret-of-livekit-0123';
  assert.equal(read(body, token, secret).kind, 'taken');
  assert.equal(read(`${body} `, token, secret).kind, 'refused');
});

test("the body hash of LiveKit's own test is that of its body", () => {
  const body =
    '{"event":"room_started", "room":{"sid":"RM_TkVjUvAqgzKz", "name":"mytestroom", ' +
    '"emptyTimeout":300, "creationTime":"1628545903", "turnPassword":"ICkSr2rEeslkN6e9bXL4Ji5zzM' +
    'D5Z7zzr6ulOaxMj6N", "enabledCodecs":[{"mime":"audio/opus"}, {"mime":"video/VP8"}]}}';
  const claims = {
    nbf: NOW_S,
    exp: NOW_S + 300,
    sha256: 'CoEQz1chqJ9bnZRcORddjplkvpjmPujmLTR42DbefYI=',
  };
  const text = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
  const signature = createHmac('sha256', 'abababa').update(text).digest('base64url');
  assert.equal(read(body, `${text}.${signature}`, 'abababa').kind, 'taken');
});

test('a token without the time at which it was made is refused', () => {
  const sha256 = createHash('sha256').update('{}').digest('base64');
  const text = `${encoded({ alg: 'HS256' })}.${encoded({ sha256, exp: NOW_S + 300 })}`;
  const signature = createHmac('sha256', 'abababa').update(text).digest('base64url');
  const result = read('{}', `${text}.${signature}`, 'abababa');
  assert.match(result.kind === 'refused' ? result.detail : '', /is no time/);
});

test('numbers by direction, and how and when the call ended', () => {
  const factsOf = (event: Event) => {
    const body = JSON.stringify(event);
    const result = read(body, tokenOf(body, 'abababa', NOW_S), 'abababa');
    return result.kind === 'taken' ? result.reports[0]?.facts : null;
  };
  const end = { hangupCause: 'USER_REJECTED', endedAtMs: 1_763_596_800_000 };
  assert.deepEqual(factsOf(left('18', 'dialing', 'USER_REJECTED')), {
    from: '+15550100001',
    to: '+15550100002',
    ...end,
  });
  assert.deepEqual(factsOf(left('in18', 'ringing', 'USER_REJECTED')), {
    from: '+15550100002',
    to: '+15550100001',
    ...end,
  });
});
