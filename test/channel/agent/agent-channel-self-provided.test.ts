/** The bytes that launch a self-provided agent, and what their signature covers. */

import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { createSelfProvidedAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import { createSigningKeyCache } from '../../../src/channel/custom/signing-keys.ts';
import { bodyFor } from '../../../src/core/payload/render.ts';
import { readPem } from '../certificates/read.ts';
import { FILLINGS, firingOf } from '../conformance/firing.ts';
import { givenSigningKey, SECRETS } from '../custom/given-keys.ts';
import { givenClient, givenEndpoint, givenSend, LOOPBACK_GUARD } from '../given.ts';
import { OK, startReceiver } from '../raw-receiver.ts';

const key = givenSigningKey(0, 'active');

function read(request = '') {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const pairs = lines.map((line) => line.split(': ', 2));
  const headers: Readonly<Record<string, string | undefined>> = Object.fromEntries(pairs);
  return { headers, body: Buffer.from(body, 'latin1') };
}

test('S7.3: a launch is signed like a webhook, projectId included', async (t) => {
  const receiver = await startReceiver(t, (socket) => socket.write(OK), {
    pem: readPem('receiver'),
  });
  const { http, clock } = givenClient(t);
  const channel = createSelfProvidedAgentChannel({
    http,
    clock,
    secrets: SECRETS,
    guard: LOOPBACK_GUARD,
    userAgent: 'Ringpost/1.2.3',
    signingKeys: createSigningKeyCache({ load: async () => [key], secrets: SECRETS, clock }),
  });
  const endpoint = givenEndpoint({
    kind: 'self-provided-agent',
    target: `https://receiver.example:${receiver.port}/agent`,
  });
  const firing = firingOf('CALL_LOG_CREATED', FILLINGS.plain);
  const first = givenSend(endpoint, { firing, body: bodyFor(endpoint, 'message', firing) });
  await channel.send(first);
  await channel.send({ ...first, attempt: first.attempt + 1, atMs: first.atMs + 5_000 });

  const [one, again] = receiver.requests.map(read);
  assert.ok(one !== undefined && again !== undefined);
  const { data } = JSON.parse(one.body.toString());
  assert.equal(Object.keys(data).at(-1), 'projectId');
  assert.equal(data.projectId, endpoint.projectId);
  assert.deepEqual(again.body, one.body);
  for (const { headers, body } of [one, again]) {
    assert.equal(headers['acw-agent-id'], endpoint.id);
    assert.equal(headers['acw-run-id'], first.deliveryId.replace('dlv_', 'run_'));
    const prefix = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
    const [, base64 = ''] = (headers['webhook-signature'] ?? '').split(',');
    const signed = Buffer.concat([Buffer.from(prefix), body]);
    const publicKey = createPublicKey(key.publicKey);
    const run = headers['acw-run-id'] ?? '';
    const parts = ['webhook-id', 'webhook-timestamp', 'webhook-endpoint-id', 'webhook-event'];
    const rest = ['webhook-sequence', 'webhook-payload-version'];
    const identity = ['v2rs256', ...[...parts, ...rest].map((name) => headers[name]), run];
    const whole = Buffer.concat([Buffer.from(`${identity.join('.')}.`), body]);
    const [version, proof = ''] = (headers['webhook-identity-signature'] ?? '').split(',');
    assert.equal(version, 'v2rs256');
    assert.ok(verify('sha256', whole, publicKey, Buffer.from(proof, 'base64')));
    assert.ok(verify('sha256', signed, publicKey, Buffer.from(base64, 'base64')));
  }
});
