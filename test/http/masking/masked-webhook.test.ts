/** The masked outline of a webhook: a value shows by its place, never by its name or look. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK, maskedWebhook } from '../../../src/http/masking/masked-webhook.ts';

test('S4: of a body only the named fields show, of a text that is no JSON nothing', () => {
  const masked = (body: string) => maskedWebhook('body', body);
  const data = { callId: 'call-1', callStatus: 'COMPLETED', clientId: 'Kim', callSid: 'CA1' };
  const body = {
    message: 'said',
    kim: 'x',
    data,
    errors: [{ code: 'INTERNAL_ERROR', message: 'said' }],
  };
  assert.deepEqual(JSON.parse(masked(JSON.stringify(body))), {
    message: MASK,
    [MASK]: MASK,
    data: { callId: 'call-1', callStatus: 'COMPLETED', [MASK]: MASK, callSid: 'CA1' },
    errors: [{ code: 'INTERNAL_ERROR', message: MASK }],
  });
  // An unknown status is free text of a caller.
  const odd = JSON.stringify({ data: { callStatus: 'Kim called', direction: 4_930_123_456 } });
  assert.equal(masked(odd), `{"data":{"callStatus":"${MASK}","direction":"${MASK}"}}`);
  for (const text of ['said', '"said"', '4930123456', '{"a":']) assert.equal(masked(text), MASK);
  assert.equal(masked(''), '');
});

test('the display text is hidden under any name, and so is a value out of its place', () => {
  const masked = (body: object) => JSON.parse(maskedWebhook('body', JSON.stringify(body)));
  for (const key of ['callId', 'callSid', 'callStatus', 'code', 'timestamp', 'isError', 'name']) {
    for (const text of [
      'Kim called',
      'KIM',
      '',
      'ep_01M7WRXSYE000000001',
      '1919-01-01T00:00:00Z',
    ]) {
      assert.deepEqual(masked({ [key]: text, data: {} }), { [MASK]: MASK, data: {} }, key);
    }
  }
  const odd = { data: { callId: { kim: 'Kim' }, callStatus: 'KIM' }, errors: [{ code: 'KIM' }] };
  assert.deepEqual(masked(odd), {
    data: { callId: MASK, callStatus: MASK },
    errors: [{ code: MASK }],
  });
  assert.deepEqual(masked({ data: 'Kim', errors: { callId: 'Kim' } }), {
    data: MASK,
    errors: MASK,
  });
});

test('data and errors of a firing are masked like those of a body', () => {
  const data = { callId: 'call-1', callStatus: 'BUSY', clientId: 'Kim', isError: 'true' };
  assert.deepEqual(JSON.parse(maskedWebhook('data', JSON.stringify(data))), {
    callId: 'call-1',
    callStatus: 'BUSY',
    [MASK]: MASK,
    isError: 'true',
  });
  const at = '2026-11-20T11:17:00.000Z';
  const errors = [{ code: 'UNKNOWN_ERROR', message: 'Kim', timestamp: at, callId: 'Kim' }];
  assert.deepEqual(JSON.parse(maskedWebhook('errors', JSON.stringify(errors))), [
    { code: 'UNKNOWN_ERROR', message: MASK, timestamp: at, [MASK]: MASK },
  ]);
  assert.equal(maskedWebhook('errors', JSON.stringify(data)), `"${MASK}"`);
  assert.equal(maskedWebhook('note', JSON.stringify(data)), MASK);
});
