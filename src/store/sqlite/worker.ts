/**
 * The thread of one connection: the entry file of both the writer and the readers. It takes a
 * batch, executes it and posts the outcomes; one message each way per batch. It never blocks the
 * event loop that serves requests, so a slow disk delays only its own callers.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectAfterStart } from '../../thread/collect-after-start.ts';
import { type Message, readRequests, writeAnswer } from './message.ts';
import { openReader, openWriter } from './open.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import { type BatchMessage, readBatch, type WorkerSetup, writeBatch } from './performer.ts';
import { WriteSession } from './session.ts';

start();

function start(): void {
  const port = parentPort;
  if (port === null) throw new Error('worker.ts runs only as a thread of the store');
  // The store starts this thread with a WorkerSetup; a message has no type.
  const setup = workerData as WorkerSetup;
  const perform = performer(setup);
  port.on('message', (message: Message | null) => {
    if (message === null) {
      perform.close();
      port.close();
      return;
    }
    const requests = readRequests<WriteRequest & ReadRequest>(message);
    port.postMessage(writeAnswer(requests, perform.batch(requests)));
  });
  port.postMessage('ready');
  collectAfterStart();
}

interface Performer {
  batch(requests: readonly (WriteRequest & ReadRequest)[]): BatchMessage;
  close(): void;
}

function performer(setup: WorkerSetup): Performer {
  if (setup.role === 'writer') {
    const db = openWriter(setup.directory, setup.maxPages);
    const session = new WriteSession(db);
    return { batch: (requests) => writeBatch(session, requests), close: () => db.close() };
  }
  const db = openReader(setup.directory);
  return { batch: (requests) => readBatch(db, requests), close: () => db.close() };
}
