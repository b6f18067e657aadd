/** Zoom Phone passes the suite of all adapters, signed by its rule, and validates the address. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  ended,
  of,
  signed,
  type ZoomEvent,
  zoomPhoneScript,
} from '../../../examples/demo/platforms/zoom-phone/script.ts';
import { zoomPhoneAdapter } from '../../../src/ingest/zoom-phone/adapter.ts';
import { conform } from '../conformance.ts';

const SECRETS = zoomPhoneScript.secrets;

conform<ZoomEvent>({
  ...zoomPhoneScript,
  adapter: zoomPhoneAdapter,
  covers: 'body',
  unknown: [
    of('caller_teleported', '20'),
    ended('caller', '21', 'Solar flare'),
    ended('callee', '22', 'Solar flare'),
    { event: 'meeting.started', payload: {} },
  ],
  strange: [{}, { event: 'phone.caller_ringing' }, { event: 'endpoint.url_validation' }],
});

function read(event: ZoomEvent, secrets: readonly string[], signedWith: string) {
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

test("Zoom's validation of the address is answered with the secret that Zoom has", () => {
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

test('a queued call has its numbers, times, agent and queue', () => {
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
