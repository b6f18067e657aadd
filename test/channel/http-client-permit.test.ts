/**
 * The permit to send, on real sockets: after its end not a byte of a request goes out, and a
 * request in flight ends with its connection, so that only the next shard owner sends.
 */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createCustomChannel } from '../../src/channel/custom/channel.ts';
import { createSigningKeyCache } from '../../src/channel/custom/signing-keys.ts';
import type { HttpClientOptions } from '../../src/channel/http-client.ts';
import { answering, closed, response } from './answer.ts';
import { readPem } from './certificates/read.ts';
import { givenSigningKey, SECRETS } from './custom/given-keys.ts';
import {
  givenClient,
  givenEndpoint,
  givenPermit,
  givenPost,
  givenSend,
  LOOPBACK_GUARD,
} from './given.ts';
import { type Behaviour, OK, startReceiver } from './raw-receiver.ts';

const ENDED = {
  kind: 'error',
  error: 'network',
  detail: 'The right to send it ended.',
  durationMs: 0,
};
const HALF = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nok';

/** `bytes`: the number of received bytes, also of incomplete requests. */
async function setup(
  t: TestContext,
  behaviour: Behaviour,
  given: { readonly client?: Partial<HttpClientOptions>; readonly tls?: boolean } = {},
) {
  const connected = Promise.withResolvers<Socket>();
  let bytes = 0;
  const receiver = await startReceiver(t, behaviour, {
    ...(given.tls === true ? { pem: readPem('receiver') } : {}),
    onConnection: (socket) => {
      connected.resolve(socket);
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
    },
  });
  const scheme = given.tls === true ? 'https' : 'http';
  return {
    receiver,
    url: `${scheme}://receiver.example:${receiver.port}/hook`,
    connected: connected.promise,
    bytes: () => bytes,
    ...givenClient(t, given.client),
    ...givenPermit(),
  };
}

test('a permit that ended before sending: no connection is made', async (t) => {
  for (const how of ['end', 'lapse'] as const) {
    const given = await setup(t, answering(OK));
    given[how]();
    const { http, url, permit } = given;
    assert.deepEqual(await http.send(givenPost(url, { permit })), ENDED);
    // A request with a permit still reaches the receiver.
    assert.equal(response(await http.send(givenPost(url))).status, 200);
    assert.deepEqual([given.receiver.reached, given.receiver.requests.length], [1, 1]);
  }
});

test('a permit that ends during the lookup: send fails at once and writes nothing', async (t) => {
  const asked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<readonly string[]>();
  const lookup = () => {
    asked.resolve();
    return found.promise;
  };
  const { http, url, permit, end, ...given } = await setup(t, answering(OK), {
    client: { lookup },
  });
  const sending = http.send(givenPost(url, { permit }));
  await asked.promise;
  end();
  assert.deepEqual(await sending, ENDED);
  found.resolve(['127.0.0.1']);
  await closed(await given.connected);
  assert.equal(given.bytes(), 0);
});

for (const how of ['end', 'lapse'] as const) {
  const told = how === 'end' ? 'told' : 'untold';
  test(`a permit that ends after connecting, ${told}: not a byte goes out`, async (t) => {
    let looks = 0;
    let ending = () => {};
    const guard: HttpClientOptions['guard'] = {
      refusal: (...target) => {
        looks += 1;
        // The guard's second look is at the peer of the new connection.
        if (looks === 2) ending();
        return LOOPBACK_GUARD.refusal(...target);
      },
    };
    const given = await setup(t, answering(OK), { client: { guard } });
    ending = given[how];
    const { http, url, permit } = given;
    assert.deepEqual(await http.send(givenPost(url, { permit })), ENDED);
    await closed(await given.connected);
    assert.deepEqual([looks, given.bytes()], [2, 0]);
  });
}

test('a permit that lapsed untold: not a byte goes out on a kept connection', async (t) => {
  const { http, url, ...given } = await setup(t, answering(OK));
  response(await http.send(givenPost(url)));
  const before = given.bytes();
  let asked = 0;
  const permit = {
    holds: () => {
      asked += 1;
      return asked === 1;
    },
    onEnd: () => () => {},
  };
  assert.deepEqual(await http.send(givenPost(url, { permit })), ENDED);
  await closed(await given.connected);
  assert.deepEqual([asked, given.bytes(), given.receiver.connections.length], [2, before, 1]);
});

for (const tls of [false, true]) {
  const over = tls ? 'TLS' : 'TCP';
  test(`a permit that ends before the answer, over ${over}: the connection closes`, async (t) => {
    const { http, url, permit, end, ...given } = await setup(t, () => {}, { tls });
    const sending = http.send(givenPost(url, { permit }));
    await given.receiver.arrived(1);
    const gone = closed(given.receiver.connections[0]);
    end();
    assert.deepEqual(await sending, ENDED);
    await gone;
    assert.equal(given.receiver.requests.length, 1);
  });
}

test('a permit that ends within the body: the rest is never written', async (t) => {
  const taken = Promise.withResolvers<Socket>();
  let received = 0;
  const receiver = await startReceiver(t, () => {}, {
    onConnection: (socket) => {
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      socket.once('data', () => {
        socket.pause();
        taken.resolve(socket);
      });
    },
  });
  const { http } = givenClient(t);
  const { permit, end } = givenPermit();
  // More than the kernel buffers for a receiver that does not read.
  const body = Buffer.alloc(64 * 1_024 * 1_024, 'a');
  const url = `http://receiver.example:${receiver.port}/hook`;
  const sending = http.send({ ...givenPost(url, { permit }), body });
  const socket = await taken.promise;
  end();
  assert.deepEqual(await sending, ENDED);
  socket.resume();
  await closed(socket);
  assert.ok(received > 0 && received < body.length, `${received} bytes arrived`);
  assert.equal(receiver.requests.length, 0);
});

test('a permit that ends after the status: the response counts, its connection ends', async (t) => {
  const { http, url, permit, end, ...given } = await setup(t, (socket, _request, number) => {
    socket.write(number === 1 ? HALF : OK);
  });
  const status = Promise.withResolvers<void>();
  const heard = () => status.resolve();
  subscribe('undici:request:headers', heard);
  const sending = http.send(givenPost(url, { permit }));
  await status.promise;
  unsubscribe('undici:request:headers', heard);
  end();
  const result = response(await sending);
  assert.equal(result.status, 200);
  await closed(given.receiver.connections[0]);
  assert.equal(response(await http.send(givenPost(url))).status, 200);
  assert.equal(given.receiver.connections.length, 2);
});

test('a permit that ends during signing: the Custom channel sends nothing', async (t) => {
  const given = await setup(t, answering(OK), { tls: true });
  const { http, url, permit, end, receiver, clock } = given;
  const channel = createCustomChannel({
    http,
    clock,
    secrets: SECRETS,
    guard: LOOPBACK_GUARD,
    userAgent: 'Ringpost/1.2.3',
    signingKeys: {
      async keysFor() {
        end();
        return createSigningKeyCache({
          load: async () => [givenSigningKey(0, 'active')],
          secrets: SECRETS,
          clock,
        }).keysFor(givenEndpoint().projectKey);
      },
    },
  });
  const result = await channel.send(givenSend(givenEndpoint({ target: url }), { permit }));
  assert.deepEqual(result, ENDED);
  assert.equal(receiver.reached, 0);
});
