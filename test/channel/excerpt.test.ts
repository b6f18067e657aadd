/** S6.9: 4 KiB of an untrusted answer are kept, safe to show. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXCERPT_BYTES_MAX, excerptOf } from '../../src/channel/excerpt.ts';

test('text stays unchanged, with tabs and line feeds', () => {
  assert.equal(excerptOf(Buffer.from('a\tb\nGrüße ✓ 🎉')), 'a\tb\nGrüße ✓ 🎉');
});

test('an answer without text to show is null', () => {
  for (const text of ['', '  \n\t', '\0\x01\x1b']) assert.equal(excerptOf(Buffer.from(text)), null);
});

test('control, C1 and bidirectional characters are left out', () => {
  const text = 'a\0b\x1b[1mc\x7fd\u0085e\u202ef\u2066g\u200fh\u2028i\r\nj\ufeffk';
  assert.equal(excerptOf(Buffer.from(text)), 'ab[1mcdefghi\njk');
});

test('a character that the bound cuts in two is left out', () => {
  const text = `${'a'.repeat(EXCERPT_BYTES_MAX - 1)}€`;
  assert.equal(excerptOf(Buffer.from(text)), 'a'.repeat(EXCERPT_BYTES_MAX - 1));
});

test('broken UTF-8 becomes well-formed and stays within the bound', () => {
  const excerpt = excerptOf(Buffer.alloc(20_000, 0xff)) ?? '';
  assert.ok(excerpt.isWellFormed());
  assert.ok(Buffer.byteLength(excerpt) <= EXCERPT_BYTES_MAX);
  assert.match(excerpt, /^\ufffd+$/);
});
