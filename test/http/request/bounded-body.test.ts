/** The body of a request up to a bound, over a real socket. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { BodyBudget } from '../../../src/http/request/body-budget.ts';
import { readBody } from '../../../src/http/request/bounded-body.ts';

/** Sends a request in these pieces; returns what `readBody` answers. `room`: the shared bound. */
async function read(
  t: TestContext,
  pieces: readonly string[],
  end: 'wait' | 'leave' = 'wait',
  room = 100,
): Promise<string | null> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  t.after(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const asked = once(server, 'request');
  socket.on('error', () => undefined);
  const [first = '', ...rest] = pieces;
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${first}`);
  const [message, response] = await asked;
  const body = readBody(message, 10, new BodyBudget(room).open());
  for (const piece of rest) socket.write(piece);
  if (end === 'leave') socket.destroy();
  const bytes = await body;
  response.end();
  return bytes === null ? null : bytes.toString();
}

test('a body up to the bound is read, in one piece or several', async (t) => {
  assert.equal(await read(t, ['content-length: 10\r\n\r\n', '01234', '56789']), '0123456789');
  assert.equal(await read(t, ['content-length: 0\r\n\r\n']), '');
  const chunked = ['transfer-encoding: chunked\r\n\r\n', '4\r\nabcd\r\n', '0\r\n\r\n'];
  assert.equal(await read(t, chunked), 'abcd');
});

test('a longer body is null: at once if announced, otherwise beyond the bound', async (t) => {
  assert.equal(await read(t, ['content-length: 11\r\n\r\n']), null);
  const endless = ['transfer-encoding: chunked\r\n\r\n', '6\r\nabcdef\r\n', '6\r\nabcdef\r\n'];
  assert.equal(await read(t, endless), null);
});

test('a client that leaves early is MALFORMED_REQUEST', async (t) => {
  await assert.rejects(read(t, ['content-length: 10\r\n\r\n', 'abc'], 'leave'), {
    code: 'MALFORMED_REQUEST',
  });
});

test('a body is OVERLOADED while the shared bound has no room', async (t) => {
  const pieces = ['content-length: 8\r\n\r\n', 'abcd', 'efgh'];
  await assert.rejects(read(t, pieces, 'wait', 7), { code: 'OVERLOADED' });
  assert.equal(await read(t, pieces, 'wait', 8), 'abcdefgh');
});
