/** Maps status words, answering machines and failures to our statuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallFacts, mapStatus } from '../../../src/ingest/twilio/status-mapping.ts';

const NOTHING_MORE = { answeredBy: null, errorNumber: null, sipCode: null };

function map(direction: 'OUTBOUND' | 'INBOUND', word: string, more: Partial<CallFacts> = {}) {
  const mapped = mapStatus({ ...NOTHING_MORE, ...more, direction, word });
  return mapped.kind === 'unknown' ? null : [mapped.status, mapped.cause?.code ?? null];
}

test('S2.17: every status word of an outbound call has its status', () => {
  const words = {
    queued: 'DIALING',
    initiated: 'CALLING',
    ringing: 'CALLING',
    'in-progress': 'CALLING',
    completed: 'COMPLETED',
    busy: 'BUSY',
    'no-answer': 'NO_RESPONSE',
    canceled: 'CANCELED',
  };
  for (const [word, status] of Object.entries(words)) {
    assert.deepEqual(map('OUTBOUND', word), [status, null], word);
  }
  assert.deepEqual(map('OUTBOUND', 'failed'), ['ERROR', 'CALL_CONNECTION_FAILED']);
});

test('an inbound call is accepted until it is answered', () => {
  for (const word of ['queued', 'initiated', 'ringing']) {
    assert.deepEqual(map('INBOUND', word), ['ACCEPTING', null], word);
  }
  assert.deepEqual(map('INBOUND', 'in-progress'), ['CALLING', null]);
});

test('an inbound call that could not be accepted is an error', () => {
  for (const word of ['busy', 'no-answer', 'failed']) {
    assert.deepEqual(map('INBOUND', word), ['ERROR', 'CALL_CONNECTION_FAILED'], word);
    assert.deepEqual(map('INBOUND', word, { sipCode: 403 }), ['ERROR', 'CALL_CONNECTION_FAILED']);
  }
});

test('an inbound call beyond the lines of the account exceeded the limit, without an error', () => {
  for (const word of ['busy', 'failed']) {
    const mapped = map('INBOUND', word, { errorNumber: 10004 });
    assert.deepEqual(mapped, ['CONCURRENCY_LIMIT_EXCEEDED', null]);
  }
});

test('an outbound call beyond the lines of the account could not be connected', () => {
  const mapped = map('OUTBOUND', 'failed', { errorNumber: 10004 });
  assert.deepEqual(mapped, ['ERROR', 'CALL_CONNECTION_FAILED']);
});

test('an inbound caller who hangs up before the answer has completed the call', () => {
  for (const word of ['completed', 'canceled']) {
    assert.deepEqual(map('INBOUND', word, { sipCode: 487 }), ['COMPLETED', null], word);
  }
});

test('a completed outbound call that a machine or a fax took reached a voicemail', () => {
  for (const answeredBy of [
    'machine_start',
    'machine_end_beep',
    'machine_end_silence',
    'machine_end_other',
    'fax',
  ]) {
    const mapped = map('OUTBOUND', 'completed', { answeredBy });
    assert.deepEqual(mapped, ['VOICEMAIL_REACHED', null], answeredBy);
  }
  for (const answeredBy of ['human', 'unknown', 'later_word']) {
    assert.deepEqual(map('OUTBOUND', 'completed', { answeredBy }), ['COMPLETED', null], answeredBy);
  }
});

test('a machine changes nothing while the call lasts, nor on an inbound call', () => {
  const answeredBy = 'machine_start';
  assert.deepEqual(map('OUTBOUND', 'in-progress', { answeredBy }), ['CALLING', null]);
  assert.deepEqual(map('INBOUND', 'completed', { answeredBy }), ['COMPLETED', null]);
});

test('S2.17: the status word outranks the SIP response', () => {
  for (const sipCode of [486, 487, 404, 503]) {
    assert.deepEqual(map('OUTBOUND', 'busy', { sipCode }), ['BUSY', null]);
    assert.deepEqual(map('OUTBOUND', 'no-answer', { sipCode }), ['NO_RESPONSE', null]);
    assert.deepEqual(map('OUTBOUND', 'canceled', { sipCode }), ['CANCELED', null]);
    assert.deepEqual(map('OUTBOUND', 'completed', { sipCode }), ['COMPLETED', null]);
  }
});

test('a failed call to a number that cannot be reached is UNREACHABLE without errors', () => {
  assert.deepEqual(map('OUTBOUND', 'failed', { sipCode: 404 }), ['UNREACHABLE', null]);
  assert.deepEqual(map('OUTBOUND', 'failed', { errorNumber: 21214 }), ['UNREACHABLE', null]);
});

test('a failed call has its cause', () => {
  const facts = { errorNumber: 13227 };
  assert.deepEqual(map('OUTBOUND', 'failed', facts), ['ERROR', 'CALL_NOT_PERMITTED']);
  assert.deepEqual(map('OUTBOUND', 'failed', { sipCode: 503 }), [
    'ERROR',
    'CALL_CONNECTION_FAILED',
  ]);
  assert.deepEqual(map('OUTBOUND', 'failed', { errorNumber: 99999 }), ['ERROR', 'UNKNOWN_ERROR']);
});

test('a completed call that was lost has that error; at its time limit it simply ended', () => {
  const lost = map('OUTBOUND', 'completed', { errorNumber: 32014 });
  assert.deepEqual(lost, ['ERROR', 'CALL_INTERRUPTED']);
  const machine = { errorNumber: 32014, answeredBy: 'machine_end_beep' };
  assert.deepEqual(map('OUTBOUND', 'completed', machine), ['VOICEMAIL_REACHED', null]);
  assert.deepEqual(map('OUTBOUND', 'completed', { errorNumber: 32015 }), ['COMPLETED', null]);
});

test('an unknown word is ignored while the call lives, and UNKNOWN_ERROR if it failed', () => {
  for (const direction of ['OUTBOUND', 'INBOUND'] as const) {
    assert.equal(map(direction, 'paused'), null);
    assert.equal(map(direction, 'paused', { sipCode: 200 }), null);
    assert.deepEqual(map(direction, 'exploded', { sipCode: 503 }), ['ERROR', 'UNKNOWN_ERROR']);
  }
  assert.deepEqual(
    mapStatus({ ...NOTHING_MORE, direction: 'OUTBOUND', word: 'exploded', errorNumber: 1 }),
    {
      kind: 'status',
      status: 'ERROR',
      cause: {
        code: 'UNKNOWN_ERROR',
        message: 'CallStatus exploded, ErrorCode 1',
        unmapped: 'CallStatus exploded',
      },
    },
  );
});

test('a word in another case or with spaces is unknown, not guessed', () => {
  for (const word of ['Completed', 'completed ', '', 'constructor', '__proto__']) {
    assert.equal(map('OUTBOUND', word), null, word);
  }
});
