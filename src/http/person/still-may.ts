/**
 * Whether a caller still has the right to an answer that lasts, such as a stream. It is looked up
 * again as for a new request. Must never take a failure of the store for a refusal.
 */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { Service } from '../service.ts';
import { actorOfKey, isScope, membershipOf } from './auth.ts';
import { personOf } from './person.ts';

type Parts = Pick<Service, 'apiKeys' | 'people' | 'publicUrl'>;

const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_SAME_ORIGIN']);

export async function stillMay(request: FastifyRequest, service: Parts): Promise<boolean> {
  const { scope, roles = [] } = request.routeOptions.config;
  if (scope === null || scope === undefined) throw new Error('a public route has no actor');
  try {
    if (request.headers.authorization !== undefined) {
      const actor = await actorOfKey(request, service);
      return actor !== null && isScope(scope) && actor.scopes.has(scope);
    }
    const person = await personOf(request, service);
    if (person === null) return false;
    membershipOf(request, person, scope, roles);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && REFUSALS.has(error.code)) return false;
    throw error;
  }
}
