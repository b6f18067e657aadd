/** The process behind a connection is found, and one that is none of ours is not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { senderOf } from './senders.ts';

test('a connection leads to the process that opened it', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const accepted = once(server, 'connection');
  const client = connect(address.port, '127.0.0.1');
  const [socket] = await accepted;
  t.after(() => client.destroy());
  assert.equal(senderOf(socket.remotePort, new Map([[7, process.pid]])), 7);
  assert.equal(senderOf(socket.remotePort, new Map([[7, 1]])), 0, 'another process');
  assert.equal(senderOf(socket.remotePort, new Map()), 0);
  assert.equal(senderOf(1, new Map([[7, process.pid]])), 0, 'nobody has this port');
});
