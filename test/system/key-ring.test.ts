/**
 * Two master keys as one box: it opens what either of them sealed, and seals with the chosen one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyRing } from '../../src/system/key-ring.ts';
import { createSecretBox, keyIdOf, sealedBy } from '../../src/system/secret-box.ts';

const FORMER = new Uint8Array(32).fill(1);
const NEXT = new Uint8Array(32).fill(2);

test('it opens texts sealed with either key, and seals with one', () => {
  const ring = createKeyRing([FORMER, NEXT]);
  const both = [FORMER, NEXT].map((key) => createSecretBox(key).seal('plain', 'kind', 'place'));
  for (const sealed of both) assert.equal(ring.open(sealed, 'kind', 'place'), 'plain');
  assert.equal(sealedBy(ring.seal('x', 'kind')), keyIdOf(FORMER));
  ring.sealWith('00000000');
  assert.equal(ring.sealsWith(), keyIdOf(FORMER), 'an unknown key changes nothing');
  ring.sealWith(keyIdOf(NEXT));
  assert.equal(sealedBy(ring.seal('x', 'kind')), keyIdOf(NEXT));
  assert.deepEqual(ring.ids, [keyIdOf(FORMER), keyIdOf(NEXT)]);
});

test('a text sealed with a third key does not open; the error names that key', () => {
  const third = new Uint8Array(32).fill(3);
  const sealed = createSecretBox(third).seal('plain', 'kind');
  const ring = createKeyRing([FORMER, NEXT]);
  assert.throws(() => ring.open(sealed, 'kind'), new RegExp(keyIdOf(third)));
  assert.equal(sealedBy('no sealed text'), null);
});
