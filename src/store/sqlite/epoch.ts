/**
 * The epoch: it grows each time a process takes the shards. Settlements carry it, so that attempts
 * in flight of an earlier owner can write nothing. On this store one process owns every shard.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { Ownership } from '../../engine/ports/dispatch-store.ts';
import { query } from '../statement.ts';
import type { WriteSession } from './session.ts';

/** Primary key; the writer is the only one that changes it. */
const EPOCH = query<{ value: string }>("select value from meta where name = 'epoch'");
const NEXT_EPOCH = query(
  "update meta set value = cast(cast(value as integer) + 1 as text) where name = 'epoch'",
);

export function own(session: WriteSession): Ownership {
  session.db.run(NEXT_EPOCH);
  session.epoch = null;
  const epoch = epochOf(session);
  const shards = new Map(Array.from({ length: SHARDS }, (_, shard) => [shard, epoch]));
  return { shards, leaseMs: null, surplus: [] };
}

export function epochOf(session: WriteSession): number {
  session.epoch ??= Number(session.db.one(EPOCH)?.value ?? 0);
  return session.epoch;
}
