/** A thread becomes ready, or its start fails and leaves no thread running. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allStarted, startThread } from '../../src/thread/start-thread.ts';

/** Starts a thread with the program of this text. */
function start(program: string, workerData: unknown = null) {
  return startThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), workerData);
}

const IMPORT = "import { parentPort, workerData } from 'node:worker_threads';";
/** Reports ready, then echoes messages, which keeps it running. */
const ECHO = `${IMPORT} parentPort.on('message', (said) => parentPort.postMessage(said));
  parentPort.postMessage(workerData);`;
/** The `threadId` of a thread that has ended. */
const ENDED = -1;

test('a thread is ready with its first message; the listeners of the start are gone', async () => {
  const worker = await start(ECHO, 'ready');
  assert.equal(worker.listenerCount('error') + worker.listenerCount('exit'), 0);
  const answer = new Promise((resolve) => worker.once('message', resolve));
  worker.postMessage('hello');
  assert.equal(await answer, 'hello');
  await worker.terminate();
});

test('a thread that throws or ends before it is ready fails the start', async () => {
  await assert.rejects(start("throw new Error('no file')"), /no file/);
  await assert.rejects(start('process.exit(3)'), /ended with code 3 before it was ready/);
});

test('if one thread does not start, none is left running', async () => {
  const [before, after] = [start(ECHO), start(ECHO)];
  const failing = start("throw new Error('no file')");
  await assert.rejects(allStarted([before, failing, after]), /no file/);
  assert.deepEqual([(await before).threadId, (await after).threadId], [ENDED, ENDED]);
});

test('started threads are returned in their order', async () => {
  const starts = [start(ECHO), start(ECHO)];
  const workers = await allStarted(starts);
  assert.deepEqual(workers, await Promise.all(starts));
  assert.ok(workers.every(({ threadId }) => threadId !== ENDED));
  for (const worker of workers) await worker.terminate();
});
