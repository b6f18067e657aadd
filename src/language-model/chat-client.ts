/**
 * Sends one POST to the chat server and reads its whole answer, bounded in size and time. Never
 * follows a redirect, inflates an answer, uses a proxy from the environment, or retries. `post`
 * never rejects.
 */
import type { buildConnector, Pool } from 'undici';
import type { Clock } from '../engine/ports/clock.ts';

/** Why there was no answer. `blocked`: the destination guard refused the address. */
export type TransportFault = { readonly kind: 'blocked' | 'error'; readonly detail: string };

export type RawReply =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly body: string;
    }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'encoded' }
  | { readonly kind: 'late' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'fault'; readonly fault: TransportFault };

export interface ChatClient {
  post(body: string, timeoutMs: number): Promise<RawReply>;
  /** Ends the requests in flight and drops every connection. */
  close(): Promise<void>;
}

export interface ChatClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly concurrency: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly connect: buildConnector.connector;
  readonly judge: (error: unknown) => TransportFault;
}

/**
 * 8,000 tokens of an answer are some 32 KiB, and a model's reasoning may be twice that. The
 * connection itself ends any answer at 128 KiB.
 */
export const ANSWER_BYTES_MAX = 100_000;
const HEADER_BYTES_MAX = 16_384;
const KEEP_ALIVE_MS = 30_000;

export function createChatClient(options: ChatClientOptions): ChatClient {
  const { clock, connect, judge } = options;
  const url = new URL(`${options.baseUrl}/chat/completions`);
  const settings: Pool.Options = {
    connect,
    connections: options.concurrency,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The question has a total deadline; undici's are per part, and a slow trickle outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  // Loaded with the first question, because most services have no model.
  let pool: Promise<Pool> | null = null;
  const open = async () => {
    const undici = await import('undici');
    return new undici.Pool(url.origin, settings);
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': options.userAgent,
    ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
  };
  const inFlight = new Set<AbortController>();
  let closed = false;

  const post = async (body: string, timeoutMs: number): Promise<RawReply> => {
    if (closed) return { kind: 'closed' };
    const abort = new AbortController();
    inFlight.add(abort);
    let isLate = false;
    const timer = clock.after(Math.max(0, timeoutMs), () => {
      isLate = true;
      abort.abort();
    });
    try {
      pool ??= open();
      const answer = await (await pool).request({
        method: 'POST',
        path: url.pathname + url.search,
        headers,
        body,
        signal: abort.signal,
      });
      const { statusCode: status, headers: answered } = answer;
      const isPlain = (answered['content-encoding'] ?? 'identity') === 'identity';
      const text = isPlain ? await readBounded(answer.body) : null;
      if (text === null) abort.abort();
      // The status of an error is enough; its page is not read.
      if (text !== null || status >= 300) {
        return { kind: 'response', status, headers: answered, body: text ?? '' };
      }
      return { kind: isPlain ? 'too-long' : 'encoded' };
    } catch (error) {
      if (isLate) return { kind: 'late' };
      return closed ? { kind: 'closed' } : { kind: 'fault', fault: judge(error) };
    } finally {
      timer.cancel();
      inFlight.delete(abort);
    }
  };
  return {
    post,
    async close() {
      closed = true;
      for (const abort of inFlight) abort.abort();
      await (await pool)?.destroy();
    },
  };
}

/** Returns null if it is longer than an answer may be. */
async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
