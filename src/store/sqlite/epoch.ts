/**
 * Taking the shards: on this store one process owns every one. The epoch grows each time a process
 * takes them; settlements carry it, so that attempts in flight of an earlier owner write nothing.
 */
import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { Ownership } from '../../engine/ports/dispatch-store.ts';
import type { WriteSession } from './session.ts';

export function own(session: WriteSession): Ownership {
  const epoch = session.nextEpoch();
  const shards = new Map(Array.from({ length: SHARDS }, (_, shard) => [shard, epoch]));
  return { shards, leaseMs: null, surplus: [] };
}
