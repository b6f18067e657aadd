/**
 * Step 1: which values a report may carry, the error for each wrong one, and whether the platform's
 * clock or ours dates it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CLOCK_AHEAD_MS_MAX,
  checkReport,
  eventTimeMs,
  REPORT_AGE_MS_MAX,
  REPORT_ERRORS_MAX,
  type ReportInput,
} from '../../../src/core/call/report.ts';
import { ERROR_CODES } from '../../../src/core/payload/call-error.ts';
import { CALL_ID, NOW_MS, NOW_TEXT, reportOf } from '../given.ts';

function faultsOf(input: ReportInput, callId = CALL_ID): readonly string[] {
  const checked = checkReport(input, callId);
  return checked.kind === 'ok' ? [] : checked.fields.map(({ field }) => field);
}

test('a full report becomes a report of core', () => {
  const checked = checkReport(
    {
      status: 'ERROR',
      direction: 'INBOUND',
      callSid: '',
      clientId: '注文 4712',
      errors: [
        { code: 'CALL_INTERRUPTED', message: 'line\nlost', timestamp: NOW_TEXT },
        { code: 'UNKNOWN_ERROR' },
      ],
      occurredAt: '2026-11-20T20:19:00.125+09:00',
      reportId: 'r 1',
    },
    'a/b ü 😀',
  );
  assert.deepEqual(checked, {
    kind: 'ok',
    report: {
      status: 'ERROR',
      direction: 'INBOUND',
      callSid: '',
      clientId: '注文 4712',
      errors: [
        { code: 'CALL_INTERRUPTED', message: 'line\nlost', atMs: NOW_MS },
        { code: 'UNKNOWN_ERROR', message: null, atMs: null },
      ],
      occurredAtMs: NOW_MS,
      reportId: 'r 1',
    },
  });
});

test('fields that a report leaves out are null', () => {
  const checked = checkReport({ status: 'CALLING' }, CALL_ID);
  assert.ok(checked.kind === 'ok');
  const { status, errors, ...rest } = checked.report;
  assert.equal(status, 'CALLING');
  assert.deepEqual(errors, []);
  assert.deepEqual(new Set(Object.values(rest)), new Set([null]));
});

describe('a report is refused', () => {
  test('without a status and without errors', () => {
    assert.deepEqual(faultsOf({}), ['/status']);
    assert.deepEqual(faultsOf({ errors: [] }), ['/status']);
    assert.deepEqual(faultsOf({ errors: [{ code: 'INTERNAL_ERROR' }] }), []);
  });

  test('with a status that is no status name', () => {
    for (const status of ['', 'calling', 'A'.repeat(65), 'CALLING\n', 'ＣＡＬＬＩＮＧ']) {
      assert.deepEqual(faultsOf({ status }), ['/status'], JSON.stringify(status));
    }
  });

  test('with an unknown direction', () => {
    assert.deepEqual(faultsOf({ status: 'CALLING', direction: 'outbound' }), ['/direction']);
  });

  test('with ids that hold forbidden characters', () => {
    const wrong = [
      'a\0',
      'a\nb',
      'a\u007f',
      'a\u0085',
      'a\u2028b',
      ' a',
      'a ',
      '\ud800',
      'x'.repeat(257),
    ];
    for (const id of wrong) {
      assert.deepEqual(
        faultsOf({ status: 'CALLING', callSid: id, clientId: id, reportId: id }, id),
        ['path.callId', '/callSid', '/clientId', '/reportId'],
        JSON.stringify(id),
      );
    }
  });

  test('with an empty callId or reportId; callSid and clientId may be empty', () => {
    const input = { status: 'CALLING', callSid: '', clientId: '', reportId: '' };
    assert.deepEqual(faultsOf(input, ''), ['path.callId', '/reportId']);
  });

  test('with a time that is not ISO 8601 with a zone', () => {
    for (const time of ['2026-11-20', '2026-11-20T11:19:00', '1795173540', 'yesterday']) {
      const errors = [{ code: 'INTERNAL_ERROR', timestamp: time }];
      assert.deepEqual(faultsOf({ occurredAt: time, errors }), [
        '/occurredAt',
        '/errors/0/timestamp',
      ]);
    }
  });

  test('with an unknown error code, and the error names the seven', () => {
    const checked = checkReport({ errors: [{ code: 'toString' }] }, CALL_ID);
    assert.ok(checked.kind === 'invalid');
    const [fault] = checked.fields;
    assert.equal(fault?.field, '/errors/0/code');
    for (const code of ERROR_CODES) assert.ok(fault?.message.includes(code));
  });

  test('with an error message over 4 KiB or with NUL', () => {
    for (const message of ['é'.repeat(2_049), 'a\0']) {
      assert.deepEqual(faultsOf({ errors: [{ code: 'INTERNAL_ERROR', message }] }), [
        '/errors/0/message',
      ]);
    }
  });

  test('with more than 100 errors', () => {
    const errors = (count: number) =>
      Array.from({ length: count }, () => ({ code: 'UNKNOWN_ERROR' }));
    assert.deepEqual(faultsOf({ errors: errors(REPORT_ERRORS_MAX) }), []);
    assert.deepEqual(faultsOf({ errors: errors(REPORT_ERRORS_MAX + 1) }), ['/errors']);
  });

  test('with all of its faults in one answer', () => {
    const input = { status: 'x', direction: 'y', errors: [{ code: 'z' }], occurredAt: '' };
    assert.deepEqual(faultsOf(input, ''), [
      'path.callId',
      '/status',
      '/direction',
      '/occurredAt',
      '/errors/0/code',
    ]);
  });
});

test('in a batch, fields point into the item', () => {
  const place = { callId: '/reports/3/callId', report: '/reports/3' };
  const checked = checkReport({ errors: [{ code: 'z' }], reportId: '' }, '', place);
  assert.ok(checked.kind === 'invalid');
  assert.deepEqual(
    checked.fields.map(({ field }) => field),
    ['/reports/3/callId', '/reports/3/reportId', '/reports/3/errors/0/code'],
  );
});

function timeOf(occurredAtMs: number | null): number {
  return eventTimeMs(reportOf({ occurredAtMs }), NOW_MS);
}

test('a report without a time happened when it was received', () => {
  assert.equal(timeOf(null), NOW_MS);
});

test('a time from seven days ago to five minutes ahead is believed', () => {
  for (const atMs of [NOW_MS - REPORT_AGE_MS_MAX, NOW_MS - 1, NOW_MS + CLOCK_AHEAD_MS_MAX]) {
    assert.equal(timeOf(atMs), atMs);
  }
});

test('a time outside of that is not believed', () => {
  for (const atMs of [0, NOW_MS - REPORT_AGE_MS_MAX - 1, NOW_MS + CLOCK_AHEAD_MS_MAX + 1]) {
    assert.equal(timeOf(atMs), NOW_MS);
  }
});
