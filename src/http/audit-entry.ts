/**
 * The audit entry of a change asked for over HTTP. It is written in the commit of the change.
 * `before` and `after` must hold no secret: pass what the API would show.
 */
import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../engine/ports/manage-store.ts';

/** `action` such as `endpoint.updated`; `target` null when the change makes it. */
export function auditOf(
  request: Pick<FastifyRequest, 'actor' | 'receivedAtMs' | 'id'>,
  action: string,
  target: string | null,
  before: unknown,
  after: unknown,
): AuditEntry {
  return {
    atMs: request.receivedAtMs,
    actor: request.actor.keyId,
    action,
    target,
    before,
    after,
    requestId: request.id,
  };
}
