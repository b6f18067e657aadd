/** Maps error numbers and SIP responses to our error codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../../src/core/payload/call-error.ts';
import {
  causeOf,
  describe,
  hasFailed,
  isUnreachable,
  wasInterrupted,
} from '../../../src/ingest/twilio/cause-mapping.ts';

function number(errorNumber: number, sipCode: number | null = null) {
  return { errorNumber, sipCode };
}

function sip(sipCode: number) {
  return { errorNumber: null, sipCode };
}

const NUMBERS: Readonly<Partial<Record<ErrorCode, readonly number[]>>> = {
  CALL_NOT_PERMITTED: [
    10001, 20003, 20005, 21202, 21203, 21210, 21212, 21215, 21216, 21219, 13225, 13227, 13247,
    32017, 32200, 32201, 32202, 32203, 32204, 32205, 32206,
  ],
  CALL_CONNECTION_FAILED: [10004, 13223, 13226, 21211, 21217, 32011, 32016],
  CALL_INTERRUPTED: [32014],
};

for (const [code, numbers] of Object.entries(NUMBERS)) {
  test(`the provider's numbers ${numbers.join(', ')} are ${code}`, () => {
    for (const each of numbers) {
      const cause = causeOf(number(each));
      assert.deepEqual(cause, { code, message: `ErrorCode ${each}`, unmapped: null });
    }
  });
}

test('SIP 401, 403, 407, 607 and 608 are CALL_NOT_PERMITTED', () => {
  for (const each of [401, 403, 407, 607, 608]) {
    assert.equal(causeOf(sip(each)).code, 'CALL_NOT_PERMITTED');
  }
});

test('any other failing SIP response is CALL_CONNECTION_FAILED', () => {
  for (const each of [302, 400, 408, 487, 488, 500, 503, 504, 603, 606]) {
    const cause = causeOf(sip(each));
    const expected = { code: 'CALL_CONNECTION_FAILED', message: `SIP ${each}`, unmapped: null };
    assert.deepEqual(cause, expected);
  }
});

test('a failure without a cause is CALL_CONNECTION_FAILED', () => {
  const expected = { code: 'CALL_CONNECTION_FAILED', message: null, unmapped: null };
  assert.deepEqual(causeOf({ errorNumber: null, sipCode: null }), expected);
});

test("the provider's number outranks the SIP response", () => {
  assert.equal(causeOf(number(13227, 503)).code, 'CALL_NOT_PERMITTED');
  assert.equal(causeOf(number(32011, 403)).code, 'CALL_CONNECTION_FAILED');
});

test('an unknown number is counted; a failing SIP response decides, else UNKNOWN_ERROR', () => {
  assert.deepEqual(causeOf(number(99999)), {
    code: 'UNKNOWN_ERROR',
    message: 'ErrorCode 99999',
    unmapped: 'ErrorCode 99999',
  });
  assert.deepEqual(causeOf(number(99999, 503)), {
    code: 'CALL_CONNECTION_FAILED',
    message: 'ErrorCode 99999, SIP 503',
    unmapped: 'ErrorCode 99999',
  });
  assert.equal(causeOf(number(99999, 403)).code, 'CALL_NOT_PERMITTED');
  assert.equal(causeOf(number(99999, 200)).code, 'UNKNOWN_ERROR');
});

test('a number that does not exist or cannot be reached is unreachable, not an error', () => {
  for (const each of [404, 410, 480, 484, 604]) assert.equal(isUnreachable(sip(each)), true);
  for (const each of [13224, 21214, 32009]) assert.equal(isUnreachable(number(each)), true);
  for (const each of [400, 403, 486, 503]) assert.equal(isUnreachable(sip(each)), false);
  assert.equal(isUnreachable(number(99999, 404)), true);
});

test('a forbidden call is not unreachable, whatever the SIP response', () => {
  assert.equal(isUnreachable(number(13227, 404)), false);
});

test('only the number for a lost call interrupts a completed one', () => {
  assert.equal(wasInterrupted(number(32014)), true);
  assert.equal(wasInterrupted(number(13227)), false);
  assert.equal(wasInterrupted(sip(503)), false);
});

test('an error number or a failing SIP response says that a call failed', () => {
  assert.equal(hasFailed(number(11200)), true);
  assert.equal(hasFailed(sip(503)), true);
  assert.equal(hasFailed(sip(200)), false);
  assert.equal(hasFailed({ errorNumber: null, sipCode: null }), false);
});

test('the raw cause is described for the timeline', () => {
  assert.equal(describe(number(13227, 403)), 'ErrorCode 13227, SIP 403');
  assert.equal(describe({ errorNumber: null, sipCode: null }), null);
});
