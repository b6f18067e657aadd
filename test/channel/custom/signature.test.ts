/** S7.6: `webhook-signature`, verified with node:crypto as a receiver does. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { test } from 'node:test';
import {
  createSigningQueue,
  identityContent,
  type SignedFacts,
  webhookSignature,
} from '../../../src/channel/custom/signature.ts';

const ACTIVE = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const RETIRING = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const BODY = Buffer.from('{"a":"Grüße"}');
const FACTS: SignedFacts = {
  webhookId: 'msg_1',
  timestamp: '1795174257',
  endpointId: 'ep_1',
  event: 'OUTBOUND_CALL_ERROR',
  sequence: 3,
  payloadVersion: '1',
  runId: null,
};

async function signed(...keys: readonly (readonly [string, KeyObject])[]) {
  const signers = keys.map(([kid, privateKey]) => ({ kid, privateKey }));
  const [idName, ids = '', name, signatures = '', identityName, identities = ''] =
    await webhookSignature(createSigningQueue(), signers, FACTS, BODY);
  assert.deepEqual(
    [idName, name, identityName],
    ['webhook-key-id', 'webhook-signature', 'webhook-identity-signature'],
  );
  const parts = { signatures: signatures.split(' '), identities: identities.split(' ') };
  return { ids: ids.split(' '), ...parts };
}

/** Verifies as a receiver does. */
function isValid(
  part: string | undefined,
  key: KeyObject,
  facts: { webhookId: string; timestamp: string; body?: Buffer } = FACTS,
): boolean {
  const [version, base64 = ''] = (part ?? '').split(',');
  const text = `${facts.webhookId}.${facts.timestamp}.${(facts.body ?? BODY).toString()}`;
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

test('the identity signature covers all facts that a receiver uses, in a fixed text', async () => {
  const { identities } = await signed(['kid-a', ACTIVE.privateKey]);
  const [version, base64 = ''] = (identities[0] ?? '').split(',');
  assert.equal(version, 'v2rs256');
  const right = 'v2rs256.msg_1.1795174257.ep_1.OUTBOUND_CALL_ERROR.3.1..{"a":"Grüße"}';
  const fits = (text: string) =>
    verify('sha256', Buffer.from(text), ACTIVE.publicKey, Buffer.from(base64, 'base64'));
  assert.ok(fits(right));
  for (const [from, to] of [
    ['msg_1', 'msg_2'],
    ['1795174257', '1795174258'],
    ['ep_1', 'ep_2'],
    ['OUTBOUND_CALL_ERROR', 'OUTBOUND_CALL_BUSY'],
    ['.3.', '.4.'],
    ['.1..', '.2..'],
    ['..{', '.run_1.{'],
    ['Grüße', 'grüße'],
  ] as const) {
    assert.equal(fits(right.replace(from, to)), false, to);
  }
});

test('the identity signature covers the run of a launch', () => {
  const launch = identityContent('v2rs256', { ...FACTS, runId: 'run_1' }, BODY).toString();
  assert.match(launch, /\.3\.1\.run_1\.\{"a"/);
});

test('during rotation both keys sign, with their ids in the same order', async () => {
  const { ids, signatures, identities } = await signed(
    ['kid-new', ACTIVE.privateKey],
    ['kid-old', RETIRING.privateKey],
  );
  assert.deepEqual(ids, ['kid-new', 'kid-old']);
  assert.ok(isValid(signatures[0], ACTIVE.publicKey));
  assert.ok(isValid(signatures[1], RETIRING.publicKey));
  assert.equal(identities.length, 2);
});
