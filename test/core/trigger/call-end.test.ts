/** The triggers of the end of a call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDS_ALONE, ENDS_WITH_LOG } from '../../../src/core/trigger/call-end.ts';

test('S3.7: some triggers of an end come with CALL_LOG_CREATED, others alone', () => {
  assert.deepEqual(ENDS_WITH_LOG, [
    'OUTBOUND_CALL_COMPLETED',
    'OUTBOUND_CALL_VOICEMAIL_REACHED',
    'OUTBOUND_CALL_ERROR',
    'OUTBOUND_CALL_BUSY',
    'OUTBOUND_CALL_NO_RESPONSE',
    'OUTBOUND_CALL_UNREACHABLE',
    'INBOUND_CALL_COMPLETED',
    'INBOUND_CALL_ERROR',
    'INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED',
  ]);
  assert.deepEqual(ENDS_ALONE, [
    'OUTBOUND_CALL_CANCELED',
    'OUTBOUND_CALL_EXPIRED',
    'OUTBOUND_CALL_MAX_ATTEMPTS_REACHED',
    'OUTBOUND_CALL_HEALTHCHECK_FAILED',
  ]);
});
