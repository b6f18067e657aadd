/** The mapping of an adapter as one table: lines, outcomes by direction and by hint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECTIONS, type Direction } from '../../src/core/call/status.ts';
import { ENDED, reportOf, statusTable } from '../../src/ingest/status-table.ts';

const TABLE = statusTable({
  ringing: ['CALLING', 'ACCEPTING'],
  ended: [ENDED, 'COMPLETED'],
  parked: [null, null],
  'error-*': ['ERROR CALL_CONNECTION_FAILED', 'ERROR CALL_CONNECTION_FAILED'],
  'error-billing-*': ['ERROR CALL_NOT_PERMITTED', 'ERROR CALL_NOT_PERMITTED'],
});

function report(word: string, direction: Direction | null) {
  const line = TABLE.line(word);
  assert.ok(line !== null, word);
  return reportOf(line, {
    names: { kind: 'named', callId: 'c', callSid: 's', clientId: null },
    direction,
    occurredAtMs: 7,
    reportId: 'r',
    cause: 'raw',
    facts: { sipCode: 200 },
  });
}

test('a word has the line that names it, else the line with its longest prefix', () => {
  assert.deepEqual(TABLE.line('ringing'), ['CALLING', 'ACCEPTING']);
  assert.equal(TABLE.line('error-billing-frozen')?.[0], 'ERROR CALL_NOT_PERMITTED');
  assert.equal(TABLE.line('error-other')?.[0], 'ERROR CALL_CONNECTION_FAILED');
  for (const word of ['', 'ring', 'ringing2', 'toString', 'error']) {
    assert.equal(TABLE.line(word), null, word);
  }
});

test('a report gets what its line says for its direction', () => {
  assert.deepEqual(report('ringing', 'INBOUND'), {
    callId: 'c',
    report: {
      direction: 'INBOUND',
      callSid: 's',
      clientId: null,
      status: 'ACCEPTING',
      errors: [],
      occurredAtMs: 7,
      reportId: 'r',
    },
    variants: [],
    facts: { sipCode: 200 },
  });
  const failed = report('error-billing-x', 'OUTBOUND');
  assert.deepEqual(failed?.report.errors, [
    { code: 'CALL_NOT_PERMITTED', message: 'raw', atMs: 7 },
  ]);
  for (const direction of [...DIRECTIONS, null]) assert.equal(report('parked', direction), null);
});

test('an earlier hint decides', () => {
  const machine = { hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] };
  const ended = report('ended', 'OUTBOUND');
  assert.equal(ended?.report.status, 'COMPLETED');
  assert.deepEqual(ended?.variants, [{ direction: null, ...machine }]);
  assert.deepEqual(report('ended', 'INBOUND')?.variants, []);
});

test('without a direction the known call decides', () => {
  assert.deepEqual(report('ended', null)?.variants, [
    { direction: 'INBOUND', hint: null, status: 'COMPLETED', errors: [] },
    { direction: 'OUTBOUND', hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] },
  ]);
});
