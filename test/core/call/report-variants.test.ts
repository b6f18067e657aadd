/** S2.21: a report whose meaning depends on its call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitting, type Report, type ReportVariant } from '../../../src/core/call/report.ts';

const REPORT: Report = {
  status: 'COMPLETED',
  direction: null,
  callSid: null,
  clientId: null,
  errors: [],
  occurredAtMs: null,
  reportId: 'r',
};
const VARIANTS: readonly ReportVariant[] = [
  { direction: 'INBOUND', hint: null, status: 'CLOSING', errors: [] },
  { direction: 'OUTBOUND', hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] },
  { direction: null, hint: 'ANSWERED', status: 'BUSY', errors: [] },
];

test('S2.21: the first variant that fits replaces the report, otherwise it stands', () => {
  const said = (...[direction, ...hints]: Parameters<typeof known>) =>
    fitting(REPORT, VARIANTS, known(direction, ...hints)).status;
  assert.equal(said('INBOUND'), 'CLOSING');
  assert.equal(said('INBOUND', 'MACHINE'), 'CLOSING');
  assert.equal(said('OUTBOUND'), 'COMPLETED');
  assert.equal(said('OUTBOUND', 'ANSWERED', 'MACHINE'), 'VOICEMAIL_REACHED');
  assert.equal(said('OUTBOUND', 'ANSWERED'), 'BUSY');
  assert.equal(said(null, 'MACHINE'), 'COMPLETED');
  assert.equal(
    fitting({ ...REPORT, direction: 'INBOUND' }, VARIANTS, known(null)).status,
    'CLOSING',
  );
});

function known(
  direction: 'INBOUND' | 'OUTBOUND' | null,
  ...hints: readonly ('ANSWERED' | 'MACHINE' | 'PERSON')[]
) {
  return { direction, hints };
}
