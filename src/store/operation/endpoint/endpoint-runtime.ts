/**
 * The settings and the health of an endpoint, which the dispatcher needs before it sends (step 7).
 * A deleted endpoint has neither.
 */
import type { EndpointKey } from '../../../core/id.ts';
import type { EndpointRuntime } from '../../../engine/ports/dispatch-store.ts';
import type { Operation } from '../../statement.ts';
import { endpointByKey } from './endpoint-row.ts';
import { storedHealth } from './health.ts';

/** Null for a deleted endpoint too, since nothing is sent to it. */
export function* runtime(endpoint: EndpointKey): Operation<EndpointRuntime | null> {
  const found = yield* endpointByKey(endpoint);
  if (found === null || found.deletedAtMs !== null) return null;
  return { endpoint: found, health: yield* storedHealth(endpoint) };
}
