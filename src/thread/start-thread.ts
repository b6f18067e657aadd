/**
 * Starts threads that post a message when they are ready. A thread that fails before it is ready is
 * an error of the start, and must never leave another one running, which would keep the process
 * alive. Used by the embedded store and by the threads that send.
 */
import { Worker } from 'node:worker_threads';

/** Resolves with the first message; rejects if the thread throws or ends before it. */
export async function startThread(entry: URL, workerData: unknown): Promise<Worker> {
  const worker = new Worker(entry, { workerData });
  const ready = Promise.withResolvers<void>();
  const onExit = (code: number) =>
    ready.reject(new Error(`a thread ended with code ${code} before it was ready`));
  worker.once('message', ready.resolve);
  worker.once('error', ready.reject);
  worker.once('exit', onExit);
  await ready.promise;
  worker.off('error', ready.reject);
  worker.off('exit', onExit);
  return worker;
}

/** All or none: if one does not start, those that did are ended before this rejects. */
export async function allStarted<Starts extends readonly Promise<Running>[] | []>(starts: Starts) {
  try {
    return await Promise.all(starts);
  } catch (error) {
    for (const start of await Promise.allSettled<Running>(starts)) {
      if (start.status === 'fulfilled') await start.value.terminate();
    }
    throw error;
  }
}

interface Running {
  terminate(): Promise<unknown>;
}
