/** Step 4: which triggers fire, in which order, with which keys and errors: the whole table. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/core/call/report.ts';
import type { Direction } from '../../../src/core/call/status.ts';
import { moveCall } from '../../../src/core/call/transition.ts';
import { ERROR_CODES, ERROR_MESSAGES } from '../../../src/core/payload/call-error.ts';
import { callError, fire } from '../../../src/core/trigger/fire.ts';
import { CALL_ID, callOf, errorOf, NOW_MS, NOW_TEXT, reportOf } from '../given.ts';

/** Each firing as `TRIGGER variant errors`. */
function fired(direction: Direction, changes: Partial<Report>, from: string | null = null) {
  const report = reportOf(changes);
  const move = moveCall(callOf(direction, { status: from }), CALL_ID, report, NOW_MS);
  return fire(move, report, NOW_MS).map(({ trigger, data, errors }) =>
    [trigger, data, ...errors.map(({ code }) => code)].join(' '),
  );
}

const FAILED = [errorOf('CALL_CONNECTION_FAILED')];

describe('S3.2: what a transition fires', () => {
  for (const status of ['CALLING', 'CLOSING']) {
    test(`${status} fires its trigger without errors and no CALL_LOG_CREATED`, () => {
      assert.deepEqual(fired('OUTBOUND', { status }), [`OUTBOUND_CALL_${status} standard`]);
      assert.deepEqual(fired('INBOUND', { status }), [`INBOUND_CALL_${status} inbound-status`]);
    });

    test(`errors reported with ${status} follow in a firing of their own`, () => {
      assert.deepEqual(fired('OUTBOUND', { status, errors: FAILED }), [
        `OUTBOUND_CALL_${status} standard`,
        'OUTBOUND_CALL_ERROR standard CALL_CONNECTION_FAILED',
      ]);
      assert.deepEqual(fired('INBOUND', { status, errors: FAILED }), [
        `INBOUND_CALL_${status} inbound-status`,
        'INBOUND_CALL_ERROR inbound-error CALL_CONNECTION_FAILED',
      ]);
    });
  }

  for (const status of ['VOICEMAIL_REACHED', 'BUSY', 'NO_RESPONSE', 'UNREACHABLE']) {
    test(`outbound ${status} fires its trigger, then CALL_LOG_CREATED, with errors`, () => {
      assert.deepEqual(fired('OUTBOUND', { status }), [
        `OUTBOUND_CALL_${status} standard`,
        'CALL_LOG_CREATED call-log',
      ]);
      assert.deepEqual(fired('OUTBOUND', { status, errors: FAILED }), [
        `OUTBOUND_CALL_${status} standard CALL_CONNECTION_FAILED`,
        'CALL_LOG_CREATED call-log CALL_CONNECTION_FAILED',
      ]);
    });
  }

  for (const status of ['CANCELED', 'EXPIRED', 'MAX_ATTEMPTS_REACHED', 'HEALTHCHECK_FAILED']) {
    test(`outbound ${status} fires its trigger only`, () => {
      assert.deepEqual(fired('OUTBOUND', { status }), [`OUTBOUND_CALL_${status} standard`]);
      assert.deepEqual(fired('OUTBOUND', { status, errors: FAILED }), [
        `OUTBOUND_CALL_${status} standard CALL_CONNECTION_FAILED`,
      ]);
    });
  }

  test('COMPLETED without errors fires its trigger, then CALL_LOG_CREATED', () => {
    assert.deepEqual(fired('OUTBOUND', { status: 'COMPLETED' }), [
      'OUTBOUND_CALL_COMPLETED standard',
      'CALL_LOG_CREATED call-log',
    ]);
    assert.deepEqual(fired('INBOUND', { status: 'COMPLETED' }), [
      'INBOUND_CALL_COMPLETED inbound-status',
      'CALL_LOG_CREATED call-log',
    ]);
  });

  for (const status of ['COMPLETED', 'ERROR']) {
    test(`${status} with errors fires the error trigger, then CALL_LOG_CREATED, both so`, () => {
      assert.deepEqual(fired('OUTBOUND', { status, errors: FAILED }), [
        'OUTBOUND_CALL_ERROR standard CALL_CONNECTION_FAILED',
        'CALL_LOG_CREATED call-log CALL_CONNECTION_FAILED',
      ]);
      assert.deepEqual(fired('INBOUND', { status, errors: FAILED }), [
        'INBOUND_CALL_ERROR inbound-error CALL_CONNECTION_FAILED',
        'CALL_LOG_CREATED call-log CALL_CONNECTION_FAILED',
      ]);
    });
  }

  test('ERROR without errors gets UNKNOWN_ERROR in both firings', () => {
    assert.deepEqual(fired('INBOUND', { status: 'ERROR' }), [
      'INBOUND_CALL_ERROR inbound-error UNKNOWN_ERROR',
      'CALL_LOG_CREATED call-log UNKNOWN_ERROR',
    ]);
  });

  test('inbound CONCURRENCY_LIMIT_EXCEEDED fires its trigger, then CALL_LOG_CREATED', () => {
    const status = 'CONCURRENCY_LIMIT_EXCEEDED';
    assert.deepEqual(fired('INBOUND', { status }), [
      `INBOUND_CALL_${status} inbound-status`,
      'CALL_LOG_CREATED call-log',
    ]);
    assert.deepEqual(fired('INBOUND', { status, errors: FAILED }), [
      `INBOUND_CALL_${status} inbound-status CALL_CONNECTION_FAILED`,
      'CALL_LOG_CREATED call-log CALL_CONNECTION_FAILED',
    ]);
  });

  test('an internal status fires nothing, unless errors came with it', () => {
    assert.deepEqual(fired('OUTBOUND', { status: 'DIALING' }), []);
    assert.deepEqual(fired('INBOUND', { status: 'ACCEPTING', errors: FAILED }), [
      'INBOUND_CALL_ERROR inbound-error CALL_CONNECTION_FAILED',
    ]);
  });

  test('an errors-only report fires the error trigger in any state, never CALL_LOG_CREATED', () => {
    for (const from of [null, 'DIALING', 'CALLING', 'COMPLETED', 'CANCELED']) {
      assert.deepEqual(fired('OUTBOUND', { errors: FAILED }, from), [
        'OUTBOUND_CALL_ERROR standard CALL_CONNECTION_FAILED',
      ]);
    }
    assert.deepEqual(fired('INBOUND', { errors: FAILED }, 'CALLING'), [
      'INBOUND_CALL_ERROR inbound-error CALL_CONNECTION_FAILED',
    ]);
  });

  test('an ignored or refused report fires nothing, whatever errors it has', () => {
    assert.deepEqual(fired('OUTBOUND', { status: 'CALLING', errors: FAILED }, 'COMPLETED'), []);
    assert.deepEqual(fired('INBOUND', { status: 'BUSY', errors: FAILED }), []);
  });
});

describe('S4.10: the errors of a payload', () => {
  test('each code has its fixed message; the text of the reporter is not sent', () => {
    const errors = ERROR_CODES.map((code) => errorOf(code, { message: `secret of ${code}` }));
    const report = reportOf({ status: 'ERROR', errors });
    const [first] = fire(moveCall(callOf('OUTBOUND'), CALL_ID, report, NOW_MS), report, NOW_MS);
    assert.deepEqual(
      first?.errors,
      ERROR_CODES.map((code) => ({ code, message: ERROR_MESSAGES[code], timestamp: NOW_TEXT })),
    );
  });

  test('an error has its own time, otherwise that of the firing', () => {
    const errors = [errorOf('INTERNAL_ERROR', { atMs: 0 }), errorOf('INTERNAL_ERROR')];
    const report = reportOf({ errors });
    const [first] = fire({ kind: 'errors-only', call: callOf('INBOUND') }, report, NOW_MS);
    assert.deepEqual(
      first?.errors.map(({ timestamp }) => timestamp),
      ['1970-01-01T00:00:00.000Z', NOW_TEXT],
    );
  });

  test('the order of the keys is code, message, timestamp', () => {
    const keys = Object.keys(callError('UNKNOWN_ERROR', NOW_MS));
    assert.deepEqual(keys, ['code', 'message', 'timestamp']);
  });
});

test('a move to a status without a trigger is a programmer error', () => {
  const call = callOf('INBOUND', { status: 'BUSY' });
  const report = reportOf({ status: 'BUSY' });
  const move = { kind: 'moved', from: null, to: 'BUSY', call } as const;
  assert.throws(() => fire(move, report, NOW_MS), /there is no trigger INBOUND_CALL_BUSY/);
});
