/** Ultravox passes the suite of all adapters, signed by its rule: HMAC(body + ISO 8601 time). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CALL,
  OVER,
  over,
  signature,
  type UltravoxEvent,
  ultravoxScript,
  unjoined,
} from '../../../examples/demo/platforms/ultravox/script.ts';
import { ultravoxAdapter } from '../../../src/ingest/ultravox/adapter.ts';
import { conform } from '../conformance.ts';

conform<UltravoxEvent>({
  ...ultravoxScript,
  adapter: ultravoxAdapter,
  covers: 'body',
  unknown: [{ event: 'call.teleported', call: CALL }, over('12', 'solar_flare'), over('13', null)],
  strange: [
    {},
    { event: 'call.started' },
    { event: 'call.started', call: [] },
    { event: 1, call: CALL },
    over('14', 'hangup', { callId: 14 }),
  ],
});

const NOW = '2026-11-20T00:02:00.000000+00:00';

function read(event: UltravoxEvent, given = '') {
  const body = JSON.stringify(event);
  const secret = 'ultravox-synthetic-0123';
  return ultravoxAdapter.read({
    method: 'POST',
    contentType: 'application/json',
    body,
    headers: {
      'x-ultravox-webhook-timestamp': NOW,
      'x-ultravox-webhook-signature': given + signature(body, NOW, secret),
    },
    publicUrl: 'https://calls.example.com/',
    query: {},
    secrets: [secret],
    nowMs: Date.parse(NOW),
  });
}

test('a call that ended has its facts', () => {
  const result = read({ event: 'call.ended', call: OVER });
  if (result.kind !== 'taken') assert.fail(result.detail);
  assert.deepEqual(result.reports[0]?.facts, {
    from: '+15550100001',
    to: 'sip:+15550100002@sip.example',
    answeredAtMs: Date.UTC(2026, 10, 20, 0, 0, 10, 250),
    endedAtMs: Date.UTC(2026, 10, 20, 0, 1, 10, 250),
    durationMs: 60_000,
    hangupCause: 'hangup',
    agentId: 'agent-synthetic',
    metadata: { order: '17', count: '3' },
  });
});

test('the SIP end of a call that was never joined decides; an unknown end is counted', () => {
  const strange = read(unjoined('21', 'SIP_TERMINATION_ABDUCTED'));
  if (strange.kind !== 'taken') assert.fail(strange.detail);
  assert.equal(strange.reports[0]?.report.status, 'NO_RESPONSE');
  assert.deepEqual(strange.unmapped, ['terminationReason SIP_TERMINATION_ABDUCTED']);
  const gone = read(unjoined('22', 'SIP_TERMINATION_DESTINATION_UNAVAILABLE'));
  if (gone.kind !== 'taken') assert.fail(gone.detail);
  assert.deepEqual([gone.reports[0]?.report.status, gone.unmapped], ['UNREACHABLE', []]);
  const cause = 'SIP_TERMINATION_DESTINATION_UNAVAILABLE';
  assert.equal(gone.reports[0]?.facts.hangupCause, cause);
  // A joined call ended by its own reason, however its line was closed.
  const sipDetails = { terminationReason: 'SIP_TERMINATION_BUSY' };
  const joined = read(over('23', 'hangup', { sipDetails }));
  assert.equal(joined.kind === 'taken' && joined.reports[0]?.report.status, 'COMPLETED');
});

test('one of several signatures is enough, such as while secrets change', () => {
  assert.equal(read({ event: 'call.billed', call: OVER }, `${'0'.repeat(64)},`).kind, 'taken');
});
