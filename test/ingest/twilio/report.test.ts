/** One callback becomes one report: its ids, its time, and what is ignored or refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallbackContext, readCallback } from '../../../src/ingest/twilio/report.ts';
import { type Flat, flat } from '../flat.ts';
import type { Callback } from './callback.ts';

const COMPLETED: Callback = {
  CallSid: 'CA00000000000000000000000000000001',
  CallStatus: 'completed',
  Direction: 'outbound-api',
  SequenceNumber: '3',
  Timestamp: 'Fri, 20 Nov 2026 09:00:58 +0000',
  CallDuration: '49',
  SipResponseCode: '200',
};
const NOTHING: CallbackContext = { query: {}, idempotencyToken: undefined };

function read(fields: Callback, context: Partial<CallbackContext> = {}): Flat {
  const entries = Object.entries(fields).map(([name, value]): [string, string[]] => [
    name,
    [value],
  ]);
  return flat(readCallback(new Map(entries), { ...NOTHING, ...context }));
}

function without(name: string): Callback {
  return Object.fromEntries(Object.entries(COMPLETED).filter(([each]) => each !== name));
}

function reportIdOf(fields: Callback, context: Partial<CallbackContext> = {}): string | null {
  const result = read(fields, context);
  assert.equal(result.kind, 'report');
  return result.kind === 'report' ? result.report.reportId : null;
}

test('a callback becomes a report whose call is named by its CallSid', () => {
  assert.deepEqual(read(COMPLETED), {
    kind: 'report',
    callId: COMPLETED.CallSid,
    report: {
      status: 'COMPLETED',
      direction: 'OUTBOUND',
      callSid: COMPLETED.CallSid,
      clientId: null,
      errors: [],
      occurredAtMs: Date.parse('2026-11-20T09:00:58Z'),
      reportId: `twilio:${COMPLETED.CallSid}:3:completed`,
    },
    unmapped: null,
  });
});

test('the callback address may name the call and the client; callSid stays the CallSid', () => {
  const result = read(COMPLETED, { query: { callId: 'order 4711/東', clientId: 'client-9' } });
  assert.equal(result.kind, 'report');
  if (result.kind !== 'report') return;
  assert.equal(result.callId, 'order 4711/東');
  assert.equal(result.report.clientId, 'client-9');
  assert.equal(result.report.callSid, COMPLETED.CallSid);
});

test('an error carries its raw cause and the time of the event', () => {
  const result = read({ ...COMPLETED, CallStatus: 'failed', ErrorCode: '13227' });
  assert.equal(result.kind, 'report');
  if (result.kind !== 'report') return;
  assert.deepEqual(result.report.errors, [
    {
      code: 'CALL_NOT_PERMITTED',
      message: 'ErrorCode 13227, SIP 200',
      atMs: Date.parse('2026-11-20T09:00:58Z'),
    },
  ]);
});

test('a retried callback has the same report id, another event another one', () => {
  const id = reportIdOf(COMPLETED);
  assert.equal(reportIdOf({ ...COMPLETED, ApiVersion: '2010-04-01' }), id);
  assert.equal(reportIdOf(COMPLETED, { idempotencyToken: 'anything' }), id);
  assert.notEqual(reportIdOf({ ...COMPLETED, SequenceNumber: '2' }), id);
  assert.notEqual(reportIdOf({ ...COMPLETED, CallStatus: 'busy' }), id);
});

test('without a sequence number the token, then the time, distinguishes callbacks', () => {
  const callSid = COMPLETED.CallSid;
  const fields = without('SequenceNumber');
  const token = reportIdOf(fields, { idempotencyToken: 'tok-1' });
  assert.equal(token, `twilio:${callSid}:tok-1:completed`);
  const time = reportIdOf(fields);
  assert.equal(time, `twilio:${callSid}:Fri, 20 Nov 2026 09:00:58 +0000:completed`);
  const { Timestamp, ...bare } = fields;
  assert.equal(Timestamp, COMPLETED.Timestamp);
  assert.equal(reportIdOf(bare), `twilio:${callSid}:-:completed`);
});

test('a report id stays short and visible whatever the header holds', () => {
  const id = reportIdOf(without('SequenceNumber'), {
    idempotencyToken: ` \u0007${'x'.repeat(999)}`,
  });
  assert.match(id ?? '', /^twilio:CA\w+:x{62,64}:completed$/);
});

test('if its time cannot be read, a report has the time of receipt', () => {
  const result = read({ ...COMPLETED, Timestamp: 'now' });
  assert.equal(result.kind === 'report' ? result.report.occurredAtMs : 0, null);
});

test('a leg that was dialled for another call is ignored', () => {
  const result = read({ ...COMPLETED, Direction: 'outbound-dial' });
  const why = 'A dialled child leg is no call of its own.';
  assert.deepEqual(result, { kind: 'ignored', why, unmapped: null });
});

test('S2.21: AnsweredBy before the end, without a status, is a hint', () => {
  const { CallSid: callId = '' } = COMPLETED;
  for (const [AnsweredBy, hint] of [
    ['machine_end_beep', 'MACHINE'],
    ['fax', 'MACHINE'],
    ['human', 'PERSON'],
  ] as const) {
    assert.deepEqual(read({ CallSid: callId, AnsweredBy }), {
      kind: 'hint',
      hints: [{ callId, hint }],
    });
  }
  const unsure = read({ CallSid: callId, AnsweredBy: 'unknown' });
  assert.equal(unsure.kind === 'ignored' && unsure.unmapped, null);
  const odd = read({ CallSid: callId, AnsweredBy: 'martian' });
  assert.equal(odd.kind === 'ignored' && odd.unmapped, 'AnsweredBy martian');
  assert.equal(read({ CallSid: callId }).kind, 'ignored');
});

test('S2.21: only an outbound completed call without AnsweredBy uses the hint', () => {
  const variants = (fields: Callback) => {
    const entries = Object.entries(fields).map(([name, value]): [string, string[]] => [
      name,
      [value],
    ]);
    const result = readCallback(new Map(entries), NOTHING);
    return result.kind === 'taken' ? (result.reports[0]?.variants.length ?? null) : null;
  };
  assert.equal(variants(COMPLETED), 1);
  assert.equal(variants({ ...COMPLETED, Direction: 'inbound' }), 0);
  assert.equal(variants({ ...COMPLETED, AnsweredBy: 'human' }), 0);
  assert.equal(variants({ ...COMPLETED, CallStatus: 'busy' }), 0);
});

test('an unknown status word or direction is ignored and counted', () => {
  assert.deepEqual(read({ ...COMPLETED, CallStatus: 'paused' }), {
    kind: 'ignored',
    why: 'The CallStatus is not known.',
    unmapped: 'CallStatus paused',
  });
  assert.deepEqual(read({ ...COMPLETED, Direction: 'sideways' }), {
    kind: 'ignored',
    why: 'The direction is not known.',
    unmapped: 'Direction sideways',
  });
  assert.deepEqual(read(without('Direction')), {
    kind: 'ignored',
    why: 'The direction is not known.',
    unmapped: 'Direction missing',
  });
});

test('an unknown status word on a call that failed is UNKNOWN_ERROR and counted', () => {
  const result = read({ ...COMPLETED, CallStatus: 'exploded', SipResponseCode: '500' });
  assert.equal(result.kind, 'report');
  if (result.kind !== 'report') return;
  assert.equal(result.report.status, 'ERROR');
  assert.equal(result.report.errors[0]?.code, 'UNKNOWN_ERROR');
  assert.equal(result.unmapped, 'CallStatus exploded');
});

test('text for metrics and logs is cut and stripped of control characters', () => {
  const result = read({ ...COMPLETED, CallStatus: `a\r\nb${'c'.repeat(500)}` });
  assert.equal(result.kind, 'ignored');
  if (result.kind !== 'ignored') return;
  assert.match(result.unmapped ?? '', /^CallStatus a {2}bc{60}$/);
});

test('a callback without a usable CallSid is refused', () => {
  for (const fields of [
    without('CallSid'),
    { ...COMPLETED, CallSid: '' },
    { ...COMPLETED, CallSid: 'CA 1' },
    { ...COMPLETED, CallSid: `CA${'0'.repeat(127)}` },
  ]) {
    const result = read(fields);
    assert.equal(result.kind === 'refused' ? result.code : null, 'INVALID_INPUT');
  }
});

test('a field that is read is refused if given twice; others may be repeated', () => {
  const fields = Object.entries(COMPLETED).map(([name, value]): [string, string[]] => [
    name,
    [value],
  ]);
  const twice = (name: string) => new Map([...fields, [name, ['busy', 'completed']]]);
  assert.deepEqual(flat(readCallback(twice('CallStatus'), NOTHING)), {
    kind: 'refused',
    code: 'MALFORMED_FORM',
    detail: 'CallStatus is given twice.',
  });
  assert.equal(flat(readCallback(twice('StirVerstat'), NOTHING)).kind, 'report');
});

test('ids in the callback address keep the rules of every id', () => {
  for (const [context, start] of [
    [{ callId: 'a\u0000b' }, 'callId of the callback address: '],
    [{ callId: 'x'.repeat(257) }, 'callId of the callback address: '],
    [{ clientId: ' a' }, 'clientId of the callback address: '],
  ] as const) {
    const result = read(COMPLETED, { query: context });
    assert.equal(result.kind, 'refused');
    if (result.kind !== 'refused') return;
    assert.equal(result.code, 'INVALID_INPUT');
    assert.equal(result.detail.startsWith(start), true, result.detail);
  }
});

test('the SIP result of a relative of the provider is read if the usual one is missing', () => {
  const { SipResponseCode, ...fields } = COMPLETED;
  assert.equal(SipResponseCode, '200');
  const result = read({ ...fields, CallStatus: 'failed', SipResultCode: '404' });
  assert.equal(result.kind === 'report' ? result.report.status : null, 'UNREACHABLE');
});

test('zero, an empty text or no number in an error field means no error', () => {
  for (const ErrorCode of ['0', '', 'none', '-1', '1e9']) {
    const result = read({ ...without('SipResponseCode'), CallStatus: 'failed', ErrorCode });
    assert.equal(result.kind, 'report');
    if (result.kind !== 'report') return;
    assert.equal(result.report.errors[0]?.code, 'CALL_CONNECTION_FAILED', ErrorCode);
    assert.equal(result.unmapped, null);
  }
});
