/** Decisions section 6: `webhook-signature`, verified as a receiver would, with node:crypto. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { test } from 'node:test';
import { webhookSignature } from '../../../src/channel/custom/signature.ts';
import { createSigningQueue } from '../../../src/channel/custom/signing-queue.ts';

const ACTIVE = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const RETIRING = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const FACTS = { webhookId: 'msg_1', timestamp: '1795174257', body: Buffer.from('{"a":"Grüße"}') };

async function signed(...keys: readonly (readonly [string, KeyObject])[]) {
  const signers = keys.map(([kid, privateKey]) => ({ kid, privateKey }));
  const [idName, ids = '', name, signatures = ''] = await webhookSignature(
    createSigningQueue(),
    signers,
    FACTS,
  );
  assert.deepEqual([idName, name], ['webhook-key-id', 'webhook-signature']);
  return { ids: ids.split(' '), signatures: signatures.split(' ') };
}

/** The four lines of a receiver. */
function isValid(part: string | undefined, key: KeyObject, facts = FACTS): boolean {
  const [version, base64 = ''] = (part ?? '').split(',');
  const text = `${facts.webhookId}.${facts.timestamp}.${facts.body.toString()}`;
  const signature = Buffer.from(base64, 'base64');
  return version === 'v1rs256' && verify('sha256', Buffer.from(text), key, signature);
}

test('one key makes one signature over id, timestamp and raw body', async () => {
  const { ids, signatures } = await signed(['kid-a', ACTIVE.privateKey]);
  assert.deepEqual(ids, ['kid-a']);
  assert.equal(signatures.length, 1);
  assert.ok(isValid(signatures[0], ACTIVE.publicKey));
});

test('a changed body, id or timestamp, or another key, does not verify', async () => {
  const { signatures } = await signed(['kid-a', ACTIVE.privateKey]);
  const [signature] = signatures;
  for (const change of [
    { body: Buffer.from('{"a":"grüße"}') },
    { webhookId: 'msg_2' },
    { timestamp: '1795174258' },
    { webhookId: 'msg_1.1', timestamp: '795174257' },
  ]) {
    assert.equal(isValid(signature, ACTIVE.publicKey, { ...FACTS, ...change }), false);
  }
  assert.equal(isValid(signature, RETIRING.publicKey), false);
});

test('during rotation both keys sign, with their ids in the same order', async () => {
  const { ids, signatures } = await signed(
    ['kid-new', ACTIVE.privateKey],
    ['kid-old', RETIRING.privateKey],
  );
  assert.deepEqual(ids, ['kid-new', 'kid-old']);
  assert.ok(isValid(signatures[0], ACTIVE.publicKey));
  assert.ok(isValid(signatures[1], RETIRING.publicKey));
});
