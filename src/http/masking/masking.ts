/**
 * Where a project masks what is personal: what goes out to its viewers is masked here, at the one
 * place that every answer passes, and who read something personal is noted in the audit trail. An
 * answer of a form that is not known here goes out to no viewer.
 */
import type { FastifyRequest } from 'fastify';
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
     * `read`: it shows what is personal, so that reading it is noted. `none`: it shows nothing of
     * any call, and is never masked.
     */
    personal?: 'read' | 'none';
  }
  interface FastifyRequest {
    /** Personal data is masked for the caller. */
    masked: boolean;
  }
}

/** A page that is open asks again and again; one entry says that it was looked at. */
export const NOTED_EVERY_MS = 600_000;
const NOTED_MAX = 10_000;

/** How one member of a project sees it; null: an API key, or a project that masks nothing. */
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

  app.addHook('onSend', async (request, reply, payload) => {
    const { personal, scope } = request.routeOptions.config;
    if (!views.has(request) || scope === 'account') return payload;
    if (personal === 'read' && reply.statusCode < 300) await note(request);
    if (!request.masked || personal === 'none') return payload;
    const type = String(reply.getHeader('content-type') ?? '');
    return maskedPayload(request, reply.statusCode, type, payload);
  });

  /** Waited for: what cannot be noted is not shown. */
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
  // Its rows were masked one by one.
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
