/** S12.26: sealed texts open only with their key and context, and reveal nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretBox, keyIdOf } from '../../src/system/secret-box.ts';

const KEY = Buffer.alloc(32, 1);
const BOX = createSecretBox(KEY);

test('any sealed text opens again', () => {
  for (const text of ['', 'token', 'Grüße ✓ 🎉\0\n', 'x'.repeat(100_000)]) {
    assert.equal(BOX.open(BOX.seal(text, 'a'), 'a'), text);
  }
});

test('the same text is sealed differently each time, and names its master key', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => BOX.seal('token', 'a')));
  assert.equal(sealed.size, 100);
  for (const text of sealed) {
    assert.match(text, /^rb1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
    assert.ok(text.startsWith(`rb1.${keyIdOf(KEY)}.`));
    assert.ok(!text.includes('token'));
  }
});

test('another context does not open it', () => {
  const sealed = BOX.seal('s3cr3t', 'endpoint-token');
  assert.throws(
    () => BOX.open(sealed, 'endpoint-header'),
    /altered, or is not the endpoint-header/,
  );
});

test('another place does not open it; a seal without a place has an older version', () => {
  const sealed = BOX.seal('s3cr3t', 'endpoint-token', '1.1795173540000');
  assert.match(sealed, /^rb2\./);
  assert.equal(BOX.open(sealed, 'endpoint-token', '1.1795173540000'), 's3cr3t');
  for (const place of ['', '2.1795173540000', '1.1795173540001', '1.1795173540000.x']) {
    assert.throws(() => BOX.open(sealed, 'endpoint-token', place), /not the .* of this place/);
  }
  assert.throws(() => BOX.open(sealed, 'endpoint-header', '1.1795173540000'), /altered/);
  // The version is authenticated: another prefix does not unbind a text from its place.
  const stripped = sealed.replace(/^rb2/, 'rb1');
  assert.throws(() => BOX.open(stripped, 'endpoint-token', '1.1795173540000'), /names no record/);
  assert.throws(() => BOX.open(stripped, 'endpoint-token'), /altered/);
  const old = BOX.seal('s3cr3t', 'endpoint-token');
  assert.throws(() => BOX.open(old, 'endpoint-token', '1.1795173540000'), /names no record/);
  assert.equal(BOX.open(old, 'endpoint-token'), 's3cr3t');
});

test('another master key does not open it, and its id shows the difference', () => {
  const other = createSecretBox(Buffer.alloc(32, 2));
  const sealed = BOX.seal('s3cr3t', 'a');
  assert.throws(() => other.open(sealed, 'a'), new RegExp(`${keyIdOf(KEY)}.*former master key`));
  const forged = sealed.replace(keyIdOf(KEY), keyIdOf(Buffer.alloc(32, 2)));
  assert.throws(() => other.open(forged, 'a'), /altered/);
});

test('every changed character is noticed', () => {
  const sealed = BOX.seal('s3cr3t', 'a');
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.throws(() => BOX.open(changed, 'a'), `position ${at}`);
  }
});

test('a text that is not sealed is refused without repeating it', () => {
  for (const text of ['', 's3cr3t', 'rb1.x', `rb1.${keyIdOf(KEY)}.AAAA`, 'a.b.c.d', 'rb3.a.b']) {
    assert.throws(
      () => BOX.open(text, 'a'),
      (error: unknown) => error instanceof Error && !error.message.includes('s3cr3t'),
    );
  }
});

test('a master key has 32 bytes', () => {
  for (const length of [0, 16, 31, 33]) assert.throws(() => createSecretBox(Buffer.alloc(length)));
});

test('tokens are random and safe in URLs; the hash is SHA-256', () => {
  assert.match(BOX.token(32), /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(BOX.token(32), BOX.token(32));
  assert.equal(
    BOX.sha256Hex('abc'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
