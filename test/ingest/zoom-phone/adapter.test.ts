/** Zoom Phone passes the suite of all adapters, signed by its rule, and validates the address. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { zoomPhoneAdapter } from '../../../src/ingest/zoom-phone/adapter.ts';
import { conform } from '../conformance.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Event {
  readonly event?: string;
  readonly event_ts?: number;
  readonly payload?: Fields;
}

const OUTSIDE = { extension_type: 'pstn', phone_number: '+15550100001' };
const OWN = {
  extension_type: 'user',
  extension_number: 800,
  user_id: 'synthetic-user-1',
  phone_number: '+15550100002',
};

function of(event: string, callId: string, more: Fields = {}): Event {
  const isCaller = event.includes('caller');
  const object = {
    call_id: callId,
    caller: isCaller ? OWN : OUTSIDE,
    callee: isCaller ? OUTSIDE : OWN,
    ringing_start_time: '2026-11-20T00:00:01Z',
    ...more,
  };
  return {
    event: `phone.${event}`,
    event_ts: 1_795_132_801_000,
    payload: { account_id: 'synthetic-account', object },
  };
}

const ended = (side: string, callId: string, handup_result: string): Event =>
  of(`${side}_ended`, callId, { handup_result, call_end_time: '2026-11-20T00:00:09Z' });

const SECRETS = ['synthetic-token-01', 'synthetic-token-02', 'synthetic-token-03'] as const;

function signed(body: string, secret: string, atMs: number) {
  const time = String(Math.floor(atMs / 1_000));
  const hex = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return { 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hex}` };
}

conform<Event>({
  adapter: zoomPhoneAdapter,
  secrets: SECRETS,
  covers: 'body',
  send(event, { secret, atMs }) {
    const body = JSON.stringify(event);
    return { contentType: 'application/json', body, headers: signed(body, secret, atMs) };
  },
  events: [
    { event: of('caller_ringing', '1'), becomes: 'OUTBOUND CALLING' },
    { event: of('caller_connected', '1'), becomes: 'hint ANSWERED; OUTBOUND CALLING' },
    { event: of('caller_hold', '1'), becomes: 'ignored' },
    { event: ended('caller', '1', 'Call connected'), becomes: 'OUTBOUND COMPLETED' },
    { event: ended('caller', '2', 'Call Cancel'), becomes: 'OUTBOUND CANCELED' },
    { event: ended('caller', '3', 'No Answer'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: ended('caller', '4', 'Busy'), becomes: 'OUTBOUND BUSY' },
    { event: ended('caller', '5', 'Voicemail'), becomes: 'OUTBOUND VOICEMAIL_REACHED' },
    { event: of('callee_ringing', '6'), becomes: 'INBOUND ACCEPTING' },
    { event: of('callee_missed', '6', { handup_result: 'No Answer' }), becomes: 'ignored' },
    { event: of('callee_answered', '6'), becomes: 'hint ANSWERED; INBOUND CALLING' },
    { event: ended('callee', '6', 'Answered by Other Member'), becomes: 'ignored' },
    { event: ended('callee', '6', 'Call connected'), becomes: 'INBOUND COMPLETED' },
    { event: ended('callee', '7', 'Call Cancel'), becomes: 'INBOUND COMPLETED' },
    { event: ended('callee', '8', 'Voicemail'), becomes: 'INBOUND COMPLETED' },
    { event: of('callee_ringing', '9', { caller: OWN }), becomes: 'ignored' },
    { event: of('voicemail_received', '9'), becomes: 'ignored' },
  ],
  unknown: [
    of('caller_teleported', '20'),
    ended('caller', '21', 'Solar flare'),
    ended('callee', '22', 'Solar flare'),
    { event: 'meeting.started', payload: {} },
  ],
  strange: [{}, { event: 'phone.caller_ringing' }, { event: 'endpoint.url_validation' }],
});

function read(event: Event, secrets: readonly string[], signedWith: string) {
  const body = JSON.stringify(event);
  return zoomPhoneAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: signed(body, signedWith, 0),
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets,
    nowMs: 0,
  });
}

test("Zoom's validation of the address is answered under the secret that Zoom has", () => {
  const event = {
    event: 'endpoint.url_validation',
    payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' },
  };
  const [present, previous] = SECRETS;
  for (const secret of [present, previous]) {
    const result = read(event, [present, previous], secret);
    if (result.kind !== 'taken') assert.fail(result.detail);
    assert.equal(result.answer?.status, 200);
    assert.deepEqual(JSON.parse(result.answer.body), {
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: createHmac('sha256', secret).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
    });
  }
  assert.equal(read(event, [present], SECRETS[2]).kind, 'refused');
});

test('a call of a queue says its numbers, times, agent and queue', () => {
  const event = of('callee_ended', '1', {
    handup_result: 'Call connected',
    answer_start_time: '2026-11-20T00:00:03Z',
    call_end_time: '2026-11-20T00:00:09Z',
    forwarded_by: { name: 'Support', extension_type: 'callQueue' },
  });
  const result = read(event, SECRETS, SECRETS[0]);
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: '+15550100002',
    answeredAtMs: Date.UTC(2026, 10, 20, 0, 0, 3),
    endedAtMs: Date.UTC(2026, 10, 20, 0, 0, 9),
    hangupCause: 'Call connected',
    agentId: 'synthetic-user-1',
    queue: 'Support',
  });
});
