/**
 * A plugin of Fastify around a receiver, as `app.register(fastifyWebhook(receiver, '/hooks'))`. Its
 * own context gets bodies as bytes; the routes beside it keep their parsers.
 */
import type { Receiver } from './receiver.ts';
import { BODY_BYTES_MAX } from './verify-webhook.ts';

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: (request: unknown, body: unknown, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown;
}

interface FastifyRequestLike {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

interface FastifyReplyLike {
  code(status: number): { send(): unknown };
}

export function fastifyWebhook(
  receiver: Receiver,
  path: string,
): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX } as const;
    app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    app.post(path, async ({ method, headers, body }, reply) => {
      const rawBody = body instanceof Uint8Array ? body : '';
      return reply.code(await receiver.answer(method, headers, rawBody)).send();
    });
  };
}
