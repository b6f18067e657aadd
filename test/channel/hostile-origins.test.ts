/**
 * Thousands of distinct origins, in turn and at once: pools, connections and memory stay within
 * their bounds, and an origin whose pool was closed is reached again.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answering, response } from './answer.ts';
import { givenClient, givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

const ORIGINS = 3_000;
const AT_ONCE = 50;
/** The bound of http-client.ts that 3,000 origins exceed. */
const ORIGINS_MAX = 2_000;
/** Both ends of a connection are in this process; closing connections still count. */
const FILES_MAX = 2 * (ORIGINS_MAX + 2 * AT_ONCE);
/** The most growth beyond the memory of 2,000 origins, which take some 27 KiB each. */
const GROWTH_MAX = 8 * 1_024 * 1_024;

test('3,000 origins stay within the bounds', { timeout: 120_000 }, async (t) => {
  const receiver = await startReceiver(t, answering(OK));
  const { http } = givenClient(t);
  const filesBefore = openFiles();
  let filesMax = 0;
  let heapAtMax = 0;
  for (let sent = 0; sent < ORIGINS + ORIGINS_MAX / 2; sent += AT_ONCE) {
    if (sent === ORIGINS_MAX) heapAtMax = heapInUse();
    const sending = Array.from({ length: AT_ONCE }, (_, index) => {
      const name = `n${(sent + index) % ORIGINS}.example`;
      return http.send(givenPost(`http://${name}:${receiver.port}/`));
    });
    for (const result of await Promise.all(sending)) assert.equal(response(result).status, 200);
    filesMax = Math.max(filesMax, openFiles() - filesBefore);
  }
  const growth = heapInUse() - heapAtMax;
  const open = receiver.connections.filter((socket) => !socket.closed).length;
  t.diagnostic(`${filesMax} files at most, ${open} connections, heap +${growth >> 10} KiB`);
  assert.equal(receiver.connections.length, ORIGINS + ORIGINS_MAX / 2, 'let go of, and made anew');
  assert.ok(filesMax <= FILES_MAX, `${filesMax} files were open`);
  assert.ok(open <= ORIGINS_MAX + AT_ONCE, `${open} connections are open`);
  assert.ok(growth < GROWTH_MAX, `memory grew by ${growth} bytes`);
});

test('many connections to many origins stay within the bound of open connections', async (t) => {
  const openMax = 200;
  const receiver = await startReceiver(t, answering(OK));
  const { http } = givenClient(t, { openMax });
  for (let origin = 0; origin < 100; origin += 1) {
    const url = `http://n${origin}.example:${receiver.port}/`;
    const sending = Array.from({ length: 20 }, () => http.send(givenPost(url)));
    for (const result of await Promise.all(sending)) assert.equal(response(result).status, 200);
  }
  assert.ok(receiver.connections.length > 5 * openMax, 'the bound was come up against');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const open = receiver.connections.filter((socket) => !socket.closed).length;
  t.diagnostic(`${open} of ${receiver.connections.length} connections are open`);
  assert.ok(open <= openMax + 20, `${open} connections are open`);
});

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** The heap in use after a full collection, so that garbage does not count. */
function heapInUse(): number {
  assert.ok(typeof collect === 'function');
  collect();
  return process.memoryUsage().heapUsed;
}

function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}
