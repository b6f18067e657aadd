/** The masked body that the service keeps of a provider's request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedBody, maskedLater } from '../../../src/http/masking/masked-body.ts';

function maskForm(fields: Readonly<Record<string, string>>): Record<string, string> {
  const text = maskedBody(new URLSearchParams(fields).toString(), true);
  return Object.fromEntries(new URLSearchParams(text));
}

test('telephone numbers of a form show their last four digits, wherever they stand', () => {
  assert.deepEqual(
    maskForm({
      To: '+15555550142',
      From: 'sip:15555550100@host.example',
      Caller: 'call from 5555550142, extension 12',
    }),
    {
      To: '+*******0142',
      From: 'sip:*******0100@host.example',
      Caller: 'call from ******0142, extension 12',
    },
  );
});

test('telephone numbers are masked however people and encoders write them', () => {
  for (const [given, kept] of [
    ['+1 555-010-0001', '+* ***-***-0001'],
    ['(555) 010-0001', '(***) ***-0001'],
    ['+1 (555) 010.0001', '+* (***) ***.0001'],
    ['tel:+1-555-010-0001', 'tel:+*-***-***-0001'],
    ['%2B15550100001', '%2B*******0001'],
    ['%252b15550100001', '%252b*******0001'],
    ['%28555%29%20010-0001', '%28***%29%20***-0001'],
    [String.raw`\u002B15550100001`, String.raw`\u002B*******0001`],
    [String.raw`call\n15550100001`, String.raw`call\n*******0001`],
    ['555-010-0001x12', '***-***-0001x12'],
    ['15550100001 15550100002', '*******0001 *******0002'],
    ['+1\u00a0555\u00a0010\u00a00001', '+*\u00a0***\u00a0***\u00a00001'],
    ['2026-11-20 15550100001', '2026-11-20 *******0001'],
  ] as const) {
    assert.equal(maskedBody(JSON.stringify({ to: given }), false), JSON.stringify({ to: kept }));
    assert.equal(maskedBody(given, false), kept);
    assert.deepEqual(maskForm({ to: given }), { to: kept });
  }
});

test('ids, codes and times stay readable', () => {
  const fields = {
    CallSid: 'CA00000000000000000000000000000001',
    SipResponseCode: '486',
    ErrorCode: '13227',
    Timestamp: 'Fri, 20 Nov 2026 09:00:58 +0000',
    ApiVersion: '2010-04-01',
    Uuid: '12345678-1234-4551-4126-123456789012',
    At: '2026-11-20T09:00:58.123456789+00:00',
    Started: '2026-11-20 09:00:58.123',
  };
  assert.deepEqual(maskForm(fields), fields);
});

test('a value whose escapes are broken is not kept', () => {
  assert.equal(maskedBody('A=%zz15555550142&B=1&%ff', true), 'A=?&B=1&?');
});

test('a body that is no form is masked without decoding', () => {
  assert.equal(maskedBody('{"to":"+15555550142"}', false), '{"to":"+*******0142"}');
});

test('at most 4 KiB are kept, without half a character at the end', () => {
  const text = maskedBody(`${'x'.repeat(4_095)}東`, false);
  assert.equal(text, 'x'.repeat(4_095));
  assert.equal(maskedBody('x'.repeat(4_096), false).length, 4_096);
});

test('masking later gives the same text as masking at once, for bodies of any length', () => {
  const long = JSON.stringify({ to: '+15555550142', text: '東😀'.repeat(9_000), from: '1' });
  for (const [body, isForm] of [
    [long, false],
    ['To=%2B15555550142', true],
  ] as const) {
    assert.equal(maskedLater(body, isForm)(), maskedBody(body, isForm));
  }
});

test('secrets that a platform repeats in its JSON are not kept, whole or cut', () => {
  const sent = { twilioAuthToken: 'a"b\\c', phone: { api_key: 'k', 'X-Secret': 's' }, token: 1 };
  const kept = { twilioAuthToken: '***', phone: { api_key: '***', 'X-Secret': '***' }, token: 1 };
  assert.equal(maskedBody(JSON.stringify(sent), false), JSON.stringify(kept));
  assert.equal(maskedBody('{"a": "b", "password" : "half', false), '{"a": "b", "password" : "***');
  const free = '{"tokens":"12","secretary":"Ann","text":"the token: x"}';
  assert.equal(maskedBody(free, false), free);
});

test('fields of keys, signatures and passwords are masked in each spelling', () => {
  for (const name of [
    'x-api-key',
    'apiKey',
    'privateKey',
    'private_key',
    'X-Server-Key',
    'sipPass',
  ]) {
    assert.equal(maskedBody(`{"${name}":"s3cr3t"}`, false), `{"${name}":"***"}`);
    assert.equal(maskedBody(`a=1&${name}=s3cr3t`, true), `a=1&${name}=***`);
  }
  assert.equal(maskedBody('{"X-Signature":"0a","Cookie":"a"}', false).includes('0a'), false);
  const free = '{"key":"5","monkey":"x","passenger":"Ann"}';
  assert.equal(maskedBody(free, false), free);
});

test('of a body that is a JWT the masked payload is kept, and not the token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ to: '+15555550142' })}.c2lnbmF0dXJl`;
  assert.equal(maskedBody(token, false), '{"to":"+*******0142"}');
  assert.equal(maskedBody(`${part({ a: 'x'.repeat(20_000) })}.eyJ9`, false).length, 4_096);
});
