/**
 * An endpoint as people see it: its settings, and how its receiver has been doing of late. Reads
 * the health that the dispatcher stored; a list asks once per row, so its page bounds the reads.
 * Source: decisions sections 5 and 11.
 */
import { HEALTHY } from '../core/delivery/health.ts';
import type { Endpoint } from '../core/endpoint/endpoint.ts';
import { showEndpoint } from './schema/endpoint.ts';
import type { Service } from './service.ts';

export async function shownEndpoint(
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  endpoint: Endpoint,
): Promise<ReturnType<typeof showEndpoint>> {
  const runtime = await store.runtime(endpoint.key);
  return showEndpoint(endpoint, runtime?.health ?? HEALTHY, clock.wallMs());
}
