/**
 * What one sender thread does: takes posts, sends them with an HTTP client of its own, and answers
 * with their results. Posts and results travel many to a message, because a message costs as much
 * as several of them. `sender-threads.ts` is the other side.
 */
import type { SendResult } from '../core/delivery/outcome.ts';
import type { Permit } from '../engine/ports/channel.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';

/** A request without its permit; `id` is unique within the thread. */
export interface Post extends Omit<HttpRequest, 'permit'> {
  readonly id: number;
}

export interface PostResult {
  readonly id: number;
  readonly result: SendResult;
}

/** `ended`: the posts whose permits have ended. Null: send what is in flight, then end. */
export type ToThread = {
  readonly posts: readonly Post[];
  readonly ended: readonly number[];
} | null;

/** The first message is empty: the thread takes posts. */
export type FromThread = readonly PostResult[];

/** Returns the function that takes the posts of a message. */
export function servePosts(
  http: Pick<HttpClient, 'send'>,
  answer: (results: FromThread) => void,
): (message: NonNullable<ToThread>) => void {
  const permits = new Map<number, RemotePermit>();
  let results: PostResult[] = [];

  const tell = (): void => {
    const told = results;
    results = [];
    answer(told);
  };
  const send = async ({ id, ...request }: Post): Promise<void> => {
    const permit = new RemotePermit();
    permits.set(id, permit);
    const result = await http.send({ ...request, permit });
    permits.delete(id);
    // All results of one turn of the event loop share a message.
    if (results.length === 0) setImmediate(tell);
    results.push({ id, result });
  };

  return ({ posts, ended }) => {
    for (const post of posts) void send(post);
    for (const id of ended) permits.get(id)?.end();
  };
}

/** A permit that ends when the main thread says so. */
class RemotePermit implements Permit {
  #holds = true;
  #onEnd: () => void = () => {};

  holds(): boolean {
    return this.#holds;
  }

  onEnd(end: () => void): () => void {
    this.#onEnd = end;
    return () => {
      this.#onEnd = () => {};
    };
  }

  end(): void {
    this.#holds = false;
    this.#onEnd();
  }
}
