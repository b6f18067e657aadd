/** Signatures are made off the event loop, a bounded number at once. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { createSigningQueue } from '../../../src/channel/custom/signature.ts';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 });

test('any number of waiting signatures are made, and each is valid', async () => {
  const sign = createSigningQueue(2);
  const texts = Array.from({ length: 1_500 }, (_, number) => Buffer.from(`text ${number}`));
  const signatures = await Promise.all(texts.map((text) => sign(text, RSA.privateKey)));
  for (const [index, text] of texts.entries()) {
    if (index % 100 > 0) continue;
    assert.ok(verify('sha256', text, RSA.publicKey, signatures[index] ?? Buffer.of()));
  }
  assert.equal(new Set(signatures.map((it) => it.toString('hex'))).size, texts.length);
});

test('a key that cannot sign rejects, and the next signature is made', async () => {
  const sign = createSigningQueue(1);
  const bad = assert.rejects(sign(Buffer.from('x'), RSA.publicKey));
  const good = sign(Buffer.from('x'), RSA.privateKey);
  await bad;
  assert.equal((await good).length, 256);
  assert.equal((await sign(Buffer.from('y'), RSA.privateKey)).length, 256);
});
