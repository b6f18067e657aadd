/**
 * The header `Idempotency-Key` of every POST that makes or changes something: a repeat within 24
 * hours takes no effect and gets the first answer. One pair of hooks serves all routes; a route
 * that makes nothing, or recognises repeats itself, says so in its config. A refusal is not stored,
 * so that the key is free once the cause is gone. Rights are checked before.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedRequest } from '../engine/ports/keyed-request-store.ts';
import type { App } from './app.ts';
import { KEY_HEADER, keyOf, Type } from './schema/shared.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * For a POST that takes no `Idempotency-Key` here. `makes-nothing`: it only reads; `own`: the
     * route reads the header itself.
     */
    repeats?: 'makes-nothing' | 'own';
    /** Set here on requests that take the header. */
    keyed?: true;
  }
}

export const REPLAYED_HEADER = 'idempotent-replayed';

/** For every POST that makes or changes something. */
const KeyedHeaders = Type.Object({
  [KEY_HEADER]: Type.Optional(
    Type.String({
      description:
        '1 to 256 characters of ASCII. The same key with the same request again within 24 hours ' +
        'takes no effect and gets the first answer, with idempotent-replayed: true',
    }),
  ),
});

/** The headers of a repeated answer; all others belong to the present request. */
const KEPT_HEADERS = ['content-type', 'etag', 'location'] as const;

type Begun = WeakMap<FastifyRequest, KeyedRequest>;
type Parts = Pick<Service, 'keyedRequests' | 'emit'>;

/**
 * Must be registered before masking: the stored answer is whole, and is masked when it is sent.
 * Returns the hook that follows auth.
 */
export function registerKeyedRequests(app: App, { keyedRequests, emit }: Parts): () => void {
  const begun: Begun = new WeakMap();
  app.addHook('onRoute', (route) => {
    const { scope, repeats } = route.config ?? {};
    const isPost = route.method === 'POST' && route.url.startsWith('/v1/');
    if (!isPost || scope === null || repeats !== undefined) return;
    route.config = { ...route.config, keyed: true };
    route.schema = { ...route.schema, headers: KeyedHeaders };
  });
  // Both hooks call back at once without a key, because each promise costs every request.
  app.addHook('onSend', (request, reply, payload, done) => {
    const keyed = begun.get(request);
    if (keyed === undefined) {
      done(null, payload);
      return;
    }
    begun.delete(request);
    close(keyed, reply, payload)
      .then(() => done(null, payload))
      .catch(done);
  });
  return () => {
    app.addHook('preHandler', (request, reply, done) => {
      const key = request.headers[KEY_HEADER];
      if (request.routeOptions.config.keyed !== true || key === undefined) {
        done();
        return;
      }
      begin(request, reply, key)
        .then(() => done())
        .catch(done);
    });
  };

  async function begin(request: FastifyRequest, reply: FastifyReply, key: string | string[]) {
    const asked = [request.method, request.url, request.body ?? null];
    const start = await keyedRequests.begin(callerOf(request), keyOf(key), asked);
    if (start.kind === 'begun') {
      begun.set(request, start.request);
      return;
    }
    const { status, headers, body } = start.answer;
    reply.code(status).headers(headers).header(REPLAYED_HEADER, 'true');
    // Waits until the answer is sent, so that the route does not run as well.
    await reply.send(body);
  }

  async function close(keyed: KeyedRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    try {
      if (reply.statusCode >= 300) await keyedRequests.drop(keyed);
      else await keyedRequests.keep(keyed, answerOf(reply, payload));
    } catch (error) {
      // The change has happened, so the caller must get the answer.
      emit({ name: 'store.failed', operation: 'keyed-request', error: String(error) });
    }
  }
}

function callerOf(request: FastifyRequest): string {
  const { scope } = request.routeOptions.config;
  if (scope === 'account') return `account ${request.person.user.id}`;
  if (scope === 'instance') return `instance ${request.instanceKey.id}`;
  return `${request.actor.projectKey} ${request.actor.id}`;
}

function answerOf(reply: FastifyReply, payload: unknown) {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  if (typeof payload === 'string' || payload === undefined || payload === null) {
    return { status: reply.statusCode, headers, body: payload ?? '' };
  }
  throw new Error('the answer to a POST is no text');
}
