/**
 * How many things a project may have. The services refuse early by what they read; a store decides
 * at last, in the transaction that would make one more, so that the limits hold over processes.
 */
import { ServiceError } from '../../core/error/service-error.ts';

/** Every report looks at all of a project's endpoints. */
export const ENDPOINTS_MAX = 200;
export const SOURCES_MAX = 100;
/** Of one source, for its operator to look at. */
export const SOURCE_REQUESTS_MAX = 50;
/** Keys of one project that are neither revoked nor expired. */
export const API_KEYS_MAX = 200;

export function refuseTooMany(what: 'endpoints' | 'sources' | 'API keys', present: number): void {
  const most = { endpoints: ENDPOINTS_MAX, sources: SOURCES_MAX, 'API keys': API_KEYS_MAX }[what];
  if (present < most) return;
  throw new ServiceError('LIMIT_REACHED', `A project has at most ${most} ${what}.`);
}
