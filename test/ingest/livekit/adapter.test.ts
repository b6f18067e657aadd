/** LiveKit passes the suite of all adapters, signed by its rule: a token with the body's hash. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  encoded,
  joined,
  type LivekitEvent,
  left,
  livekitScript,
  of,
  tokenOf,
} from '../../../examples/demo/platforms/livekit/script.ts';
import { livekitAdapter } from '../../../src/ingest/livekit/adapter.ts';
import { conform } from '../conformance.ts';

conform<LivekitEvent>({
  ...livekitScript,
  adapter: livekitAdapter,
  covers: 'body',
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

test("a token that LiveKit's AccessToken (livekit-server-sdk 2.19.2) signed is accepted", () => {
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

test("the body hash in LiveKit's own test is that of its body", () => {
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
  const factsOf = (event: LivekitEvent) => {
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

test('a number that is no known reason is named, never guessed', () => {
  const body = JSON.stringify(left('19', 'active', 99));
  const result = read(body, tokenOf(body, 'abababa', NOW_S), 'abababa');
  assert.deepEqual(result.kind === 'taken' && [result.reports, result.unmapped], [[], ['left 99']]);
});
