/**
 * Who asks for a change, as the services want to know it: the API key and the request. It ends
 * up in the audit entry that commits with the change.
 */
import type { FastifyRequest } from 'fastify';
import type { Author } from '../engine/manage/author.ts';

export function authorOf(request: Pick<FastifyRequest, 'actor' | 'id'>): Author {
  return { actor: request.actor.keyId, requestId: request.id };
}
