/** A thread is ready, or its start fails and leaves nothing running. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allStarted, startThread } from '../../src/thread/start-thread.ts';

/** The thread of a program that is given as text. */
function start(program: string, workerData: unknown = null) {
  return startThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), workerData);
}

const IMPORT = "import { parentPort, workerData } from 'node:worker_threads';";
/** Ready once, then an echo, which keeps it running. */
const ECHO = `${IMPORT} parentPort.on('message', (said) => parentPort.postMessage(said));
  parentPort.postMessage(workerData);`;
/** `threadId` of a thread that has ended. */
const ENDED = -1;

test('a thread is ready with its first message and has no listener of the start', async () => {
  const worker = await start(ECHO, 'ready');
  assert.equal(worker.listenerCount('error') + worker.listenerCount('exit'), 0);
  const answer = new Promise((resolve) => worker.once('message', resolve));
  worker.postMessage('hello');
  assert.equal(await answer, 'hello');
  await worker.terminate();
});

test('a thread that throws or ends before it is ready is an error of the start', async () => {
  await assert.rejects(start("throw new Error('no file')"), /no file/);
  await assert.rejects(start('process.exit(3)'), /ended with code 3 before it was ready/);
});

test('if one thread does not start, none is left running', async () => {
  const [before, after] = [start(ECHO), start(ECHO)];
  const failing = start("throw new Error('no file')");
  await assert.rejects(allStarted([before, failing, after]), /no file/);
  assert.deepEqual([(await before).threadId, (await after).threadId], [ENDED, ENDED]);
});

test('threads that start are handed on in their order', async () => {
  const starts = [start(ECHO), start(ECHO)];
  const workers = await allStarted(starts);
  assert.deepEqual(workers, await Promise.all(starts));
  assert.ok(workers.every(({ threadId }) => threadId !== ENDED));
  for (const worker of workers) await worker.terminate();
});
