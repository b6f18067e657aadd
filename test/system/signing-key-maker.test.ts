/** S7.14: RSA-2048 pairs, their thumbprints and public JWKs. */
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import { signingKeyMaker } from '../../src/system/signing-key-maker.ts';

test('a pair signs and verifies, and its kid is that of its JWK', async () => {
  const { kid, publicKey, privateKey } = await signingKeyMaker.makeSigningKey();
  assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----/);
  assert.match(privateKey, /^-----BEGIN PRIVATE KEY-----/);
  const details = createPrivateKey(privateKey).asymmetricKeyDetails;
  assert.deepEqual([details?.modulusLength, details?.publicExponent], [2_048, 65_537n]);
  const signature = sign('sha256', Buffer.from('x'), privateKey);
  const jwk = signingKeyMaker.publicJwk(publicKey);
  const imported = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  assert.ok(verify('sha256', Buffer.from('x'), imported, signature));
  assert.equal(jwk.kid, kid);
  assert.deepEqual([jwk.kty, jwk.use, jwk.alg], ['RSA', 'sig', 'RS256']);
  assert.deepEqual(Object.keys(jwk), ['kty', 'n', 'e', 'kid', 'use', 'alg']);
});

test('the thumbprint is that of the example in RFC 7638 section 3.1', () => {
  const n =
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECP' +
    'ebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY' +
    '368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0f' +
    'M4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
  const key = createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' });
  const pem = key.export({ type: 'spki', format: 'pem' });
  assert.equal(
    signingKeyMaker.publicJwk(pem.toString()).kid,
    'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  );
});

test('a text that is no RSA key is refused', () => {
  assert.throws(() => signingKeyMaker.publicJwk('nonsense'));
});
