/**
 * S7.11: signatures by RFC 9421 and RFC 9530, verified by an independent library, with exactly the
 * decided parameters.
 */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createVerifier, httpbis } from 'http-message-signatures';
import {
  createSigningQueue,
  httpMessageSignature,
  type SignedFacts,
} from '../../../src/channel/custom/signature.ts';

const ACTIVE = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const RETIRING = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const BODY = Buffer.from('{"message":"Grüße"}');
const FACTS: SignedFacts = {
  webhookId: 'msg_1',
  timestamp: '1795174257',
  endpointId: 'ep_1',
  event: 'OUTBOUND_CALL_ERROR',
  sequence: 3,
  payloadVersion: '1',
  runId: null,
};
const COVERED = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': '1795174257',
  'webhook-event': 'OUTBOUND_CALL_ERROR',
  'webhook-endpoint-id': 'ep_1',
  'webhook-sequence': '3',
  'webhook-payload-version': '1',
};

async function signedHeaders(
  kids: readonly string[],
  facts = FACTS,
): Promise<Record<string, string>> {
  const keys = kids.map((kid) => ({
    kid,
    privateKey: kid === 'old' ? RETIRING.privateKey : ACTIVE.privateKey,
  }));
  const added = await httpMessageSignature(createSigningQueue(), keys, facts, BODY);
  const headers: Record<string, string> = {};
  for (let index = 0; index < added.length; index += 2) {
    headers[added[index] ?? ''] = added[index + 1] ?? '';
  }
  const { runId, endpointId } = facts;
  const run = runId === null ? {} : { 'acw-agent-id': endpointId, 'acw-run-id': runId };
  return { ...COVERED, ...run, ...headers };
}

function isValid(headers: Record<string, string>, known: 'new' | 'old' | 'both', method = 'POST') {
  const pairs = { new: ACTIVE.publicKey, old: RETIRING.publicKey };
  return httpbis.verifyMessage(
    {
      all: known === 'both',
      keyLookup: async ({ keyid }) => {
        if (keyid !== 'new' && keyid !== 'old') return null;
        if (known !== 'both' && keyid !== known) return null;
        const verify = createVerifier(pairs[keyid], 'rsa-v1_5-sha256');
        return { id: keyid, algs: ['rsa-v1_5-sha256'], verify };
      },
    },
    { method, url: 'https://proxy.example/anywhere', headers },
  );
}

test('the signature has the decided parameters', async () => {
  const headers = await signedHeaders(['new']);
  assert.equal(
    headers['signature-input'],
    'sig1=("@method" "content-digest" "webhook-id" "webhook-timestamp" "webhook-event" ' +
      '"webhook-endpoint-id" "webhook-sequence" "webhook-payload-version")' +
      ';created=1795174257;keyid="new";alg="rsa-v1_5-sha256"' +
      ';tag="call-event-webhook"',
  );
  const digest = createHash('sha256').update(BODY).digest('base64');
  assert.equal(headers['content-digest'], `sha-256=:${digest}:`);
  assert.match(headers.signature ?? '', /^sig1=:[A-Za-z0-9+/]{342}==:$/);
});

test('the signature covers the run of a launch, and another run does not verify', async () => {
  const headers = await signedHeaders(['new'], { ...FACTS, runId: 'run_1' });
  assert.match(headers['signature-input'] ?? '', / "acw-agent-id" "acw-run-id"\);created/);
  assert.equal(await isValid(headers, 'new'), true);
  assert.equal(await isValid({ ...headers, 'acw-run-id': 'run_2' }, 'new'), false);
  assert.equal(await isValid({ ...headers, 'webhook-sequence': '4' }, 'new'), false);
});

test('an independent library verifies the signature at any URL', async () => {
  assert.equal(await isValid(await signedHeaders(['new']), 'new'), true);
});

test('a change of any covered part does not verify', async () => {
  const headers = await signedHeaders(['new']);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-event', 'webhook-endpoint-id']) {
    assert.equal(await isValid({ ...headers, [name]: `${headers[name]}0` }, 'new'), false, name);
  }
  const other = createHash('sha256').update('other').digest('base64');
  const digest = { 'content-digest': `sha-256=:${other}:` };
  assert.equal(await isValid({ ...headers, ...digest }, 'new'), false);
  assert.equal(await isValid(headers, 'new', 'PUT'), false);
  const input = headers['signature-input']?.replace('1795174257', '1795174258') ?? '';
  assert.equal(await isValid({ ...headers, 'signature-input': input }, 'new'), false);
});

test('during rotation each key has a label, and each signature verifies', async () => {
  const headers = await signedHeaders(['new', 'old']);
  assert.match(headers['signature-input'] ?? '', /^sig1=.*keyid="new".*, sig2=.*keyid="old"/);
  assert.match(headers.signature ?? '', /^sig1=:.+:, sig2=:.+:$/);
  assert.equal(await isValid(headers, 'both'), true);
});
