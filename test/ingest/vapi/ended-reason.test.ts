/** How calls of Vapi end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INTERRUPTED } from '../../../src/ingest/status-table.ts';
import { ENDED_REASONS } from '../../../src/ingest/vapi/ended-reason.ts';

test('an exact reason counts before the family of its prefix', () => {
  const outbound = (reason: string) => ENDED_REASONS.line(reason)?.[0];
  const sip = 'call.in-progress.error-providerfault-outbound-sip-';
  assert.equal(outbound(`${sip}408-request-timeout`), 'NO_RESPONSE');
  assert.equal(outbound(`${sip}403-forbidden`), 'ERROR CALL_NOT_PERMITTED');
  assert.equal(
    outbound('call.in-progress.error-vapifault-transport-never-connected'),
    'ERROR CALL_CONNECTION_FAILED',
  );
  assert.equal(
    outbound('call.in-progress.error-sip-telephony-provider-failed-to-connect-call'),
    'ERROR CALL_CONNECTION_FAILED',
  );
  const died = ENDED_REASONS.line('call.in-progress.error-vapifault-worker-died');
  assert.equal(died, INTERRUPTED);
  assert.equal(outbound('assistant-request-returned-forwarding-phone-number'), 'COMPLETED');
  assert.equal(outbound('assistant-request-returned-error'), 'ERROR CALL_CONNECTION_FAILED');
});

test('a reason of no family is unknown', () => {
  for (const reason of ['', 'hangup', 'customer', 'constructor']) {
    assert.equal(ENDED_REASONS.line(reason), null);
  }
});
