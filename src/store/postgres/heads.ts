/**
 * Step 7 on PostgreSQL, the part that differs between stores: which endpoints of some shards have
 * work. `operation/delivery/lane.ts` reads their ready heads for every store.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { DispatchStore } from '../../engine/ports/dispatch-store.ts';
import type { Pool } from './server/pool.ts';
import { prepared, run } from './server/prepared.ts';

/**
 * Parameters: shards, how many there are. One probe of deliveries_heads per endpoint of the shards,
 * however many deliveries are open; there are few endpoints.
 */
export const ENDPOINTS_WITH_HEADS = prepared<{ key: EndpointKey; due_at: number }>(`
  select e.key, d.due_at
  from endpoints e
  cross join lateral (
    select due_at from deliveries
    where endpoint_key = e.key and state in ('due', 'retrying')
    order by due_at limit 1
  ) as d
  where e.key % $2::int = any ($1::int[])
  order by e.key`);

export async function endpointsWithHeads(
  pool: Pool,
  shards: readonly number[],
): ReturnType<DispatchStore['endpointsWithHeads']> {
  const rows = await pool.alone((client) => run(client, ENDPOINTS_WITH_HEADS, shards, SHARDS));
  return rows.map(({ key, due_at }) => ({ endpoint: key, dueAtMs: due_at }));
}
