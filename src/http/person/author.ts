/**
 * Who asks for a change, as the services want to know it: the API key or the person, the request
 * and where it came from. It ends up in the audit entry that commits with the change.
 */

import type { FastifyRequest } from 'fastify';
import type { Author } from '../../engine/manage/author.ts';
import { clientAddress } from '../request/client-address.ts';

export function authorOf(request: Pick<FastifyRequest, 'actor' | 'id' | 'ip' | 'ips'>): Author {
  return { actor: request.actor.id, requestId: request.id, address: clientAddress(request) };
}
