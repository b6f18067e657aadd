/**
 * One delivery in full, together with its endpoint's plan of further attempts. Every route that
 * answers with a single delivery shows it so. Source: S12.14.
 */
import type { Actor } from '../../engine/manage/actor.ts';
import type { DeliveryDetail } from '../../engine/ports/query-store.ts';
import { showDeliveryDetails } from '../schema/delivery.ts';
import type { Service } from '../service.ts';
import { shownStateOf } from './shown-state.ts';

export async function deliveryDetails(
  service: Pick<Service, 'store' | 'dispatcher' | 'clock'>,
  { projectKey }: Pick<Actor, 'projectKey'>,
  row: DeliveryDetail,
): Promise<ReturnType<typeof showDeliveryDetails>> {
  const endpoint = await service.store.endpoint({ projectKey, key: row.endpoint });
  if (endpoint === null) throw new Error('a delivery without an endpoint');
  return showDeliveryDetails(row, shownStateOf(service, row), endpoint);
}
