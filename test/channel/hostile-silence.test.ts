/**
 * A receiver whose process is stopped: the kernel accepts connections for it until its backlog is
 * full. Attempts end by the deadline or the connect timeout, and later ones reach the receiver.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createHttpClient } from '../../src/channel/http-client.ts';
import { systemClock } from '../../src/system/clock.ts';
import { errorOf, response } from './answer.ts';
import { givenPost, LOOPBACK_GUARD } from './given.ts';

const BACKLOG = 1;
/** Linux accepts one connection more than the backlog. */
const COMPLETED = BACKLOG + 1;
const SERVER = `
  const server = require('node:http').createServer((_request, answer) => answer.end('ok'));
  server.listen({ port: 0, host: '127.0.0.1', backlog: ${BACKLOG} }, () => {
    console.log(server.address().port);
  });
`;

test('a stopped receiver: timeout, then connect-timeout, later a response', async (t) => {
  const { port, child } = await startProcess(t);
  const http = createHttpClient({ clock: systemClock, guard: LOOPBACK_GUARD, connectMs: 500 });
  t.after(() => http.close());
  const post = givenPost(`http://127.0.0.1:${port}/`, { timeoutMs: 300 });
  child.kill('SIGSTOP');
  assert.equal(errorOf(await http.send(post)), 'timeout', 'the kernel accepted');

  const filling: Socket[] = [];
  t.after(() => {
    for (const socket of filling) socket.destroy();
  });
  for (let count = 0; count < COMPLETED; count += 1) filling.push(connect(port, '127.0.0.1'));
  await Promise.race(filling.map((socket) => once(socket, 'connect')));
  const patient = { ...post, timeoutMs: 10_000 };
  assert.equal(
    errorOf(await http.send(patient)),
    'connect-timeout',
    'the receiver does not accept',
  );

  for (const socket of filling) socket.destroy();
  child.kill('SIGCONT');
  // The kernel may drop the first try and repeat it, so this client has the usual timeout.
  const later = createHttpClient({ clock: systemClock, guard: LOOPBACK_GUARD });
  t.after(() => later.close());
  assert.equal(response(await later.send(patient)).status, 200);
});

async function startProcess(t: TestContext) {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, port: Number(String(line)) };
}
