/**
 * The Custom channel against a receiver on loopback: which bytes it sends, that a receiver can
 * verify them, and that only the request itself has secrets.
 */
import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createVerifier, httpbis } from 'http-message-signatures';
import { type VerifyOptions, verifyWebhook } from '../../../receiver/src/index.ts';
import { createCustomChannel } from '../../../src/channel/custom/channel.ts';
import { createSigningKeyCache } from '../../../src/channel/custom/signing-keys.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import type { SigningKey } from '../../../src/core/key/signing-key.ts';
import {
  HEADER_CONTEXT,
  SECRET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { readPem } from '../certificates/read.ts';
import { givenClient, givenEndpoint, givenSend, LOOPBACK_GUARD } from '../given.ts';
import { OK, startReceiver } from '../raw-receiver.ts';
import { givenSigningKey, SECRETS, sealed } from './given-keys.ts';

const FOREVER = { stateUntilMs: Number.MAX_SAFE_INTEGER };
const TOKEN = 's3cr3t-t0ken';

async function setup(
  test: TestContext,
  keys: readonly SigningKey[] = [givenSigningKey(0, 'active')],
) {
  const receiver = await startReceiver(test, (socket) => socket.write(OK), {
    pem: readPem('receiver'),
  });
  const { http, clock } = givenClient(test);
  const channel = createCustomChannel({
    http,
    clock,
    secrets: SECRETS,
    signingKeys: createSigningKeyCache({ load: async () => keys, secrets: SECRETS, clock }),
    guard: LOOPBACK_GUARD,
    userAgent: 'Ringpost/1.2.3',
  });
  const target = `https://receiver.example:${receiver.port}/hook`;
  return {
    receiver,
    channel,
    clock,
    endpoint: (changes: Partial<Endpoint>) => givenEndpoint({ target, ...changes }),
  };
}

function read(request = '') {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(': ');
    headers[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return { headers, body: Buffer.from(body, 'latin1') };
}

const BEARER = {
  method: 'bearer',
  token: sealed(TOKEN, TOKEN_CONTEXT),
  tokenHint: 'oken',
} as const;

test('S7.2: a Bearer token is in the headers, never in the payload', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  const value = sealed('blue', HEADER_CONTEXT, 'X-Tenant');
  const send = givenSend(
    endpoint({ auth: BEARER, headers: [{ name: 'X-Tenant', value, hint: '' }] }),
  );
  const result = await channel.send(send);
  assert.ok(result.kind === 'response' && result.status === 200);
  const { headers, body } = read(receiver.requests[0]);
  assert.deepEqual(Object.keys(headers), [
    'host',
    'connection',
    'content-type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
    'webhook-event',
    'webhook-endpoint-id',
    'webhook-attempt',
    'webhook-sequence',
    'webhook-payload-version',
    'x-tenant',
    'authorization',
    'content-length',
  ]);
  assert.equal(headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(headers['x-tenant'], 'blue');
  assert.equal(body.toString(), send.body);
});

function verifies(request: ReturnType<typeof read>, key: SigningKey): boolean {
  const { headers, body } = request;
  const index = headers['webhook-key-id']?.split(' ').indexOf(key.kid) ?? -1;
  const base64 = headers['webhook-signature']?.split(' ')[index]?.split(',')[1] ?? '';
  const prefix = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const signed = Buffer.concat([Buffer.from(prefix), body]);
  return verify('sha256', signed, createPublicKey(key.publicKey), Buffer.from(base64, 'base64'));
}

test('S7.6: the receiver can verify the RSA-SHA256 signature', async (t) => {
  const key = givenSigningKey(0, 'active');
  const { receiver, channel, endpoint } = await setup(t, [key]);
  await channel.send(givenSend(endpoint({})));
  const request = read(receiver.requests[0]);
  assert.ok(verifies(request, key));
  assert.equal(request.headers.authorization, undefined);
  assert.equal(request.headers.signature, undefined);
  assert.ok(
    !verifies({ ...request, body: Buffer.from(request.body.toString().replace('c1', 'c2')) }, key),
  );
  assert.ok(!verifies({ ...request, headers: { ...request.headers, 'webhook-id': 'msg_2' } }, key));
});

test('during rotation both signature formats have signatures of both keys', async (t) => {
  const keys = [givenSigningKey(0, 'retiring', FOREVER), givenSigningKey(1, 'active')];
  const { receiver, channel, endpoint } = await setup(t, keys);
  await channel.send(givenSend(endpoint({ signatureFormat: 'both' })));
  const request = read(receiver.requests[0]);
  for (const key of keys) assert.ok(verifies(request, key));
  const digest = createHash('sha256').update(request.body).digest('base64');
  assert.equal(request.headers['content-digest'], `sha-256=:${digest}:`);
  const valid = await httpbis.verifyMessage(
    {
      all: true,
      requiredFields: ['content-digest', 'webhook-id', 'webhook-timestamp'],
      keyLookup: async ({ keyid }) => {
        const key = keys.find(({ kid }) => kid === keyid);
        if (key === undefined) return null;
        return { id: key.kid, verify: createVerifier(key.publicKey, 'rsa-v1_5-sha256') };
      },
    },
    { method: 'POST', url: 'https://receiver.example/hook', headers: request.headers },
  );
  assert.equal(valid, true);
});

test('an endpoint with rfc9421 gets no webhook-signature', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  await channel.send(givenSend(endpoint({ signatureFormat: 'rfc9421' })));
  const { headers } = read(receiver.requests[0]);
  assert.equal(headers['webhook-signature'], undefined);
  assert.match(headers.signature ?? '', /^sig1=:/);
});

test('no text of a caller reaches the headers', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  await channel.send(givenSend(endpoint({ auth: BEARER }), { callId: 'a\r\nx-evil: 1' }));
  assert.ok(!receiver.requests[0]?.includes('x-evil'));
});

test('without a usable key nothing is sent, and the reason holds no secret', async (t) => {
  const broken = givenSigningKey(0, 'active', {
    privateKey: SECRETS.seal('PRIVATE', 'signing-key'),
  });
  for (const keys of [[], [broken]]) {
    const { receiver, channel, endpoint } = await setup(t, keys);
    const result = await channel.send(givenSend(endpoint({})));
    assert.ok(result.kind === 'error' && result.error === 'signing');
    assert.ok(!JSON.stringify(result).includes('PRIVATE'));
    assert.equal(receiver.reached, 0);
  }
});

test('an endpoint whose token cannot be opened gets no request', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  const auth = { ...BEARER, token: sealed(TOKEN, HEADER_CONTEXT) };
  const result = await channel.send(givenSend(endpoint({ auth })));
  assert.ok(result.kind === 'error' && result.error === 'configuration');
  assert.ok(!JSON.stringify(result).includes(TOKEN));
  assert.equal(receiver.reached, 0);
});

test('signing counts against the timeout of the endpoint', async (t) => {
  const { http, clock } = givenClient(t);
  const receiver = await startReceiver(t, () => {});
  const channel = createCustomChannel({
    http,
    clock,
    secrets: SECRETS,
    signingKeys: {
      async keysFor() {
        clock.advance(10_000);
        return createSigningKeyCache({
          load: async () => [givenSigningKey(0, 'active')],
          secrets: SECRETS,
          clock,
        }).keysFor(givenEndpoint().projectKey);
      },
    },
    guard: LOOPBACK_GUARD,
    userAgent: 'Ringpost/1.2.3',
  });
  const target = `http://127.0.0.1:${receiver.port}/`;
  const result = await channel.send(givenSend(givenEndpoint({ target })));
  assert.ok(result.kind === 'error' && result.error === 'timeout');
  assert.equal(result.durationMs, 10_000);
  assert.equal(receiver.reached, 0);
});

test('the preview equals the request, without credentials and secrets', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  const value = sealed('s3cr3t-value', HEADER_CONTEXT, 'x-a');
  const send = givenSend(
    endpoint({ auth: BEARER, headers: [{ name: 'x-a', value, hint: 'alue' }] }),
  );
  await channel.send(send);
  const shown = channel.show?.(send);
  const { headers } = read(receiver.requests[0]);
  for (const [name, text] of Object.entries(shown?.headers ?? {})) {
    assert.equal(text, name === 'x-a' ? 'alue' : headers[name], name);
  }
  assert.equal(shown?.body, send.body);
  assert.ok(!JSON.stringify(shown).includes('s3cr3t'));
  assert.equal(shown?.headers.authorization, undefined);
});

test('S7.24: a reopened delivery is marked in each signature format for receivers', async (t) => {
  const key = givenSigningKey(0, 'active');
  const { receiver, channel, endpoint } = await setup(t, [key, givenSigningKey(1, 'retiring')]);
  const { kty = '', n = '', e = '' } = createPublicKey(key.publicKey).export({ format: 'jwk' });
  const keys = [{ kid: key.kid, kty, n, e, use: 'sig', alg: 'RS256' }];
  const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const secret = sealed(signingSecret, SECRET_CONTEXT);
  const body = JSON.stringify({
    message: 'text',
    data: { callId: 'c1', callStatus: 'COMPLETED', callSid: '', clientId: '' },
  });
  const forms: readonly (readonly [Partial<Endpoint>, Partial<VerifyOptions>])[] = [
    [{ signatureFormat: 'webhook-signature' }, { keys }],
    [{ signatureFormat: 'rfc9421' }, { keys }],
    [{ signatureFormat: 'both' }, { keys, signatureFormat: 'both' }],
    [{ auth: { method: 'hmac-sha256', secret, secretHint: '', retiring: [] } }, { signingSecret }],
    [{ auth: BEARER }, { bearerToken: TOKEN }],
  ];
  for (const [index, [changes, proof]] of forms.entries()) {
    const at = endpoint({ ...changes, revision: index + 2 });
    for (const reopened of [true, false]) {
      await channel.send(givenSend(at, { body, atMs: Date.now(), reopened }));
      const { headers, body: rawBody } = read(receiver.requests.at(-1));
      assert.equal(headers['webhook-reopened'], reopened ? 'true' : undefined);
      const result = await verifyWebhook({ headers, rawBody, ...proof });
      assert.ok(result.kind === 'valid', JSON.stringify(result));
      assert.equal(result.reopened, reopened, JSON.stringify(changes));
      assert.notEqual(result.identity, 'unsigned');
    }
  }
});
