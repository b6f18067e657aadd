/**
 * Real sockets, a clock that the test moves: what receivers may do to us, what comes of it, and
 * that every attempt ends by its deadline. Decisions section 5; specification section 4.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TICK_MS } from '../../src/channel/deadline-wheel.ts';
import { BODY_BYTES_MAX, DRAIN_MS } from '../../src/channel/exchange.ts';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import { readPem } from './certificates/read.ts';
import { givenClient, givenPost } from './given.ts';
import { type Behaviour, OK, startReceiver } from './raw-receiver.ts';

async function given(test: TestContext, behaviour: Behaviour) {
  const receiver = await startReceiver(test, behaviour);
  return {
    receiver,
    url: `http://receiver.example:${receiver.port}/hook?a=1`,
    ...givenClient(test),
  };
}

/** Settles by itself; the clock never moves. */
async function answerTo(test: TestContext, behaviour: Behaviour): Promise<SendResult> {
  const { http, url } = await given(test, behaviour);
  return http.send(givenPost(url));
}

function response(result: SendResult) {
  assert.equal(result.kind, 'response', JSON.stringify(result));
  assert.ok(result.kind === 'response');
  return result;
}

function errorOf(result: SendResult): string {
  assert.equal(result.kind, 'error', JSON.stringify(result));
  return result.kind === 'error' ? result.error : '';
}

const answering =
  (text: string): Behaviour =>
  (socket) =>
    socket.write(text);

test('section 4: a POST with the body goes to the path and query of the target', async (t) => {
  const { http, url, receiver } = await given(t, answering(OK));
  const result = response(await http.send(givenPost(url)));
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'ok');
  const [request = ''] = receiver.requests;
  assert.match(request, /^POST \/hook\?a=1 HTTP\/1\.1\r\n/);
  assert.match(request, /\r\ncontent-length: 19\r\n/);
  assert.match(request, /\r\n\r\n\{"message":"hello"\}$/);
});

for (const status of [200, 201, 204, 299, 400, 404, 408, 410, 425, 429, 500, 503, 599]) {
  test(`status ${status} is passed on as it is`, async (t) => {
    const body = status === 204 ? '' : 'content-length: 0\r\n';
    const result = await answerTo(t, answering(`HTTP/1.1 ${status} Word\r\n${body}\r\n`));
    assert.equal(response(result).status, status);
  });
}

test('section 4: 3xx is an answer, never followed', async (t) => {
  const trap = await startReceiver(t, answering(OK));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://receiver.example:${trap.port}/`;
    const text = `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
    assert.equal(response(await answerTo(t, answering(text))).status, status);
  }
  assert.equal(trap.connections.length, 0);
});

test('Retry-After comes back as it was, cut at a bound', async (t) => {
  const head = 'HTTP/1.1 429 Slow\r\ncontent-length: 0\r\nretry-after: ';
  const short = response(await answerTo(t, answering(`${head}120\r\n\r\n`)));
  assert.equal(short.retryAfter, '120');
  const long = response(await answerTo(t, answering(`${head}${'9'.repeat(4_000)}\r\n\r\n`)));
  assert.equal(long.retryAfter?.length, 128);
  const none = response(await answerTo(t, answering(OK)));
  assert.equal(none.retryAfter, null);
});

test('a connection is used again, and a request alone is on it', async (t) => {
  const { http, url, receiver } = await given(t, answering(OK));
  for (let count = 0; count < 5; count += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
  const many = await Promise.all(Array.from({ length: 8 }, () => http.send(givenPost(url))));
  assert.ok(many.every((result) => result.kind === 'response' && result.status === 200));
  assert.ok(receiver.connections.length <= 8);
});

test('no answer: the attempt ends at its deadline, and the connection with it', async (t) => {
  const { http, url, receiver, clock } = await given(t, () => {});
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  let ended = false;
  void sending.then(() => {
    ended = true;
  });
  clock.advance(9_999);
  await Promise.resolve();
  assert.equal(ended, false);
  clock.advance(TICK_MS + 1);
  const result = await sending;
  assert.equal(errorOf(result), 'timeout');
  assert.ok(result.durationMs >= 10_000 && result.durationMs <= 10_000 + TICK_MS);
  await closed(receiver.connections[0]);
});

test('headers that come one byte at a time do not outlive the deadline', async (t) => {
  const { http, url, clock } = await given(t, (socket) => {
    let at = 0;
    const drip = () => {
      clock.advance(500);
      if (socket.writable) socket.write('HTTP/1.1 200 OK\r\nx: yyyyyyyyyyyy'[at] ?? 'y', drip);
      at += 1;
    };
    drip();
  });
  const result = await http.send(givenPost(url));
  assert.equal(errorOf(result), 'timeout');
  assert.ok(result.durationMs <= 10_500);
});

test('a body that hangs after its status: the status decides, after a short drain', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\npart';
  const { http, url, receiver, clock } = await given(t, answering(head));
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  await settling(sending, () => clock.advance(5));
  const result = response(await sending);
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'part');
  assert.ok(result.durationMs <= 3 * DRAIN_MS, String(result.durationMs));
  await closed(receiver.connections[0]);
});

test('a body of one byte at a time does not outlive the drain', async (t) => {
  const { http, url, clock } = await given(t, (socket) => {
    socket.write('HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n');
    const drip = () => {
      clock.advance(50);
      if (socket.writable) socket.write('1\r\nx\r\n', () => setImmediate(drip));
    };
    drip();
  });
  const result = response(await http.send(givenPost(url)));
  assert.equal(result.status, 503);
  assert.ok(result.durationMs <= 2 * DRAIN_MS);
});

test('an endless body is cut: a bounded part is read, 4 KiB are kept', async (t) => {
  let written = 0;
  const { http, url, receiver } = await given(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const pour = () => {
      written += 1_024;
      if (socket.writable && written < 64 * 1_024 * 1_024) socket.write('z'.repeat(1_024), pour);
    };
    pour();
  });
  const result = response(await http.send(givenPost(url)));
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'z'.repeat(4_096));
  await closed(receiver.connections[0]);
  assert.ok(written < 32 * 1_024 * 1_024, `${written} bytes were taken`);
});

test('a body of just the bound is read to its end, and its connection used again', async (t) => {
  const body = 'b'.repeat(BODY_BYTES_MAX);
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${BODY_BYTES_MAX}\r\n\r\n`;
  const { http, url, receiver } = await given(t, answering(head + body));
  response(await http.send(givenPost(url)));
  response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
});

test('a compressed answer is not inflated and not shown', async (t) => {
  const bomb = gzipSync(Buffer.alloc(10_000_000, 'a'));
  const result = await answerTo(t, (socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    );
    socket.write(bomb);
  });
  assert.equal(response(result).excerpt, null);
});

test('controls and broken UTF-8 of an answer do not reach a reader', async (t) => {
  const body = Buffer.from('caf\xe9 \x00\x1b[31mred\x07\r\nnext', 'latin1');
  const result = await answerTo(t, (socket) => {
    socket.write(`HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
  assert.equal(response(result).excerpt, 'caf\ufffd [31mred\nnext');
});

test('a body that breaks off after the status: the status decides', async (t) => {
  const cut = (socket: Socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', () =>
      socket.resetAndDestroy(),
    );
  assert.equal(response(await answerTo(t, cut)).status, 200);
  const garbled = answering('HTTP/1.1 202 OK\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n');
  assert.equal(response(await answerTo(t, garbled)).status, 202);
});

const BROKEN: ReadonlyArray<readonly [string, string]> = [
  ['garbage', '\x00\x01\x02 not http at all\r\n\r\n'],
  ['HTTP/0.9', '<html>hello</html>'],
  ['a letter in the status', 'HTTP/1.1 20O OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['status 000', 'HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n'],
  ['status 999', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ['a flood of headers', `HTTP/1.1 200 OK\r\n${'x-flood: aaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}`],
  ['one endless header', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
  ['100 that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
  [
    '101 that nobody asked for',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['a flood of 103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500)],
];
for (const [what, text] of BROKEN) {
  test(`${what} is no valid answer`, async (t) => {
    const { http, url, receiver } = await given(t, answering(text));
    assert.equal(errorOf(await http.send(givenPost(url))), 'protocol');
    await closed(receiver.connections[0]);
  });
}

test('a few 103 before the answer are skipped', async (t) => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3);
  assert.equal(response(await answerTo(t, answering(hints + OK))).status, 200);
});

test('a slow flood of 103 does not outlive the deadline', async (t) => {
  const { http, url, clock } = await given(t, (socket) => {
    const drip = () => {
      clock.advance(1_000);
      if (socket.writable) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', drip);
    };
    drip();
  });
  assert.equal(errorOf(await http.send(givenPost(url))), 'timeout');
});

test('a connection that is closed or reset before the answer', async (t) => {
  assert.equal(errorOf(await answerTo(t, (socket) => socket.destroy())), 'reset');
  assert.equal(errorOf(await answerTo(t, (socket) => socket.resetAndDestroy())), 'reset');
  const half = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le');
  assert.match(errorOf(await answerTo(t, half)), /^(reset|protocol)$/);
});

test('a connection that is reset at once', async (t) => {
  const receiver = await startReceiver(t, () => {}, { onConnection: (s) => s.resetAndDestroy() });
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'reset');
});

test('a request is sent once, even when a kept connection dies under it', async (t) => {
  const { http, url, receiver } = await given(t, (socket, _request, number) => {
    if (number === 1) socket.write(OK);
    else socket.destroy();
  });
  response(await http.send(givenPost(url)));
  assert.equal(errorOf(await http.send(givenPost(url))), 'reset');
  assert.equal(receiver.requests.length, 2);
});

test('nobody listens', async (t) => {
  const receiver = await startReceiver(t, () => {});
  await receiver.stop();
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'refused');
  assert.ok(result.kind === 'error' && !result.detail.includes('127.0.0.1'), 'no address is told');
});

test('a name that does not resolve', async (t) => {
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  const { http } = givenClient(t, { lookup });
  assert.equal(errorOf(await http.send(givenPost('http://gone.example/'))), 'dns');
  const empty = givenClient(t, { lookup: async () => [] });
  assert.equal(errorOf(await empty.http.send(givenPost('http://gone.example/'))), 'dns');
});

test('a lookup that hangs ends with the connect timeout, and sends nothing later', async (t) => {
  const receiver = await startReceiver(t, answering(OK));
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const { http, clock } = givenClient(t, { lookup: () => promise });
  const sending = http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  clock.advance(5_000 + TICK_MS);
  const result = await sending;
  assert.equal(errorOf(result), 'connect-timeout');
  resolve(['127.0.0.1']);
  await http.close();
  assert.equal(receiver.requests.length, 0);
});

test('a deadline shorter than the connect timeout holds, and sends nothing later', async (t) => {
  const receiver = await startReceiver(t, answering(OK));
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const { http, clock } = givenClient(t, { lookup: () => promise });
  const url = `http://receiver.example:${receiver.port}/`;
  const sending = http.send(givenPost(url, { timeoutMs: 1_000 }));
  clock.advance(1_000 + TICK_MS);
  assert.equal(errorOf(await sending), 'timeout');
  resolve(['127.0.0.1']);
  await http.close();
  assert.equal(receiver.requests.length, 0);
});

test('a TLS handshake that hangs ends with the connect timeout', async (t) => {
  const receiver = await startReceiver(t, () => {});
  const { http, clock } = givenClient(t);
  const sending = http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  await settling(sending, () => clock.advance(100));
  assert.equal(errorOf(await sending), 'connect-timeout');
});

test('https: a trusted certificate for the name is accepted and its connection kept', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t);
  const url = `https://receiver.example:${receiver.port}/`;
  for (let count = 0; count < 3; count += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
});

test('https: a certificate for the address of an IP literal is accepted', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t);
  response(await http.send(givenPost(`https://127.0.0.1:${receiver.port}/`)));
});

for (const name of ['self-signed', 'other-host', 'expired'] as const) {
  test(`https: a certificate that is ${name} gets no request`, async (t) => {
    const receiver = await startReceiver(t, answering(OK), { pem: readPem(name) });
    const { http } = givenClient(t);
    const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
    assert.equal(errorOf(result), 'tls');
    assert.equal(receiver.requests.length, 0);
  });
}

test('https: an authority that is not trusted gets no request', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t, { ca: readPem('self-signed') });
  const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'tls');
});

test('https: a peer that speaks plain HTTP', async (t) => {
  const receiver = await startReceiver(t, () => {}, {
    onConnection: (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
  });
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'tls');
});

test('a header value with a line end sends nothing', async (t) => {
  const { http, url, receiver } = await given(t, answering(OK));
  for (const value of ['a\r\nx-evil: 1', 'a\nb', 'a\0b', 'a\rb']) {
    const result = await http.send(givenPost(url, { headers: ['x-value', value] }));
    assert.equal(errorOf(result), 'configuration');
  }
  const result = await http.send(givenPost(url, { headers: ['x-a\r\nx-evil', '1'] }));
  assert.equal(errorOf(result), 'configuration');
  assert.equal(receiver.requests.length, 0);
});

test('what is no URL for HTTP is a matter of configuration', async (t) => {
  const { http } = givenClient(t);
  for (const url of ['', 'nonsense', 'ftp://receiver.example/', 'file:///etc/passwd']) {
    assert.equal(errorOf(await http.send(givenPost(url))), 'configuration');
  }
});

test('a proxy named in the environment is not used', async (t) => {
  const proxy = await startReceiver(t, answering(OK));
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const;
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  t.after(() => {
    for (const name of names) delete process.env[name];
  });
  const { http, url, receiver } = await given(t, answering(OK));
  response(await http.send(givenPost(url)));
  assert.equal(receiver.requests.length, 1);
  assert.equal(proxy.connections.length, 0);
});

test('the origin unused for longest makes room; requests in flight there still end', async (t) => {
  const { http, clock } = givenClient(t, { originsMax: 2 });
  const held: Socket[] = [];
  const slow = await startReceiver(t, (socket) => held.push(socket));
  const quick = await startReceiver(t, answering(OK));
  const first = http.send(givenPost(`http://slow.example:${slow.port}/`));
  await slow.arrived(1);
  for (const name of ['a', 'b', 'c', 'a']) {
    clock.advance(10);
    response(await http.send(givenPost(`http://${name}.example:${quick.port}/`)));
  }
  assert.equal(quick.connections.length, 4);
  held[0]?.write(OK);
  assert.equal(response(await first).status, 200);
});

test('close waits for what is in flight, and takes nothing new', async (t) => {
  const held: Socket[] = [];
  const { http, url, receiver } = await given(t, (socket) => held.push(socket));
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  const closing = http.close();
  assert.equal(errorOf(await http.send(givenPost(url))), 'network');
  held[0]?.write(OK);
  assert.equal(response(await sending).status, 200);
  await closing;
  await closed(receiver.connections[0]);
  assert.equal(receiver.requests.length, 1);
});

function closed(socket: Socket | undefined): Promise<void> {
  assert.ok(socket !== undefined);
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Moves the clock at each turn of the event loop until the promise is settled. */
async function settling(promise: Promise<unknown>, step: () => void): Promise<void> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  while (!settled) {
    step();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
