/** Ed25519 over `timestamp|body`, under keys as base64 and as PEM. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { ed25519, publicKeyFault } from '../../../src/ingest/signature/ed25519.ts';
import { WINDOW_MS } from '../../../src/ingest/signature/signature-check.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const der = publicKey.export({ format: 'der', type: 'spki' });
const RAW = der.subarray(-32).toString('base64');
const PEM = String(publicKey.export({ format: 'pem', type: 'spki' }));
const NOW_MS = 1_700_000_000_000;
const HEADERS = { header: 'x-signature-ed25519', timeHeader: 'x-timestamp' };
const check = ed25519({ ...HEADERS, windowMs: WINDOW_MS });

function asked(secrets: readonly string[], body = '{"a":1}') {
  const signature = sign(null, Buffer.from('1700000000|{"a":1}'), privateKey).toString('base64');
  const headers = { 'x-signature-ed25519': signature, 'x-timestamp': '1700000000' };
  return { body, headers, secrets, nowMs: NOW_MS };
}

test('verifies under the key as the console shows it, and as PEM', () => {
  assert.equal(check(asked([RAW])), null);
  assert.equal(check(asked([PEM])), null);
  assert.equal(check(asked([der.toString('base64')])), null);
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
  assert.equal(check(asked([other.subarray(-32).toString('base64'), RAW])), null);
  assert.match(check(asked([other.subarray(-32).toString('base64')])) ?? '', /does not match/);
});

test('a changed body, time or signature does not verify', () => {
  assert.match(check(asked([RAW], '{"a":2}')) ?? '', /does not match/);
  const { headers, ...rest } = asked([RAW]);
  const signature = headers['x-signature-ed25519'];
  const odd = [`${signature}A`, signature.slice(4), 'AA==', signature.replaceAll('=', '')];
  for (const given of odd) {
    const changed = { ...headers, 'x-signature-ed25519': given };
    assert.match(check({ ...rest, headers: changed }) ?? '', /does not match/, given);
  }
  const later = { ...headers, 'x-timestamp': '1700000001' };
  assert.match(check({ ...rest, headers: later }) ?? '', /does not match/);
  const old = { ...rest, headers, nowMs: NOW_MS + WINDOW_MS + 1_000 };
  assert.match(check(old) ?? '', /x-timestamp is 301 s old/);
  assert.match(check({ ...rest, headers: {} }) ?? '', /x-signature-ed25519 is missing/);
  const untimed = { ...headers, 'x-timestamp': undefined };
  assert.match(check({ ...rest, headers: untimed }) ?? '', /x-timestamp is missing/);
});

test('a secret that is no public key of this kind says so', () => {
  const { publicKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const pem = String(rsa.export({ format: 'pem', type: 'spki' }));
  for (const secret of ['auth-token', pem, '-----BEGIN PUBLIC KEY-----', `!${RAW}`, RAW + RAW]) {
    assert.match(publicKeyFault(secret) ?? '', /base64 of 32 bytes, or PEM/);
    assert.match(check(asked([secret])) ?? '', /is no Ed25519 public key/);
  }
  for (const secret of [RAW, PEM]) assert.equal(publicKeyFault(secret), null);
});
