/** Secrets that are keys, public keys or user and password; and that every adapter says which. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ADAPTERS } from '../../../src/ingest/adapters.ts';
import {
  base64Fault,
  base64Key,
  keyFileFault,
  userPasswordFault,
} from '../../../src/ingest/signature/secret-form.ts';
import { sinchAdapter } from '../../../src/ingest/sinch/adapter.ts';

const PEM = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----';
/** Node.js decodes all of these, the first two to nothing at all. */
const NO_BASE64 = ['!!!!!!!!', '********', 'AAAA', 'secret with spaces', PEM];

test('a base64 key has at least 8 bytes, and every character counts', () => {
  for (const secret of NO_BASE64) {
    assert.equal(base64Key(secret), null, secret);
    assert.match(base64Fault(secret) ?? '', /base64 of at least 8 bytes/);
  }
  for (const secret of ['BeIukql3pTKJ8RGL5zo0DA==', 'BeIukql3pTKJ8RGL5zo0DA', '0'.repeat(48)]) {
    assert.equal(base64Fault(secret), null, secret);
  }
});

test('user:password has both parts, and a hint that hides the password', () => {
  for (const secret of ['no-colon-in-it', ':password-alone', 'user-alone:', 'user:short12']) {
    assert.match(userPasswordFault(secret) ?? '', /Send user:password/, secret);
  }
  for (const secret of ['user:password', 'a:b:c-and-more-colons']) {
    assert.equal(userPasswordFault(secret), null, secret);
  }
});

test('a PEM key is no shared secret', () => {
  assert.match(keyFileFault(PEM) ?? '', /a key in PEM is none/);
  assert.equal(keyFileFault('auth-token-9f3c'), null);
});

test('S12.27: no adapter accepts on entry a secret of another form than its key', () => {
  const wrong = { text: [PEM], base64: NO_BASE64, 'public-key': NO_BASE64, 'user:password': [] };
  for (const { name, about, secretFault } of ADAPTERS) {
    const { form } = about.secret;
    const given = form === 'user:password' ? ['no-colon-in-it'] : wrong[form];
    for (const secret of given) {
      assert.match(secretFault(secret, about.settings) ?? 'null', /^Send /, `${name}: ${secret}`);
    }
  }
});

test('a signature with the key that a malformed secret would decode to proves nothing', () => {
  const time = '2026-11-20T00:00:00.000Z';
  const body = '{"event":"ace","callid":"c1","timestamp":"2026-11-20T00:00:00Z","version":1}';
  const hash = createHash('md5').update(body).digest('base64');
  const text = `POST\n${hash}\napplication/json\nx-timestamp:${time}\n/sinch`;
  for (const secret of ['!!!!!!!!', 'AA======', 'AAAA']) {
    const key = Buffer.from(secret, 'base64');
    const signature = createHmac('sha256', key).update(text).digest('base64');
    const read = sinchAdapter.read({
      method: 'POST',
      contentType: 'application/json',
      body,
      headers: {
        authorization: `application key:${signature}`,
        'content-type': 'application/json',
        'x-timestamp': time,
      },
      publicUrl: 'https://calls.example.com/sinch',
      query: {},
      secrets: [secret],
      nowMs: Date.parse(time),
    });
    assert.ok(read.kind === 'refused' && read.code === 'SIGNATURE_INVALID', secret);
    assert.match(read.detail, /no key in base64/);
  }
});
