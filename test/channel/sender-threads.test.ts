/**
 * Step 8 on several cores, with real threads and sockets: the same results as in the event loop,
 * the permit, the guard, and what happens if a thread ends.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createHttpClient } from '../../src/channel/http-client.ts';
import type { FromThread } from '../../src/channel/sender-thread.ts';
import { sendOnThreads } from '../../src/channel/sender-threads.ts';
import { systemClock } from '../../src/system/clock.ts';
import { allStarted, startThread } from '../../src/thread/start-thread.ts';
import { answering, closed, errorOf, response } from './answer.ts';
import { givenPermit, givenPost, LOOPBACK_GUARD } from './given.ts';
import { type Behaviour, OK, startReceiver } from './raw-receiver.ts';

const ENTRY = new URL('../../src/compose/sender-worker.ts', import.meta.url);
const ALLOWED = { allow: ['127.0.0.0/8'], own: null };

async function setup(t: TestContext, behaviour: Behaviour, { threads = 2 } = {}) {
  const connections: Socket[] = [];
  const connected = Promise.withResolvers<Socket>();
  const receiver = await startReceiver(t, behaviour, {
    onConnection: (socket) => {
      connections.push(socket);
      connected.resolve(socket);
    },
  });
  const starts = Array.from({ length: threads }, () => startThread(ENTRY, ALLOWED));
  const workers = await allStarted(starts);
  const deaths: string[] = [];
  const local = createHttpClient({ clock: systemClock, guard: LOOPBACK_GUARD });
  const http = sendOnThreads(workers, local, (detail) => deaths.push(detail));
  t.after(() => http.close());
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  return { receiver, http, url, workers, deaths, connections, connected: connected.promise };
}

test('a request and its answer are the same as in the event loop', async (t) => {
  const { http, url, receiver } = await setup(t, answering(OK));
  const result = response(await http.send(givenPost(url)));
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'ok');
  assert.match(receiver.requests[0] ?? '', /\r\n\r\n\{"message":"hello"\}$/);
  const bytes = { ...givenPost(url), body: Buffer.from('{"message":"Grüße"}') };
  assert.equal(response(await http.send(bytes)).status, 200);
  const [, second = ''] = receiver.requests;
  assert.match(Buffer.from(second, 'latin1').toString(), /\{"message":"Grüße"\}$/);
});

test('an origin has one thread, and other threads take its backlog', async (t) => {
  const answers: (() => void)[] = [];
  const all = Promise.withResolvers<void>();
  const count = 60;
  const { http, url, workers } = await setup(t, (socket) => {
    answers.push(() => socket.write(OK));
    if (answers.length === count) all.resolve();
  });
  const results = workers.map(() => 0);
  for (const [index, worker] of workers.entries()) {
    worker.on('message', (told: FromThread) => {
      results[index] = (results[index] ?? 0) + told.length;
    });
  }
  const sent = Array.from({ length: count }, () => http.send(givenPost(url)));
  await all.promise;
  for (const answer of answers) answer();
  for (const result of await Promise.all(sent)) assert.equal(response(result).status, 200);
  assert.deepEqual(results.sort(), [22, 38]);
});

test('consecutive requests share one connection', async (t) => {
  const { http, url, connections } = await setup(t, answering(OK), { threads: 3 });
  for (let number = 0; number < 8; number += 1) response(await http.send(givenPost(url)));
  assert.equal(connections.length, 1);
});

test('a failure and a refused address are returned as such', async (t) => {
  const { http, url } = await setup(t, (socket) => socket.destroy());
  assert.equal(errorOf(await http.send(givenPost(url))), 'reset');
  assert.equal(errorOf(await http.send(givenPost('nonsense'))), 'configuration');
  const { kind } = await http.send(givenPost('https://10.0.0.1/hook'));
  assert.equal(kind, 'blocked');
});

test('a permit that has ended sends nothing; one that ends drops the connection', async (t) => {
  const { http, url, receiver, connected } = await setup(t, () => {});
  const before = givenPermit();
  before.end();
  assert.equal(errorOf(await http.send(givenPost(url, { permit: before.permit }))), 'network');
  assert.equal(receiver.requests.length, 0);
  const during = givenPermit();
  const sent = http.send(givenPost(url, { permit: during.permit }));
  const socket = await connected;
  during.end();
  assert.equal(errorOf(await sent), 'network');
  await closed(socket);
  assert.equal(during.heard, 0);
});

test('close waits for requests in flight and refuses new ones', async (t) => {
  const asked = Promise.withResolvers<Socket>();
  const { http, url } = await setup(t, (socket) => asked.resolve(socket));
  const sent = http.send(givenPost(url));
  const socket = await asked.promise;
  const end = http.close();
  assert.equal(errorOf(await http.send(givenPost(url))), 'network');
  socket.write(OK);
  assert.equal(response(await sent).status, 200);
  await end;
});

test('if a thread ends by itself, its requests fail and the process is told', async (t) => {
  const asked = Promise.withResolvers<void>();
  const { http, url, workers, deaths } = await setup(t, () => asked.resolve(), { threads: 1 });
  const sent = http.send(givenPost(url));
  await asked.promise;
  await workers[0]?.terminate();
  assert.equal(errorOf(await sent), 'network');
  assert.equal(deaths.length, 1);
  assert.match(deaths[0] ?? '', /^A sender thread has ended: exit code 1\. Restart Ringpost\.$/);
});
