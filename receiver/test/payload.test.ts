/** Reading the body of a webhook, by event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasErrors, parsePayload, type WebhookPayload } from '../src/payload.ts';

const ERROR = {
  code: 'CALL_CONNECTION_FAILED',
  message: 'Failed to initiate or connect the call.',
  timestamp: '2026-11-20T11:19:00.125Z',
};

function parse(event: string, data: object, more: object = {}): WebhookPayload {
  const result = parsePayload(JSON.stringify({ message: 'text', data, ...more }), event);
  assert.equal(result.kind, 'payload', result.kind === 'malformed' ? result.detail : '');
  if (result.kind !== 'payload') throw new Error('not reached');
  return result.payload;
}

const OUTBOUND = { callId: 'c', callStatus: 'BUSY', callSid: '', clientId: '' };

test('S4.6: each event has the keys of its kind', () => {
  const cases: readonly (readonly [string, object, WebhookPayload['kind']])[] = [
    ['OUTBOUND_CALL_BUSY', OUTBOUND, 'outbound'],
    ['INBOUND_CALL_CALLING', { callId: 'c', callStatus: 'CALLING' }, 'inbound'],
    ['INBOUND_CALL_ERROR', { callId: 'c', callStatus: 'ERROR', callSid: '' }, 'inbound-error'],
    ['CALL_LOG_CREATED', { ...OUTBOUND, direction: 'INBOUND' }, 'call-log'],
    [
      'ACW_COMPLETED',
      { callId: 'c', acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: 'false' },
      'acw-completed',
    ],
    ['SOMETHING_LATER', { any: 1 }, 'other'],
  ];
  for (const [event, data, kind] of cases) {
    const payload = parse(event, data);
    assert.equal(payload.kind, kind, event);
    assert.deepEqual(payload.data, data);
    assert.equal(payload.event, event);
    assert.equal(payload.message, 'text');
  }
});

test('the kind narrows the data for the compiler', () => {
  const payload = parse('CALL_LOG_CREATED', { ...OUTBOUND, direction: 'OUTBOUND' });
  assert.equal(payload.kind === 'call-log' && payload.data.direction, 'OUTBOUND');
});

test('S4.3: errors are recognised by a non-empty `errors`', () => {
  assert.equal(hasErrors(parse('OUTBOUND_CALL_ERROR', OUTBOUND, { errors: [ERROR] })), true);
  assert.equal(hasErrors(parse('OUTBOUND_CALL_ERROR', OUTBOUND, { errors: [] })), false);
  assert.equal(hasErrors(parse('OUTBOUND_CALL_BUSY', OUTBOUND)), false);
});

test('keys, codes and statuses of later versions are let through', () => {
  const payload = parse(
    'OUTBOUND_CALL_BUSY',
    { ...OUTBOUND, callStatus: 'LATER', more: 1 },
    { errors: [{ ...ERROR, code: 'LATER_CODE', more: 1 }], more: [] },
  );
  assert.equal(payload.errors?.[0]?.code, 'LATER_CODE');
});

test('a self-provided agent also gets the project', () => {
  const payload = parse('OUTBOUND_CALL_BUSY', { ...OUTBOUND, projectId: 'prj_1' });
  assert.equal(payload.kind === 'outbound' && payload.data.projectId, 'prj_1');
});

for (const [what, event, text] of [
  ['no JSON', 'OUTBOUND_CALL_BUSY', '{'],
  ['a list', 'OUTBOUND_CALL_BUSY', '[]'],
  ['no data', 'OUTBOUND_CALL_BUSY', '{"message":"x"}'],
  ['data that is a list', 'OUTBOUND_CALL_BUSY', '{"message":"x","data":[]}'],
  ['a missing key', 'INBOUND_CALL_ERROR', '{"message":"x","data":{"callId":"","callStatus":""}}'],
  [
    'a number for a text',
    'INBOUND_CALL_CALLING',
    '{"message":"x","data":{"callId":1,"callStatus":""}}',
  ],
  ['no display text', 'SOMETHING_LATER', '{"data":{}}'],
  ['errors that are no list', 'SOMETHING_LATER', '{"message":"x","data":{},"errors":{}}'],
  ['an error without a code', 'SOMETHING_LATER', '{"message":"x","data":{},"errors":[{}]}'],
] as const) {
  test(`${what} is malformed`, () => {
    assert.equal(parsePayload(text, event).kind, 'malformed');
  });
}
