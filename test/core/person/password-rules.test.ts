/** Which passwords are allowed: long, not the person's address, not a few characters repeated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalPassword, passwordFault } from '../../../src/core/person/password-rules.ts';

const EMAIL = 'kim.lee@example.com';

test('12 to 256 characters of any kind are accepted', () => {
  for (const good of [
    'abcdefghijkl',
    '  a b c d e f',
    '電話の合言葉は秘密ですよね',
    '😀😁😂🤣😃😄😅😆😉😊😋😎',
  ]) {
    assert.equal(passwordFault(good, EMAIL), null, good);
  }
  assert.equal(passwordFault('abcdefgh'.repeat(32), EMAIL), null);
});

test('a short, a huge and a simple password and the e-mail are refused with what to do', () => {
  assert.match(String(passwordFault('abcdefghijk', EMAIL)), /12 or more/);
  assert.match(String(passwordFault(`${'abcdefgh'.repeat(32)}x`, EMAIL)), /at most 256/);
  assert.match(String(passwordFault('aaaaaaaaaaaa', EMAIL)), /different characters/);
  assert.match(String(passwordFault('Kim.Lee@example.com', EMAIL)), /something else/);
  assert.match(String(passwordFault(`${'abcdef'.repeat(3)}\ud800`, EMAIL)), /Unicode/);
});

test('the same key strokes are one password on every system', () => {
  assert.equal(normalPassword('zoe\u0308 likes tea'), normalPassword('zo\u00eb likes tea'));
});
