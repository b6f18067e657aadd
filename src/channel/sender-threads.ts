/**
 * Step 8 on several cores: an HTTP client that hands its requests to threads, of which each has
 * connections of its own. The event loop of the service keeps lanes, slots and judgement; the
 * threads do the work of sockets, TLS and HTTP. It is for a process whose deliveries no other
 * process may send: a permit that ends is told to the thread, so a few more bytes may be written
 * (docs/decisions/0046).
 */

import type { Worker } from 'node:worker_threads';
import type { SendResult } from '../core/delivery/outcome.ts';
import { messageOf } from '../core/error/service-error.ts';
import { PERMIT_ENDED } from './exchange.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';
import { type Failure, failure } from './send-failure.ts';
import type { FromThread, Post, ToThread } from './sender-thread.ts';

/** How many more requests than the least busy thread the thread of an origin may have in flight. */
const AHEAD_MAX = 16;

const CLOSED = failure('network', 'The service is shutting down.');
const DIED = failure('network', 'The thread that sent it has ended.');

/**
 * `local` looks at addresses for operators and closes last. `onFatal`: a thread died by itself;
 * what it had in flight ends as failed, and its process must end.
 */
export function sendOnThreads(
  workers: readonly Worker[],
  local: HttpClient,
  onFatal: (detail: string) => void,
): HttpClient {
  const threads = workers.map((worker) => new SenderThread(worker, onFatal));
  let closed = false;

  return {
    send: (request) => {
      if (!request.permit.holds()) return failed(PERMIT_ENDED);
      if (closed) return failed(CLOSED);
      return threadFor(request, threads).send(request);
    },
    connect: (url) => local.connect(url),
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
      await local.close();
    },
  };
}

async function failed(why: Failure): Promise<SendResult> {
  return { ...why, durationMs: 0 };
}

/** The same thread for an origin, so that its connections are used again, unless it is behind. */
function threadFor({ url }: HttpRequest, threads: readonly SenderThread[]): SenderThread {
  const least = threads.reduce((one, other) => (other.inFlight < one.inFlight ? other : one));
  const own = threads[hashOf(originOf(url)) % threads.length] ?? least;
  return own.inFlight - least.inFlight > AHEAD_MAX ? least : own;
}

/** Scheme, host and port; what is no URL fails in the thread. */
function originOf(url: string): string {
  const end = url.indexOf('/', 'https://'.length);
  return end < 0 ? url : url.slice(0, end);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  }
  return hash;
}

interface Waiting {
  settle(result: SendResult): void;
  /** Removes the listener for the end of the permit. */
  unhear(): void;
}

class SenderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #nextId = 0;
  #posts: Post[] = [];
  #ended: number[] = [];
  #isFlushing = false;
  #isClosing = false;

  constructor(worker: Worker, onFatal: (detail: string) => void) {
    this.#worker = worker;
    worker.on('message', (results: FromThread) => this.#settle(results));
    this.#exited = new Promise((resolve) => {
      const die = (why: string): void => {
        this.#failAll();
        if (!this.#isClosing) onFatal(`A sender thread has ended: ${why}. Restart Ringpost.`);
        this.#isClosing = true;
        resolve();
      };
      worker.once('error', (error) => die(messageOf(error)));
      worker.once('exit', (code) => die(`exit code ${code}`));
    });
  }

  get inFlight(): number {
    return this.#waiting.size;
  }

  send({ permit, ...request }: HttpRequest): Promise<SendResult> {
    return new Promise((settle) => {
      this.#nextId += 1;
      const id = this.#nextId;
      const unhear = permit.onEnd(() => {
        this.#ended.push(id);
        this.#flushSoon();
      });
      this.#waiting.set(id, { settle, unhear });
      this.#posts.push({ id, ...request });
      this.#flushSoon();
    });
  }

  /** Resolves when everything in flight has ended and the thread is gone. */
  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      this.#flush();
      this.#worker.postMessage(null satisfies ToThread);
    }
    await this.#exited;
  }

  /** All posts of one turn of the event loop share a message. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    if (this.#posts.length + this.#ended.length === 0) return;
    this.#worker.postMessage({ posts: this.#posts, ended: this.#ended } satisfies ToThread);
    this.#posts = [];
    this.#ended = [];
  }

  #settle(results: FromThread): void {
    for (const { id, result } of results) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      waiting?.unhear();
      waiting?.settle(result);
    }
  }

  #failAll(): void {
    this.#settle(
      [...this.#waiting.keys()].map((id) => ({ id, result: { ...DIED, durationMs: 0 } })),
    );
  }
}
