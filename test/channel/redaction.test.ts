/** Secrets of a request that a receiver repeats in its answer are masked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXCERPT_BYTES_MAX, excerptOf } from '../../src/channel/excerpt.ts';
import { withoutSecrets } from '../../src/channel/redaction.ts';
import { secretPartsOf } from '../../src/channel/secret-post.ts';
import type { SendResult } from '../../src/core/delivery/outcome.ts';

const URL_OF =
  'https://hooks.example.com/services/T0000000/B00%2F0000/a?api-version=1&sig=x%2By_long-1';

function answered(excerpt: string | null): SendResult {
  return { kind: 'response', status: 404, retryAfter: null, excerpt, durationMs: 1 };
}

function kept(excerpt: string, secrets = secretPartsOf(URL_OF)): string | null {
  const result = withoutSecrets(answered(excerpt), secrets);
  return result.kind === 'response' ? result.excerpt : null;
}

test('parts of a secret URL are masked, both encoded and decoded', () => {
  assert.equal(
    kept(`no ${URL_OF}`),
    'no https://hooks.example.com/••••/••••/••••/a?••••=1&sig=••••',
  );
  assert.equal(kept('sig x+y_long-1, team T0000000, B00/0000'), 'sig ••••, team ••••, ••••');
  assert.equal(
    kept('<a href="?api-version=1&amp;sig=x%2By_long-1">'),
    '<a href="?••••=1&amp;sig=••••">',
  );
});

test('a secret that contains another one is masked as a whole', () => {
  assert.equal(kept('abcdefgh-12345', ['abcdefgh', 'abcdefgh-12345']), '••••');
});

test('the beginning of a secret at a cut is masked', () => {
  const secret = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
  const page = `${'x'.repeat(EXCERPT_BYTES_MAX - 35)}${secret} and more`;
  const excerpt = excerptOf(Buffer.from(page)) ?? '';
  assert.ok(excerpt.endsWith(secret.slice(0, 35)));
  assert.equal(kept(excerpt, [secret, 'AbCdEfGh-1']), `${'x'.repeat(EXCERPT_BYTES_MAX - 35)}••••`);
  assert.equal(kept(`- ${secret.slice(0, 8)}`, [secret]), '- ••••');
  assert.equal(kept(`- ${secret.slice(0, 7)}`, [secret]), '- AbCdEfG');
});

test('a secret in another case or encoding is masked', () => {
  const secret = 'Tok-en/With+every=~sign_7';
  const bytes = Buffer.from(secret);
  const every = (form: (byte: number) => string) => [...bytes].map(form).join('');
  const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
  const forms = {
    upper: secret.toUpperCase(),
    lower: secret.toLowerCase(),
    percent: encodeURIComponent(secret),
    'percent in lower case': encodeURIComponent(secret).toLowerCase(),
    'percent twice': encodeURIComponent(encodeURIComponent(secret)),
    'every byte in percent': every((byte) => `%${hexOf(byte)}`),
    'escapes of JSON': secret.replaceAll('/', '\\/'),
    'escapes of JSON for all': every((byte) => `\\u00${hexOf(byte)}`),
    'JSON within JSON': JSON.stringify(JSON.stringify(every((byte) => `\\u00${hexOf(byte)}`))),
    'escapes of a language': every((byte) => `\\x${hexOf(byte)}`),
    'entities of HTML': every((byte) => `&#${byte};`),
    'entities in hex': every((byte) => `&#x${hexOf(byte).toUpperCase()};`),
    hex: bytes.toString('hex'),
    'hex in upper case': bytes.toString('hex').toUpperCase(),
  };
  for (const [name, form] of Object.entries(forms)) {
    const shown = kept(`it was ${form} then`, [secret]) ?? '';
    assert.match(shown, /^it was ["\\]*••••["\\]* then$/, `${name}: ${shown}`);
  }
});

test('a secret within base64 is masked at any offset', () => {
  const secret = 'a secret with ~~~ and ??? in it';
  for (const before of ['', 'x', 'xy', 'xyz', 'user:', 'Authorization: Bearer ']) {
    for (const after of ['', '!', '!!', '!!!']) {
      for (const form of ['base64', 'base64url'] as const) {
        const text = Buffer.from(before + secret + after).toString(form);
        const shown = kept(`<${text}>`, [secret]) ?? '';
        assert.match(shown, /••••/, `${before} ${after} ${form}: ${shown}`);
        // Characters at the edges may stay, since they hold bits of their neighbours only.
        const left = [...shown.matchAll(/[\w+/-]+/g)].map(([whole]) => whole).join('');
        const readable = Buffer.from(left, 'base64').toString('latin1');
        assert.ok(!readable.includes('secret'), readable);
      }
    }
  }
});

test('the beginning of an encoded secret at a cut is masked', () => {
  const secret = 'AbCd+EfGh/IjKl=MnOp';
  for (const form of [
    encodeURIComponent(secret),
    secret.toUpperCase(),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ]) {
    assert.equal(kept(`- ${form.slice(0, 16)}`, [secret]), '- ••••', form);
  }
});

test('short parts are not masked, so that words of an answer stay', () => {
  assert.equal(kept('ok'), 'ok');
  assert.equal(kept('a sig 1', ['a', 'sig', '1', '']), 'a sig 1');
});

test('a result without an excerpt stays unchanged', () => {
  const blocked: SendResult = { kind: 'blocked', detail: 'T0000000', durationMs: 1 };
  for (const result of [answered(null), blocked]) {
    assert.equal(withoutSecrets(result, ['T0000000']), result);
  }
});
