/**
 * Hostile receivers on real sockets, with a clock that the test moves: each attempt ends by its
 * deadline and has the outcome of S6.8.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BODY_BYTES_MAX, DRAIN_MS } from '../../src/channel/exchange.ts';
import {
  answering,
  answerTo,
  closed,
  errorOf,
  givenReceiver,
  response,
  settling,
} from './answer.ts';
import { givenClient, givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

test('an attempt without an answer ends at its deadline, and so does its connection', async (t) => {
  const { http, url, receiver, clock } = await givenReceiver(t, () => {});
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  let ended = false;
  void sending.then(() => {
    ended = true;
  });
  clock.advance(9_999);
  await Promise.resolve();
  assert.equal(ended, false);
  clock.advance(1);
  const result = await sending;
  assert.equal(errorOf(result), 'timeout');
  assert.ok(result.durationMs === 10_000);
  await closed(receiver.connections[0]);
});

test('headers that come byte by byte end at the deadline', async (t) => {
  const { http, url, clock } = await givenReceiver(t, (socket) => {
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

test('if a body hangs after its status, the status decides after a short drain', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\npart';
  const { http, url, receiver, clock } = await givenReceiver(t, answering(head));
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  await settling(sending, () => clock.advance(5));
  const result = response(await sending);
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'part');
  assert.ok(result.durationMs <= 3 * DRAIN_MS, String(result.durationMs));
  await closed(receiver.connections[0]);
});

test('a body that comes byte by byte ends with the drain', async (t) => {
  const { http, url, clock } = await givenReceiver(t, (socket) => {
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

test('of an endless body a bounded part is read and 4 KiB are kept', async (t) => {
  let written = 0;
  const { http, url, receiver } = await givenReceiver(t, (socket) => {
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

test('a body of exactly the bound is read to its end, and its connection reused', async (t) => {
  const body = 'b'.repeat(BODY_BYTES_MAX);
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${BODY_BYTES_MAX}\r\n\r\n`;
  const { http, url, receiver } = await givenReceiver(t, answering(head + body));
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

test('if a body breaks off after the status, the status decides', async (t) => {
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
  ['100 without being asked', 'HTTP/1.1 100 Continue\r\n\r\n'],
  [
    '101 without being asked',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['a flood of 103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500)],
];

for (const [what, text] of BROKEN) {
  test(`${what} is no valid answer`, async (t) => {
    const { http, url, receiver } = await givenReceiver(t, answering(text));
    assert.equal(errorOf(await http.send(givenPost(url))), 'protocol');
    await closed(receiver.connections[0]);
  });
}

test('a few 103 before the answer are skipped', async (t) => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3);
  assert.equal(response(await answerTo(t, answering(hints + OK))).status, 200);
});

test('an endless series of 103 ends at the deadline', async (t) => {
  const { http, url, clock } = await givenReceiver(t, (socket) => {
    const drip = () => {
      clock.advance(1_000);
      if (socket.writable) socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', drip);
    };
    drip();
  });
  assert.equal(errorOf(await http.send(givenPost(url))), 'timeout');
});

test('a connection that closes or resets before the answer is a reset error', async (t) => {
  assert.equal(errorOf(await answerTo(t, (socket) => socket.destroy())), 'reset');
  assert.equal(errorOf(await answerTo(t, (socket) => socket.resetAndDestroy())), 'reset');
  const half = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le');
  assert.match(errorOf(await answerTo(t, half)), /^(reset|protocol)$/);
});

test('a connection that resets at once is a reset error', async (t) => {
  const receiver = await startReceiver(t, () => {}, { onConnection: (s) => s.resetAndDestroy() });
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'reset');
});

test('a port without a listener is refused', async (t) => {
  const receiver = await startReceiver(t, () => {});
  await receiver.stop();
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'refused');
  assert.ok(result.kind === 'error' && !result.detail.includes('127.0.0.1'), 'no address is told');
});

test('a name that does not resolve is a dns error', async (t) => {
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  const { http } = givenClient(t, { lookup });
  assert.equal(errorOf(await http.send(givenPost('http://gone.example/'))), 'dns');
  const empty = givenClient(t, { lookup: async () => [] });
  assert.equal(errorOf(await empty.http.send(givenPost('http://gone.example/'))), 'dns');
});

test('a lookup that hangs ends at the connect timeout, and nothing is sent later', async (t) => {
  const receiver = await startReceiver(t, answering(OK));
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const { http, clock } = givenClient(t, { lookup: () => promise });
  const sending = http.send(givenPost(`http://receiver.example:${receiver.port}/`));
  clock.advance(5_000);
  const result = await sending;
  assert.equal(errorOf(result), 'connect-timeout');
  resolve(['127.0.0.1']);
  await http.close();
  assert.equal(receiver.requests.length, 0);
});

test('a deadline shorter than the connect timeout holds, and nothing is sent later', async (t) => {
  const receiver = await startReceiver(t, answering(OK));
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const { http, clock } = givenClient(t, { lookup: () => promise });
  const url = `http://receiver.example:${receiver.port}/`;
  const sending = http.send(givenPost(url, { timeoutMs: 1_000 }));
  clock.advance(1_000);
  assert.equal(errorOf(await sending), 'timeout');
  resolve(['127.0.0.1']);
  await http.close();
  assert.equal(receiver.requests.length, 0);
});
