/** Secrets that are sent unchanged, with the example of RFC 7617. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  basicAuth,
  bearerToken,
  headerToken,
} from '../../../src/ingest/signature/static-secret.ts';

const asked = (headers: Readonly<Record<string, string>>, ...secrets: readonly string[]) => ({
  body: '',
  headers,
  secrets,
  nowMs: 0,
});

test('a header of its own must equal the secret', () => {
  const check = headerToken('x-vapi-secret');
  assert.equal(check(asked({ 'x-vapi-secret': 'abc' }, 'abc')), null);
  assert.equal(check(asked({ 'x-vapi-secret': 'abc' }, 'new', 'abc')), null);
  for (const given of ['ab', 'abcd', 'ABC', ' abc']) {
    assert.match(check(asked({ 'x-vapi-secret': given }, 'abc')) ?? '', /does not match/);
  }
  assert.equal(check(asked({}, 'abc')), 'The header x-vapi-secret is missing.');
});

test('a Bearer token is accepted, in any case of the scheme', () => {
  const check = bearerToken();
  assert.equal(check(asked({ authorization: 'Bearer abc' }, 'abc')), null);
  assert.equal(check(asked({ authorization: 'bearer abc' }, 'abc')), null);
  assert.match(check(asked({ authorization: 'Bearer abd' }, 'abc')) ?? '', /does not match/);
  assert.equal(
    check(asked({ authorization: 'Basic abc' }, 'abc')),
    'authorization must be Bearer.',
  );
  assert.equal(check(asked({ authorization: 'abc' }, 'abc')), 'authorization must be Bearer.');
  assert.equal(check(asked({}, 'abc')), 'The header authorization is missing.');
});

test('the published example of basic authentication verifies', () => {
  const authorization = 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==';
  const check = basicAuth();
  assert.equal(check(asked({ authorization }, 'Aladdin:open sesame')), null);
  assert.match(check(asked({ authorization }, 'Aladdin:other-sesame')) ?? '', /does not match/);
});

test('a stored secret of another form proves nothing, and the fault says what to send', () => {
  const basic = `Basic ${Buffer.from('ringpost:').toString('base64')}`;
  assert.equal(
    basicAuth()(asked({ authorization: basic }, 'ringpost:')),
    'The secret of this source cannot be used. ' +
      'Send user:password, with a password of at least 8 characters.',
  );
  const both = basicAuth()(asked({ authorization: basic }, 'ringpost:', 'ringpost:password'));
  assert.match(both ?? '', /does not match/);
  const pem = '-----BEGIN-PUBLIC-KEY-----';
  const bearer = bearerToken()(asked({ authorization: `Bearer ${pem}` }, pem));
  assert.match(bearer ?? '', /cannot be used\. Send .* a key in PEM is none/);
  const header = headerToken('x-token')(asked({ 'x-token': pem }, pem));
  assert.match(header ?? '', /cannot be used/);
});
