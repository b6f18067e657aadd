/** Posting to a secret URL: the bytes of a request, and when none is made. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { createSecretPost } from '../../src/channel/secret-post.ts';
import { TARGET_CONTEXT, TOKEN_CONTEXT } from '../../src/engine/ports/secrets.ts';
import { readPem } from './certificates/read.ts';
import { SECRETS, sealed } from './custom/given-keys.ts';
import { givenClient, givenEndpoint, givenSend, LOOPBACK_GUARD } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

async function setup(t: TestContext, guard = LOOPBACK_GUARD) {
  const receiver = await startReceiver(t, (socket) => socket.write(OK), {
    pem: readPem('receiver'),
  });
  const { http } = givenClient(t, { guard });
  const parts = { http, secrets: SECRETS, guard, userAgent: 'Ringpost/1.2.3' };
  const channel = createSecretPost(parts, ({ trigger }) => `{"text":"${trigger}"}`);
  const url = `https://receiver.example:${receiver.port}/services/T000/B000?sig=secret`;
  const secretTarget = sealed(url, TARGET_CONTEXT);
  return { receiver, channel, url, endpoint: givenEndpoint({ kind: 'slack', secretTarget }) };
}

test('a request has content-type and user-agent, and no other header of ours', async (t) => {
  const { receiver, channel, endpoint } = await setup(t);
  const request = givenSend(endpoint);
  const result = await channel.send(request);
  assert.ok(result.kind === 'response' && result.excerpt === 'ok');
  const [head = '', body] = (receiver.requests[0] ?? '').split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  assert.equal(line, 'POST /services/T000/B000?sig=secret HTTP/1.1');
  assert.deepEqual(
    headers.map((header) => header.replace(/:\d+$/, '')),
    [
      'host: receiver.example',
      'connection: keep-alive',
      'content-type: application/json',
      'user-agent: Ringpost/1.2.3',
      'content-length: 34',
    ],
  );
  assert.deepEqual(channel.show?.(request), {
    headers: { 'content-type': 'application/json', 'user-agent': 'Ringpost/1.2.3' },
    body,
  });
});

test('a URL that is no longer allowed is blocked, and the result does not name it', async (t) => {
  const { receiver, channel, endpoint } = await setup(t, createGuard({ allow: [] }));
  const local = sealed('https://127.0.0.1/services/T000', TARGET_CONTEXT);
  for (const secretTarget of [local, endpoint.secretTarget]) {
    const result = await channel.send(givenSend({ ...endpoint, secretTarget }));
    assert.equal(result.kind, 'blocked');
    assert.ok(!/T000|127\.0/.test(JSON.stringify(result)));
  }
  assert.deepEqual(receiver.requests, []);
});

test('for a URL that cannot be opened the result says to enter it again', async (t) => {
  const { receiver, channel, endpoint, url } = await setup(t);
  for (const secretTarget of [null, 'nonsense', sealed(url, TOKEN_CONTEXT)]) {
    const result = await channel.send(givenSend({ ...endpoint, secretTarget }));
    assert.ok(result.kind === 'error' && result.error === 'configuration');
    assert.match(result.detail, /enter it again/);
  }
  assert.deepEqual(receiver.requests, []);
});
