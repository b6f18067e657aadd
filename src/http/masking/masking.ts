/**
 * Masks personal data in a project: every answer passes through this hook, which masks it for
 * viewers and notes in the audit trail who read personal data. An answer without a known schema is
 * not sent to a viewer.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isMasked } from '../../core/person/role-rights.ts';
import { createExpiringCache } from '../../engine/expiring-cache.ts';
import { auditEntry } from '../../engine/manage/author.ts';
import type { UserMembership } from '../../engine/ports/people-store.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import type { Service } from '../service.ts';
import { maskedProblem, maskedReply } from './masked-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `read`: the answer shows personal data, so reading it is noted. `none`: it shows nothing of
     * any call, and is never masked.
     */
    personal?: 'read' | 'none';
  }
  interface FastifyRequest {
    /** Whether personal data is masked for the caller. */
    masked: boolean;
  }
}

/** An open page asks again and again; one entry per this time records that it was read. */
export const NOTED_EVERY_MS = 600_000;
const NOTED_MAX = 10_000;

/** How a member of a project sees an answer; null: an API key, or a project that masks nothing. */
export type Views = WeakMap<FastifyRequest, { readonly masked: boolean }>;

export function noteView(views: Views, request: FastifyRequest, membership: UserMembership): void {
  if (membership.maskForViewers) views.set(request, { masked: isMasked(membership) });
}

export function registerMasking(
  app: App,
  views: Views,
  { audit, clock }: Pick<Service, 'audit' | 'clock'>,
): void {
  const noted = createExpiringCache<true>(clock, {
    entriesMax: NOTED_MAX,
    ttlMs: NOTED_EVERY_MS,
  });
  app.decorateRequest('masked', {
    getter() {
      return views.get(this)?.masked ?? false;
    },
  });

  // Calls back at once for an API key, because a promise would cost every request more.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!views.has(request) || request.routeOptions.config.scope === 'account') {
      done(null, payload);
      return;
    }
    shown(request, reply, payload)
      .then((answer) => done(null, answer))
      .catch(done);
  });

  async function shown(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const { personal } = request.routeOptions.config;
    if (personal === 'read' && reply.statusCode < 300) await note(request);
    if (!request.masked || personal === 'none') return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    return maskedPayload(request, reply.statusCode, type, payload);
  }

  /** Awaited, because data must not be shown unless reading it was noted. */
  async function note(request: FastifyRequest): Promise<void> {
    const operation = operationOf(request);
    const target = targetOf(request);
    const { id, projectKey } = request.actor;
    const key = `${id} ${projectKey} ${operation} ${target}`;
    if (noted.get(key) === true) return;
    const after = { operation, masked: request.masked };
    const entry = auditEntry(
      authorOf(request),
      request.receivedAtMs,
      'personal-data.read',
      target,
      { before: null, after },
    );
    await audit.note(projectKey, entry);
    noted.set(key, true, clock.monoMs());
  }
}

/** A row of an export, masked if the caller needs it. */
export function maskedRow(request: FastifyRequest, schema: unknown, row: unknown): unknown {
  return request.masked ? maskedReply(schema, row) : row;
}

function maskedPayload(
  request: FastifyRequest,
  status: number,
  type: string,
  payload: unknown,
): unknown {
  if (payload === null || payload === undefined || payload === '') return payload;
  if (typeof payload === 'string' && type.startsWith('application/problem+json')) {
    return JSON.stringify(maskedProblem(JSON.parse(payload)));
  }
  if (typeof payload === 'string' && type.startsWith('application/json')) {
    const schema = schemaOf(request, status);
    return JSON.stringify(maskedReply(schema, JSON.parse(payload)));
  }
  // The rows of an export were masked one by one.
  if (/^(?:text\/csv|application\/x-ndjson)\b/.test(type)) return payload;
  throw new Error(`an answer of the type ${type} cannot be masked`);
}

function schemaOf({ routeOptions }: FastifyRequest, status: number): unknown {
  const replies: Readonly<Record<string, unknown>> = Object(routeOptions.schema?.response);
  return replies[status];
}

function operationOf({ routeOptions }: FastifyRequest): string {
  return String(Reflect.get(Object(routeOptions.schema), 'operationId'));
}

/** The record that the address names: the call, the delivery, the result. */
function targetOf({ params, query }: FastifyRequest): string | null {
  const [named] = [...Object.values(Object(params)), Reflect.get(Object(query), 'acwResultId')];
  return typeof named === 'string' ? named : null;
}
