/**
 * Step 7 at the start: which endpoints have a head, read from the index over heads only, so the
 * cost does not grow with history or backlog. `operation/delivery/lane.ts` reads the heads.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { DispatchStore } from '../../engine/ports/dispatch-store.ts';
import { query } from '../statement.ts';
import type { Connection } from './connection.ts';

/**
 * Parameters: endpoint. The next endpoint that has a head, with its earliest due time: one seek.
 */
export const NEXT_ENDPOINT = query<{ endpoint_key: EndpointKey; due_at: number }>(`
  select endpoint_key, due_at from deliveries indexed by deliveries_heads
  where endpoint_key > ? and state in ('due', 'retrying')
  order by endpoint_key, due_at limit 1`);

/** One index seek per endpoint with work, however many deliveries are open. */
export function endpointsWithHeads(
  db: Connection,
  asked: { readonly shards: readonly number[] },
): Awaited<ReturnType<DispatchStore['endpointsWithHeads']>> {
  const shards = new Set(asked.shards);
  const found: { endpoint: EndpointKey; dueAtMs: number }[] = [];
  let row = db.one(NEXT_ENDPOINT, 0);
  while (row !== undefined) {
    if (shards.has(row.endpoint_key % SHARDS)) {
      found.push({ endpoint: row.endpoint_key, dueAtMs: row.due_at });
    }
    row = db.one(NEXT_ENDPOINT, row.endpoint_key);
  }
  return found;
}
