/**
 * The connection bounds the bytes of an answer that the parser does not count. Without this bound
 * the client read each of these at 0.6 to 1 GB a second until the deadline.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { ANSWER_BYTES_MAX, boundAnswers } from '../../src/channel/answer-bound.ts';
import { answering, closed, errorOf, givenReceiver, response } from './answer.ts';
import { givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

/** Twice the two kernel buffers of a connection on loopback. */
const TAKEN_MAX = 32 * 1_024 * 1_024;
const GIVEN_MAX = 4 * TAKEN_MAX;
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const ENDLESS: ReadonlyArray<readonly [string, string, string, 'protocol' | 200]> = [
  ['blank lines before the status', '', '\r\n', 'protocol'],
  ['a reason phrase', 'HTTP/1.1 200 ', 'a', 'protocol'],
  ['spaces before a value', 'HTTP/1.1 200 OK\r\nx:', ' ', 'protocol'],
  ['an extension of a chunk', `${CHUNKED}1;e=`, 'a', 200],
  ['chunks of a byte with a long extension', CHUNKED, `1;e=${'a'.repeat(8_000)}\r\nx\r\n`, 200],
];

for (const [what, start, part, expected] of ENDLESS) {
  test(`the client closes the connection of an endless answer: ${what}`, async (t) => {
    let taken = 0;
    const { http, url, receiver } = await givenReceiver(t, (socket) => {
      socket.write(start);
      const block = part.repeat(Math.ceil(65_536 / part.length));
      const pour = () => {
        taken += block.length;
        if (socket.writable && taken < GIVEN_MAX) socket.write(block, pour);
      };
      pour();
    });
    const result = await http.send(givenPost(url));
    if (expected === 'protocol') assert.equal(errorOf(result), expected);
    else assert.equal(response(result).status, expected);
    await closed(receiver.connections[0]);
    assert.ok(taken < TAKEN_MAX, `${taken} bytes were taken`);
  });
}

test('the bound counts for each answer, not for the connection', async (t) => {
  const body = 'b'.repeat(16_000);
  const text = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const { http, url, receiver } = await givenReceiver(t, answering(text));
  const rounds = 3 * Math.ceil(ANSWER_BYTES_MAX / body.length);
  for (let round = 0; round < rounds; round += 1) {
    assert.equal(response(await http.send(givenPost(url))).excerpt?.length, 4_096);
  }
  assert.equal(receiver.connections.length, 1);
});

test('an answer at the bounds of headers and body, in chunks of one byte, is read', async (t) => {
  const headers = `x-long: ${'h'.repeat(15_000)}\r\n`;
  const body = `${'1\r\nb\r\n'.repeat(16_384)}0\r\n\r\n`;
  const { http, url, receiver } = await givenReceiver(t, (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${headers}transfer-encoding: chunked\r\n\r\n${body}`);
  });
  for (let round = 0; round < 2; round += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
});

test('buffered bytes are read in pieces, and none after the socket is destroyed', async (t) => {
  const sent = 65_536;
  const receiver = await startReceiver(t, () => {}, {
    onConnection: (socket) => socket.write('x'.repeat(sent)),
  });
  const socket = connect(receiver.port, '127.0.0.1');
  t.after(() => socket.destroy());
  boundAnswers(socket);
  // The first read comes after all bytes have arrived.
  while (socket.readableLength < sent) await once(socket, 'readable');
  const first: Buffer | null = socket.read();
  const second: Buffer | null = socket.read();
  assert.deepEqual([first?.length, second?.length], [1_024, 1_024]);
  socket.destroy();
  assert.equal(socket.read(), null);
});

test('an answer after a 103 is not counted twice', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, (socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', () => socket.write(OK));
  });
  for (let round = 0; round < 20; round += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
});
