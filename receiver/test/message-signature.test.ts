/** RFC 9421 signatures: what they must cover, and the body that only a digest covers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedKeySet, type KeySet } from '../src/key-set.ts';
import { type VerifyOptions, verifyWebhook } from '../src/verify-webhook.ts';
import {
  BODY,
  COMPONENTS,
  KEY,
  messageSignedHeaders,
  OTHER_KEY,
  SENT_AT_MS,
  signedHeaders,
} from './signed-webhook.ts';

async function outcome(
  headers: Record<string, string>,
  more: Partial<VerifyOptions> = {},
): Promise<string> {
  const result = await verifyWebhook({
    headers,
    rawBody: BODY,
    keys: [KEY.jwk],
    now: () => SENT_AT_MS,
    signatureFormat: 'rfc9421',
    ...more,
  });
  return result.kind === 'valid' ? 'valid' : result.reason;
}

test('a signature over all demanded components is valid', async () => {
  assert.equal(await outcome(messageSignedHeaders()), 'valid');
});

test('an expired signature is refused', async () => {
  const atS = SENT_AT_MS / 1_000;
  const until = (expires: string) => outcome(messageSignedHeaders({ parameters: { expires } }));
  assert.equal(await until(String(atS)), 'valid');
  assert.equal(await until(String(atS - 1)), 'timestamp-too-old');
  assert.equal(await until('"soon"'), 'timestamp-too-old');
});

test('a swapped body under an unchanged digest does not verify', async () => {
  const rawBody = BODY.replace('COMPLETED"', 'COMPLETEX"');
  assert.equal(await outcome(messageSignedHeaders(), { rawBody }), 'digest-mismatch');
});

test('a digest changed with the body breaks the signature', async () => {
  const rawBody = BODY.replace('COMPLETED"', 'COMPLETEX"');
  const headers = {
    ...messageSignedHeaders(),
    'content-digest': messageSignedHeaders({ body: rawBody })['content-digest'] ?? '',
  };
  assert.equal(await outcome(headers, { rawBody }), 'signature-mismatch');
});

test('a digest of another algorithm alone does not count', async () => {
  const headers = messageSignedHeaders({ more: {} });
  const other = { ...headers, 'content-digest': 'sha-512=:AAAA:' };
  assert.notEqual(await outcome(other), 'valid');
});

for (const [at, name] of COMPONENTS.entries()) {
  test(`a signature that leaves out ${name} is refused`, async () => {
    const components = COMPONENTS.filter((each) => each !== name);
    const reason = at < 6 ? 'not-covered' : 'identity-unsigned';
    assert.equal(await outcome(messageSignedHeaders({ components })), reason);
  });
}

test('a signature may cover more headers, but no other parts of the request', async () => {
  const components = [...COMPONENTS, 'webhook-attempt'];
  assert.equal(await outcome(messageSignedHeaders({ components })), 'valid');
  for (const extra of ['@target-uri', 'x-not-there']) {
    const headers = messageSignedHeaders({ components: [...COMPONENTS, extra] });
    assert.equal(await outcome(headers), 'not-covered', extra);
  }
});

test('a changed covered header or another method breaks the signature', async () => {
  for (const change of [
    { 'webhook-id': 'msg_02' },
    { 'webhook-event': 'OUTBOUND_CALL_BUSY' },
    { 'webhook-endpoint-id': 'ep_02' },
  ]) {
    const headers = { ...messageSignedHeaders(), ...change };
    assert.equal(await outcome(headers), 'signature-mismatch');
  }
  assert.equal(await outcome(messageSignedHeaders(), { method: 'PUT' }), 'signature-mismatch');
});

test('another algorithm, no key or another time of creation is refused', async () => {
  for (const parameters of [
    { alg: '"hmac-sha256"' },
    { alg: '' },
    { keyid: '' },
    { created: '1' },
    { created: '' },
  ]) {
    assert.equal(await outcome(messageSignedHeaders({ parameters })), 'not-covered');
  }
});

test('a signature with another tag is not ours', async () => {
  for (const tag of ['"other"', '']) {
    const headers = messageSignedHeaders({ parameters: { tag } });
    assert.equal(await outcome(headers), 'signature-missing');
  }
});

test('during a rotation either of two signatures is enough', async () => {
  const headers = messageSignedHeaders({ keys: [OTHER_KEY, KEY] });
  assert.equal(await outcome(headers), 'valid');
  assert.equal(await outcome(messageSignedHeaders({ keys: [OTHER_KEY] })), 'unknown-key');
});

test("a proxy's signature beside the service's does not disturb", async () => {
  const headers = messageSignedHeaders();
  const beside = {
    ...headers,
    'signature-input': `proxy=("@method");created=1;keyid="p", ${headers['signature-input']}`,
    signature: `proxy=:AAAA:, ${headers.signature}`,
  };
  assert.equal(await outcome(beside), 'valid');
});

for (const foreign of [
  'proxy=("@method" "@authority");created=1;keyid="p"',
  'proxy=("@query-param";name="a" "cache-control";sf);tag="x";nonce=:AAAA:',
  'proxy=?1;created=1.5;alg=token;since=@1795187387',
  'proxy',
  // From another service of the same make, in a chain.
  'proxy=("@method");created=1;keyid="p";tag="call-event-webhook"',
  'proxy=("webhook-id");tag="call-event-webhook";expires=1',
]) {
  test(`a good request with ${foreign} appended or put before stays good`, async () => {
    const headers = messageSignedHeaders();
    const { 'signature-input': input = '', signature = '' } = headers;
    for (const [inputs, signatures] of [
      [`${input}, ${foreign}`, `${signature}, proxy=:AAAA:`],
      [`${foreign}, ${input}`, `proxy=:AAAA:, ${signature}`],
      [`${input}, ${foreign}`, `${signature}, proxy="text";a=1`],
    ]) {
      const beside = { ...headers, 'signature-input': inputs ?? '', signature: signatures ?? '' };
      assert.equal(await outcome(beside), 'valid');
      assert.equal(await outcome({ ...beside, 'webhook-id': 'msg_02' }), 'signature-mismatch');
    }
  });
}

test("a proxy's signature leaves a request in the other form valid", async () => {
  const beside: Record<string, string> = {
    ...signedHeaders(),
    'signature-input': 'proxy=("@method");created=1;keyid="p";tag="edge"',
    signature: 'proxy=:AAAA:',
  };
  const options = { headers: beside, rawBody: BODY, keys: [KEY.jwk], now: () => SENT_AT_MS };
  assert.equal((await verifyWebhook(options)).kind, 'valid');
  assert.equal((await verifyWebhook({ ...options, signatureFormat: 'both' })).kind, 'invalid');
});

test('a foreign key that cannot be fetched does not disturb a known one', async () => {
  const headers = messageSignedHeaders({ keys: [OTHER_KEY, KEY] });
  const keySet = fixedKeySet([KEY.jwk]);
  const keys: KeySet = {
    keyById: async (kid) =>
      kid === OTHER_KEY.kid ? { kind: 'unavailable', detail: 'no network' } : keySet.keyById(kid),
  };
  assert.equal(await outcome(headers, { keys }), 'valid');
});

test('headers that are no dictionaries are malformed', async () => {
  const headers = messageSignedHeaders();
  for (const change of [
    { 'signature-input': '' },
    { 'signature-input': `${headers['signature-input']},` },
    { signature: 'sig1=:AAA A:' },
    { signature: '' },
  ]) {
    assert.equal(await outcome({ ...headers, ...change }), 'malformed-header');
  }
});

test('a signature under another label is missing', async () => {
  const headers = messageSignedHeaders();
  const relabelled = (headers.signature ?? '').replace('sig1=', 'sig9=');
  assert.equal(await outcome({ ...headers, signature: relabelled }), 'signature-missing');
});
