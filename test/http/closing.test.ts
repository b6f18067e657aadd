/** A silent client and an unfinished request do not hold up a graceful stop. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CLOSE_MS_MAX } from '../../src/http/closing.ts';
import { setup } from './setup.ts';

test('a stop closes a connection that has sent nothing at once', async (t) => {
  const { app, url } = await setup(t);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(app.server, 'connection');
  socket.on('error', () => socket.destroy());
  socket.resume();
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});

test('a stop waits for an unfinished request at most CLOSE_MS_MAX', async (t) => {
  const { app, url, clock } = await setup(t);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const [peer] = await once(app.server, 'connection');
  socket.on('error', () => socket.destroy());
  socket.resume();
  const ended = once(socket, 'close');
  socket.write('POST /v1/reports HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n');
  while (peer.bytesRead === 0) await setImmediate();
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  while (app.server.listening) await setImmediate();
  assert.equal(closed, false);
  clock.advance(CLOSE_MS_MAX);
  await closing;
  await ended;
});
