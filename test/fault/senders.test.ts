/** The process behind a connection is found; one that is gone counts as the last that ended. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Senders } from './senders.ts';

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
  const pids = new Map([[7, process.pid]]);
  const senders = new Senders(pids);
  const first = senders.note(socket.remotePort);
  assert.equal(senders.lifeOf(first), 0, 'no process has looked');
  senders.look();
  assert.equal(senders.lifeOf(first), 7);

  const again = senders.note(socket.remotePort);
  pids.set(7, 1);
  senders.ends(7);
  assert.equal(senders.lifeOf(again), 0, 'another process has no such socket');
  const late = senders.note(socket.remotePort);
  senders.look();
  assert.equal(senders.lifeOf(late), 7, 'the one that ended last');
  assert.equal(senders.lifeOf(first), 7, 'what is known stays');
});
