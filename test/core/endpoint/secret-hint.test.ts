/** What may be shown of a secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf, masked } from '../../../src/core/endpoint/secret-hint.ts';
import { isSealedText, opened } from '../../../src/engine/ports/secrets.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';

test('of a long secret the last four characters are shown, of a short one nothing', () => {
  assert.equal(masked(hintOf('very-secret-9f3c')), '••••9f3c');
  assert.equal(masked(hintOf('short-9f3c')), '••••');
});

test('a sealed text is recognised, and one of another master key is not opened', () => {
  const box = createSecretBox(new Uint8Array(32).fill(1));
  const other = createSecretBox(new Uint8Array(32).fill(2));
  const sealed = box.seal('plain', 'here');
  assert.ok(isSealedText(box, sealed, 'here', 'plain'));
  assert.ok(!isSealedText(box, sealed, 'here', 'other'));
  assert.ok(!isSealedText(other, sealed, 'here', 'plain'));
  assert.equal(opened(other, sealed, 'here'), null);
  assert.equal(opened(box, sealed, 'elsewhere'), null);
});
