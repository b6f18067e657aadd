/** Step 5: the display text, line by line, and its bounds whatever a reporter sends. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ERROR_CODES } from '../../../src/core/payload/call-error.ts';
import {
  callData,
  type DisplayText,
  displayText,
  ERROR_LINES_MAX,
  runData,
  SEPARATOR,
  SERVICE_NAME_POINTS_MAX,
  TEXT_POINTS_MAX,
  VALUE_POINTS_MAX,
} from '../../../src/core/payload/render.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { anyText } from '../../support/any-text.ts';
import { NOW_MS } from '../given.ts';

const FACTS = {
  callId: 'call_01JD3Z9M0T2A',
  callStatus: 'COMPLETED',
  callSid: '',
  clientId: 'order_4712',
  direction: 'OUTBOUND',
} as const;

function textOf(changes: Partial<DisplayText> = {}): string {
  return displayText({
    serviceName: 'Ringpost',
    trigger: 'OUTBOUND_CALL_ERROR',
    data: callData('standard', FACTS),
    errors: [],
    atMs: NOW_MS,
    ...changes,
  });
}

function errorsOf(count: number) {
  return Array.from({ length: count }, () => callError('CALL_RESULT_PROCESSING_FAILED', NOW_MS));
}

test('the text of an error is exactly that of the specification', () => {
  assert.equal(
    textOf({ errors: [callError('CALL_CONNECTION_FAILED', NOW_MS)] }),
    `[Ringpost] OUTBOUND_CALL_ERROR
────────────────────
Call ID: call_01JD3Z9M0T2A
Call Status: COMPLETED
Call SID: -
Client ID: order_4712
────────────────────
Errors:
[CALL_CONNECTION_FAILED] Failed to initiate or connect the call.
────────────────────
Time: 2026-11-20T11:19:00.125Z`,
  );
});

test('without errors there is no Errors list', () => {
  assert.equal(
    textOf({ trigger: 'CALL_LOG_CREATED', data: callData('call-log', FACTS) }),
    `[Ringpost] CALL_LOG_CREATED
────────────────────
Call ID: call_01JD3Z9M0T2A
Call Status: COMPLETED
Call SID: -
Client ID: order_4712
Direction: OUTBOUND
────────────────────
Time: 2026-11-20T11:19:00.125Z`,
  );
});

test('an ACW completion names agent, result and error', () => {
  const run = { callId: 'c1', acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: true };
  assert.deepEqual(textOf({ trigger: 'ACW_COMPLETED', data: runData(run) }).split('\n'), [
    '[Ringpost] ACW_COMPLETED',
    SEPARATOR,
    'Call ID: c1',
    'ACW Agent ID: ep_1',
    'ACW Result ID: acwr_1',
    'ACW Error: true',
    SEPARATOR,
    'Time: 2026-11-20T11:19:00.125Z',
  ]);
});

describe('bounds of the display text', () => {
  test('ten errors are listed, the others counted', () => {
    const ten = textOf({ errors: errorsOf(ERROR_LINES_MAX) }).split('\n');
    assert.equal(ten.filter((line) => line.startsWith('[CALL_RESULT')).length, 10);
    assert.ok(!ten.some((line) => line.startsWith('…')));
    const twelve = textOf({ errors: errorsOf(12) }).split('\n');
    assert.equal(twelve.filter((line) => line.startsWith('[CALL_RESULT')).length, 10);
    assert.equal(twelve.at(-3), '… and 2 more');
  });

  test('a value is cut at 256 code points, a service name at 100', () => {
    const lines = textOf({
      serviceName: '名'.repeat(101),
      data: callData('standard', { ...FACTS, callSid: '😀'.repeat(257) }),
    }).split('\n');
    assert.equal(lines[0], `[${'名'.repeat(SERVICE_NAME_POINTS_MAX)}] OUTBOUND_CALL_ERROR`);
    assert.equal(lines[4], `Call SID: ${'😀'.repeat(VALUE_POINTS_MAX)}`);
  });

  test('a value cannot forge a line or turn the text around', () => {
    const callSid = 'a\n[CALL_NOT_PERMITTED] forged\r\u2028\u202ec\u200d';
    const lines = textOf({ data: callData('standard', { ...FACTS, callSid }) }).split('\n');
    assert.equal(lines[4], 'Call SID: a [CALL_NOT_PERMITTED] forged   c ');
    assert.equal(lines.length, 8);
  });

  test('the longest possible text has less than 2,000 code points', () => {
    const value = 'x'.repeat(300);
    const facts = { callId: value, callStatus: 'S'.repeat(64), callSid: value, clientId: value };
    const longest = textOf({
      serviceName: value,
      trigger: 'INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED',
      data: callData('call-log', { ...facts, direction: 'OUTBOUND' }),
      errors: errorsOf(100),
    });
    assert.equal(codePointCount(longest), 1_897);
  });

  test('any values keep the text within its bounds and its lines', () => {
    const value = anyText({ maxLength: 400 });
    fc.assert(
      fc.property(
        fc.record({ callId: value, callSid: value, clientId: value, serviceName: value }),
        fc.constantFrom(...TRIGGERS),
        fc.array(fc.constantFrom(...ERROR_CODES), { maxLength: 20 }),
        ({ serviceName, ...ids }, trigger, codes) => {
          const text = textOf({
            serviceName,
            trigger,
            data: callData('call-log', { ...FACTS, ...ids }),
            errors: codes.map((code) => callError(code, NOW_MS)),
          });
          assert.ok(codePointCount(text) <= TEXT_POINTS_MAX);
          assert.ok(text.isWellFormed());
          const errorLines = codes.length === 0 ? 0 : Math.min(codes.length, 10) + 2;
          assert.equal(text.split('\n').length, 9 + errorLines + (codes.length > 10 ? 1 : 0));
          assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
