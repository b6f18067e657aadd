/** HMAC over a body, with the example that GitHub publishes. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hmacOfBody } from '../../../src/ingest/signature/hmac-body.ts';

const SECRET = "It's a Secret to Everybody";
const BODY = 'Hello, World!';
const SIGNATURE = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
const GITHUB = {
  header: 'x-hub-signature-256',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: 'sha256=',
} as const;

const asked = (signature: string | undefined, secrets: readonly string[] = [SECRET]) => ({
  body: BODY,
  headers: { 'x-hub-signature-256': signature },
  secrets,
  nowMs: 0,
});

test('the published example verifies, also under the second of two secrets', () => {
  assert.equal(hmacOfBody(GITHUB)(asked(SIGNATURE)), null);
  assert.equal(hmacOfBody(GITHUB)(asked(SIGNATURE, ['new', SECRET])), null);
});

test('any other value is refused with a sentence, without the secret', () => {
  const check = hmacOfBody(GITHUB);
  assert.equal(check(asked(undefined)), 'The header x-hub-signature-256 is missing.');
  const wrong = [SIGNATURE.slice(7), `${SIGNATURE}0`, SIGNATURE.toUpperCase(), 'sha256='];
  for (const given of wrong) assert.match(check(asked(given)) ?? '', /does not match .* secret/);
  assert.match(check({ ...asked(SIGNATURE), body: 'Hello, World' }) ?? '', /does not match/);
  assert.match(check(asked(SIGNATURE, ['other', 'another'])) ?? '', /under either secret/);
});

test('other hashes and base64', () => {
  for (const algorithm of ['sha1', 'sha256', 'sha512'] as const) {
    const check = hmacOfBody({ header: 'x-sign', algorithm, encoding: 'base64', prefix: '' });
    const given = createHmac(algorithm, SECRET).update(BODY).digest('base64');
    assert.equal(check({ ...asked(''), headers: { 'x-sign': given } }), null);
  }
});
