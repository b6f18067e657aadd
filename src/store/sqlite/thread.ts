/**
 * Performs the batches: on a worker thread per connection, or by the same functions in this thread.
 * A thread that dies rejects its requests and reports it; it is not restarted, because only a
 * restart of the process can find out which of its requests are on disk.
 */
import { messageOf } from '../../core/error/service-error.ts';
import { startThread } from '../../thread/start-thread.ts';
import type { Performer } from './backend.ts';
import type { Connection } from './connection.ts';
import { unavailable } from './failure.ts';
import { type Message, readAnswer, writeRequests } from './message.ts';
import { openReader, openWriter } from './open.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import { type BatchMessage, readBatch, type WorkerSetup, writeBatch } from './performer.ts';
import { WriteSession } from './session.ts';

const ENTRY = new URL('./worker.ts', import.meta.url);

/** Starts a thread; resolves when it has opened its connection. */
export async function performOnThread<Request extends WriteRequest | ReadRequest>(
  setup: WorkerSetup,
): Promise<Performer<Request> & { terminate(): Promise<unknown> }> {
  const worker = await startThread(ENTRY, setup);
  let answer: PromiseWithResolvers<Message> | null = null;
  let report: ((detail: string) => void) | null = null;
  const die = (why: string) => {
    const detail = `The ${setup.role} thread of the store has ended: ${why}. Restart Ringpost.`;
    answer?.reject(unavailable(detail));
    report?.(detail);
    report = null;
  };
  worker.on('message', (message: Message) => answer?.resolve(message));
  worker.on('error', (error) => die(messageOf(error)));
  worker.on('exit', (code) => die(`exit code ${code}`));
  return {
    perform: async (requests) => {
      answer = Promise.withResolvers();
      worker.postMessage(writeRequests(requests));
      return readAnswer(requests, await answer.promise);
    },
    /** Ends the thread in the middle of its work. */
    terminate: () => worker.terminate(),
    onDeath: (listener) => {
      report = listener;
    },
    close: async () => {
      if (report === null) return;
      report = null;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage(null);
      await ended;
    },
  };
}

/** Starts a thread with its first batch, which waits for it. A failed start is tried again. */
export function startAtFirstUse<Request>(
  start: () => Promise<Performer<Request>>,
): Performer<Request> {
  let started: Performer<Request> | null = null;
  let report: (detail: string) => void = () => {};
  const begin = async (): Promise<Performer<Request>> => {
    const performer = await start().catch((error) => {
      throw unavailable(`A thread of the store did not start: ${messageOf(error)}.`);
    });
    performer.onDeath(report);
    return performer;
  };
  return {
    perform: async (requests) => {
      started ??= await begin();
      return started.perform(requests);
    },
    onDeath: (listener) => {
      report = listener;
    },
    close: async () => started?.close(),
  };
}

/** Without threads: the same operations, executed before `perform` returns. */
export function performHere(setup: Omit<WorkerSetup, 'role'>): {
  readonly writer: Performer<WriteRequest>;
  readonly reader: Performer<ReadRequest>;
} {
  const db = openWriter(setup.directory, setup.maxPages);
  const session = new WriteSession(db);
  const readerDb = openReader(setup.directory);
  return {
    writer: here(db, (requests) => writeBatch(session, requests)),
    reader: here(readerDb, (requests) => readBatch(readerDb, requests)),
  };
}

function here<Request>(
  db: Connection,
  perform: (requests: readonly Request[]) => BatchMessage,
): Performer<Request> {
  return {
    perform: async (requests) => perform(requests),
    onDeath: () => {},
    close: async () => db.close(),
  };
}
