/**
 * Answers the requests of any server: verifies, handles each webhook once and in order, and says
 * the status. `fetch` is for what takes a `Request` (Next.js, Hono, Deno, Bun, workers), `node` for
 * node:http and Express, `answer` for all others. No framework is imported.
 */
import { type Bytes, joined, readBounded } from './bytes.ts';
import { createOrderGuard, type OrderGuard } from './order-guard.ts';
import type { HeadersLike } from './request-headers.ts';
import {
  BODY_BYTES_MAX,
  type ValidWebhook,
  type VerifyOptions,
  verifyWebhook,
} from './verify-webhook.ts';

export interface ReceiverOptions extends Omit<VerifyOptions, 'headers' | 'rawBody' | 'method'> {
  /** If it throws, 500 is answered and the webhook comes again. */
  readonly handle: (webhook: ValidWebhook) => Promise<void> | void;
  /** Default: one that remembers in memory. */
  readonly guard?: OrderGuard;
  /** Told why a request was refused or not handled; default: `console.error`. */
  readonly log?: (text: string, error?: unknown) => void;
}

export interface Receiver {
  /**
   * The status: 204 if it was handled, or need not be handled any more; 500 if `handle` threw; else
   * that of the reason.
   */
  answer(method: string, headers: HeadersLike, rawBody: Uint8Array | string): Promise<number>;
  fetch(request: Request): Promise<Response>;
  /** A handler of node:http and Express. Mount it before what parses bodies. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>;
}

/** The part of `http.IncomingMessage` that is read. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of a framework that read the body: only bytes are of use. */
  readonly body?: unknown;
}

/** The part of `http.ServerResponse` that is used. */
export interface NodeResponse {
  writeHead(status: number): unknown;
  end(): unknown;
}

/** Thrown by `handle` for a webhook that will never be its business: 400, and it comes no more. */
export class NotMeant extends Error {}

export function createReceiver(options: ReceiverOptions): Receiver {
  const { handle, guard = createOrderGuard(), log = console.error, ...verify } = options;
  const answer: Receiver['answer'] = async (method, headers, rawBody) => {
    if (method !== 'POST') return 405;
    const webhook = await verifyWebhook({ ...verify, headers, rawBody });
    if (webhook.kind === 'invalid') {
      log(`webhook refused: ${webhook.reason}: ${webhook.detail}`);
      return webhook.answerStatus;
    }
    try {
      await guard.run(webhook, () => handle(webhook));
      return 204;
    } catch (error) {
      log(`webhook not handled: ${webhook.event}`, error);
      return error instanceof NotMeant ? 400 : 500;
    }
  };
  return {
    answer,
    async fetch(request) {
      const rawBody = await readBounded(request, BODY_BYTES_MAX);
      const status =
        rawBody === null ? 413 : await answer(request.method, request.headers, rawBody);
      return new Response(null, { status });
    },
    async node(request, response) {
      const rawBody = await bodyOf(request);
      if (rawBody === 'parsed') log(PARSED);
      const { method = '', headers } = request;
      const status =
        rawBody === 'parsed'
          ? 500
          : rawBody === null
            ? 413
            : await answer(method, headers, rawBody);
      response.writeHead(status);
      response.end();
    },
  };
}

const PARSED =
  'webhook not handled: the body was parsed before the receiver. Mount it before express.json(), ' +
  'or give it the bytes by express.raw().';

/** Null if it has too many bytes. */
async function bodyOf(request: NodeRequest): Promise<Bytes | 'parsed' | null> {
  const { body } = request;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body !== undefined && body !== null) return 'parsed';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return joined(chunks);
}
