/**
 * Endpoints as the API shows them: their settings, warnings, and the recent health of their
 * receivers. Reads the health that the dispatcher stored, for a whole page at once. Source: S12.10,
 * S12.11.
 */
import { HEALTHY } from '../../core/delivery/health.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { SavedEndpoint } from '../../engine/endpoint/endpoint-secret.ts';
import { showEndpoint } from '../schema/endpoint.ts';
import type { Service } from '../service.ts';

export type ShownEndpoint = ReturnType<typeof showEndpoint>;
type ServiceParts = Pick<Service, 'store' | 'clock'> & {
  readonly endpoints: Pick<Service['endpoints'], 'warnings'>;
};

export async function shownEndpoint(
  service: ServiceParts,
  endpoint: Endpoint,
): Promise<ShownEndpoint> {
  const [shown] = await shownEndpoints(service, [endpoint]);
  if (shown === undefined) throw new Error('a page of one endpoint shows one');
  return shown;
}

/** Includes the secret if one was just created for the endpoint. */
export async function savedEndpoint(
  service: ServiceParts,
  endpoint: SavedEndpoint,
): Promise<ShownEndpoint & { newSecret?: string }> {
  const { newSecret } = endpoint;
  const shown = await shownEndpoint(service, endpoint);
  return newSecret === undefined ? shown : { ...shown, newSecret };
}

/** All endpoints must be of one project. */
export async function shownEndpoints(
  { store, clock, endpoints: { warnings } }: ServiceParts,
  endpoints: readonly Endpoint[],
): Promise<ShownEndpoint[]> {
  const [first] = endpoints;
  if (first === undefined) return [];
  const keys = endpoints.map(({ key }) => key);
  const health = await store.healthOf({ projectKey: first.projectKey, endpoints: keys });
  const nowMs = clock.wallMs();
  return endpoints.map((endpoint, at) =>
    showEndpoint(endpoint, health[at] ?? HEALTHY, warnings(endpoint), nowMs),
  );
}
