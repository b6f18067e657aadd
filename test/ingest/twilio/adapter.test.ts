/**
 * Recorded calls are posted as the provider does: each recording gives these reports, which fire
 * these triggers (S2.17, S3.2). Also which requests are refused.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '../../../src/core/call/report.ts';
import type { Call } from '../../../src/core/call/transition.ts';
import { planReport } from '../../../src/core/intake/plan.ts';
import type { Flat } from '../flat.ts';
import { type Callback, readRecording, readTwilio, requestOf } from './callback.ts';

/** For each callback: the report's status with its error codes, and the triggers it fires. */
type Expected = readonly (readonly [report: string, ...fired: string[]])[];

const RECORDINGS: Readonly<Record<string, Expected>> = {
  answered: [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['CALLING'],
    ['CALLING'],
    ['COMPLETED', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
  ],
  'busy-486': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['CALLING'],
    ['BUSY', 'OUTBOUND_CALL_BUSY', 'CALL_LOG_CREATED'],
  ],
  'busy-487': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['BUSY', 'OUTBOUND_CALL_BUSY', 'CALL_LOG_CREATED'],
  ],
  canceled: [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['CALLING'],
    ['CANCELED', 'OUTBOUND_CALL_CANCELED'],
  ],
  'completed-only': [['COMPLETED', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']],
  'failed-13227-geo-permission': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['ERROR CALL_NOT_PERMITTED', 'OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
  ],
  'failed-404': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['UNREACHABLE', 'OUTBOUND_CALL_UNREACHABLE', 'CALL_LOG_CREATED'],
  ],
  'failed-503': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['ERROR CALL_CONNECTION_FAILED', 'OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
  ],
  'no-answer': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['CALLING'],
    ['NO_RESPONSE', 'OUTBOUND_CALL_NO_RESPONSE', 'CALL_LOG_CREATED'],
  ],
  'out-of-order': [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['COMPLETED', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
    ['CALLING'],
    ['CALLING'],
  ],
  voicemail: [
    ['CALLING', 'OUTBOUND_CALL_CALLING'],
    ['CALLING'],
    ['CALLING'],
    ['VOICEMAIL_REACHED', 'OUTBOUND_CALL_VOICEMAIL_REACHED', 'CALL_LOG_CREATED'],
  ],
};

const RECEIVED_AT_MS = Date.parse('2026-11-20T09:05:00Z');

function reportOf(result: Flat): { readonly callId: string; readonly report: Report } {
  if (result.kind !== 'report') assert.fail(`${result.kind}, not a report`);
  return result;
}

function read(callback: Callback, more: Parameters<typeof requestOf>[1] = {}): Flat {
  return readTwilio(requestOf(callback, more));
}

/** Plays a recording through the pure planner, as a store would. */
function play(name: string): string[][] {
  let call: Call | null = null;
  return readRecording(name).map((callback, reports) => {
    const { callId, report } = reportOf(read(callback));
    const plan = planReport(
      {
        callId,
        call,
        reports,
        lanes: {},
        subscriptions: [],
        serviceName: 'Ringpost',
        wasDeleted: false,
        closed: null,
        earlier: null,
        receivedAtMs: RECEIVED_AT_MS,
      },
      report,
    );
    if (plan.kind !== 'accepted') assert.fail(plan.kind);
    call = plan.call;
    const shown = [report.status, ...report.errors.map(({ code }) => code)].join(' ');
    return [shown, ...plan.firings.map(({ trigger }) => trigger)];
  });
}

for (const [name, expected] of Object.entries(RECORDINGS)) {
  test(`the recording ${name} becomes these reports and fires these triggers`, () => {
    assert.deepEqual(play(name), expected);
  });

  test(`the recording ${name} gives every report an id of its own, and a retry the same`, () => {
    const ids = readRecording(name).map((callback) => reportOf(read(callback)).report.reportId);
    assert.equal(new Set(ids).size, ids.length);
    for (const [at, callback] of readRecording(name).entries()) {
      const retried = reportOf(read(callback, { headers: { 'i-twilio-idempotency-token': 'x' } }));
      assert.equal(retried.report.reportId, ids[at]);
    }
  });
}

test('every recording has its test', () => {
  const files = readdirSync(new URL('recordings/', import.meta.url));
  assert.deepEqual(
    files.toSorted(),
    Object.keys(RECORDINGS)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
});

test('a recorded report carries the times and ids of the provider', () => {
  const callback = readRecording('failed-503').at(-1) ?? {};
  const query = { callId: 'order 4711', clientId: 'client/9' };
  assert.deepEqual(read(callback, { query }), {
    kind: 'report',
    callId: 'order 4711',
    report: {
      status: 'ERROR',
      direction: 'OUTBOUND',
      callSid: 'CA00000000000000000000000000000007',
      clientId: 'client/9',
      errors: [
        {
          code: 'CALL_CONNECTION_FAILED',
          message: 'SIP 503',
          atMs: Date.parse('2026-11-20T09:00:02Z'),
        },
      ],
      occurredAtMs: Date.parse('2026-11-20T09:00:02Z'),
      reportId: 'twilio:CA00000000000000000000000000000007:1:failed',
    },
    unmapped: null,
  });
});

test('an empty callId or clientId of the address is none', () => {
  const callback = readRecording('completed-only')[0] ?? {};
  const { callId, report } = reportOf(read(callback, { query: { callId: '', clientId: '' } }));
  assert.equal(callId, callback.CallSid);
  assert.equal(report.clientId, null);
});

test('a form that cannot be read is refused before its signature is checked', () => {
  const request = requestOf(readRecording('completed-only')[0] ?? {});
  for (const body of ['', 'A=%zz']) {
    const result = readTwilio({ ...request, body });
    assert.equal(result.kind === 'refused' ? result.code : null, 'MALFORMED_FORM');
  }
});

test('a request that the provider did not sign is refused, whatever its fields', () => {
  const request = requestOf(readRecording('completed-only')[0] ?? {});
  for (const change of [
    { headers: {} },
    { secrets: ['another'] },
    { publicUrl: 'https://other.example.com/twilio' },
    { body: request.body.replace('completed', 'busy') },
    { body: `${request.body}&CallSid=CA1` },
  ]) {
    const result = readTwilio({ ...request, ...change });
    assert.equal(result.kind === 'refused' ? result.code : null, 'SIGNATURE_INVALID');
  }
});
