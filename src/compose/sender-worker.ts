/**
 * The entry file of a sender thread: an HTTP client with the real clock and the guard of the
 * process. It ends when it is told to and nothing is in flight any more.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createGuard } from '../channel/destination-guard.ts';
import { createHttpClient } from '../channel/http-client.ts';
import { servePosts, type ToThread } from '../channel/sender-thread.ts';
import { systemClock } from '../system/clock.ts';
import { collectAfterStart } from '../thread/collect-after-start.ts';

start();

function start(): void {
  const port = parentPort;
  if (port === null) throw new Error('sender-worker.ts runs only as a thread that sends');
  // `open-http-client.ts` starts this thread with the options of the guard; a message has no type.
  const guard = createGuard(workerData as Parameters<typeof createGuard>[0]);
  const http = createHttpClient({ clock: systemClock, guard });
  const serve = servePosts(http, (results) => port.postMessage(results));
  port.on('message', async (message: ToThread) => {
    if (message !== null) return serve(message);
    await http.close();
    // After the results of the last turn.
    setImmediate(() => port.close());
  });
  port.postMessage([]);
  collectAfterStart();
}
