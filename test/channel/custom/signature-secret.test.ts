/**
 * Requests to endpoints with `hmac-sha256`, verified by unmodified libraries for such webhooks:
 * `standardwebhooks` and `svix` from npm.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { createCustomChannel } from '../../../src/channel/custom/channel.ts';
import type { EndpointAuth } from '../../../src/core/endpoint/endpoint.ts';
import { SECRET_CONTEXT } from '../../../src/engine/ports/secrets.ts';
import { readPem } from '../certificates/read.ts';
import { givenClient, givenEndpoint, givenSend, LOOPBACK_GUARD } from '../given.ts';
import { OK, startReceiver } from '../raw-receiver.ts';
import { SECRETS, sealed } from './given-keys.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD = `whsec_${Buffer.alloc(24, 200).toString('base64')}`;

function authOf(secret: string, ...retiring: (readonly [string, number])[]): EndpointAuth {
  const seal = (text: string) => sealed(text, SECRET_CONTEXT);
  return {
    method: 'hmac-sha256',
    secret: seal(secret),
    secretHint: '',
    retiring: retiring.map(([text, untilMs]) => ({ secret: seal(text), secretHint: '', untilMs })),
  };
}

async function sent(t: TestContext, auth: EndpointAuth, atMs = Date.now()) {
  const pem = readPem('receiver');
  const receiver = await startReceiver(t, (socket) => socket.write(OK), { pem });
  const { http, clock } = givenClient(t);
  const channel = createCustomChannel({
    http,
    clock,
    secrets: SECRETS,
    guard: LOOPBACK_GUARD,
    userAgent: 'Ringpost/1.2.3',
    signingKeys: { keysFor: () => Promise.reject(new Error('no key of the project is needed')) },
  });
  const target = `https://receiver.example:${receiver.port}/hook`;
  const result = await channel.send(givenSend(givenEndpoint({ target, auth }), { atMs }));
  assert.equal(result.kind, 'response');
  const [head = '', body = ''] = (receiver.requests[0] ?? '').split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2)));
  for (const secret of [SECRET, OLD]) assert.ok(!head.includes(secret.slice(6)));
  return { headers: headers as Record<string, string>, body: Buffer.from(body, 'latin1') };
}

const LIBRARIES = {
  standardwebhooks: (secret: string) => new StandardWebhook(secret),
  svix: (secret: string) => new SvixWebhook(secret),
};

for (const [name, open] of Object.entries(LIBRARIES)) {
  test(`${name} verifies a received request, and no changed one`, async (t) => {
    const { headers, body } = await sent(t, authOf(SECRET));
    assert.match(headers['webhook-signature'] ?? '', /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.equal(headers['webhook-key-id'], undefined);
    const text = body.toString();
    open(SECRET).verify(text, headers);
    assert.throws(() => open(OLD).verify(text, headers), /signature/i);
    assert.throws(() => open(SECRET).verify(text.replace('c1', 'c2'), headers), /signature/i);
    const other = { ...headers, 'webhook-id': 'msg_2' };
    assert.throws(() => open(SECRET).verify(text, other), /signature/i);
  });

  test(`${name}: during a rotation both secrets verify`, async (t) => {
    const { headers, body } = await sent(t, authOf(SECRET, [OLD, Number.MAX_SAFE_INTEGER]));
    for (const secret of [SECRET, OLD]) open(secret).verify(body.toString(), headers);
  });

  test(`${name} refuses a late request`, async (t) => {
    const { headers, body } = await sent(t, authOf(SECRET), Date.now() - 301_000);
    assert.throws(() => open(SECRET).verify(body.toString(), headers), /timestamp/i);
  });
}

test('a secret past its end time does not sign', async (t) => {
  const { headers } = await sent(t, authOf(SECRET, [OLD, 0]));
  assert.equal(headers['webhook-signature']?.split(' ').length, 1);
  assert.equal(headers['webhook-identity-signature']?.split(' ').length, 1);
});
