/** A text that a browser returns opens only in the context in which it was sealed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserKept } from '../../../src/engine/people/browser-kept.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';

const SECRETS = createSecretBox(Buffer.alloc(32, 7));

test('a sealed text opens unchanged', () => {
  const sealed = SECRETS.seal(JSON.stringify({ user: 'usr_1', atMs: 5 }), 'step');
  assert.deepEqual(browserKept(SECRETS, sealed, 'step'), { user: 'usr_1', atMs: 5 });
});

test('no text, a made-up one, another context and another master key give null', () => {
  const sealed = SECRETS.seal('[1]', 'step');
  const other = createSecretBox(Buffer.alloc(32, 8));
  assert.equal(browserKept(SECRETS, null, 'step'), null);
  assert.equal(browserKept(SECRETS, '{"user":"usr_1"}', 'step'), null);
  assert.equal(browserKept(SECRETS, `${sealed.slice(0, -2)}AA`, 'step'), null);
  assert.equal(browserKept(SECRETS, sealed, 'another'), null);
  assert.equal(browserKept(other, sealed, 'step'), null);
});
