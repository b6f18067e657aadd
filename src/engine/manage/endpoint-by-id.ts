/**
 * Finds an endpoint by its id within one project. Deleted endpoints remain visible only in their
 * history.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, type ProjectKey, parseId } from '../../core/id.ts';
import type { EndpointStore } from '../ports/manage-store.ts';

/** Throws NOT_FOUND, also for an endpoint of another project. */
export async function endpointById(
  store: Pick<EndpointStore, 'endpoint'>,
  projectKey: ProjectKey,
  id: string,
): Promise<Endpoint> {
  const parts = parseId('ep', id);
  const endpoint =
    parts === null
      ? null
      : await store.endpoint({ projectKey, key: asKey<EndpointKey>(parts.key) });
  if (endpoint === null || endpoint.id !== id || endpoint.deletedAtMs !== null) {
    throw noEndpoint();
  }
  return endpoint;
}

export function noEndpoint(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such endpoint.');
}
