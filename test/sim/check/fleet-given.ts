/** A history of two processes on one database, for the checkers of what they do together. */
import assert from 'node:assert/strict';
import type { History } from '../../../sim/history.ts';
import type { FleetPlan } from '../../../sim/script/script.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import { CALLING, Given } from './given.ts';

export const LEASE_MS = 15_000;
const MEMBER = { role: 'both', skewMs: 0, ppm: 0 } as const;
const FLEET: FleetPlan = {
  leaseMs: LEASE_MS,
  newsMs: 0,
  lostPercent: 0,
  connectMs: 0,
  members: [MEMBER, MEMBER],
};

/** One delivery, due; its endpoint's shard belongs to life 1, and life 2 is there as well. */
export function twoProcesses(endpointChange: Partial<Endpoint> = {}) {
  const given = new Given();
  given.script = { ...given.script, fleet: FLEET };
  given.note({ what: 'started', life: 2, member: 1, role: 'both', skewMs: 0 });
  const endpoint = given.endpoint(endpointChange);
  const shard = endpoint % SHARDS;
  /** The owner in the database, under the next epoch. */
  let epoch = 0;
  const own = (life: number, from: number | null = null) => {
    epoch += 1;
    given.note({ what: 'owned', life, shards: [{ shard, epoch, from }] });
  };
  own(1);
  const [row] = given.report('call-1', 'CALLING', [CALLING]);
  assert.ok(row);
  given.after(5);
  return { given, endpoint, shard, row, own };
}

/** Gives the shards to these owners in turn; `workers` are the living ones. */
export function rest(owners: readonly (number | null)[], workers: readonly number[]) {
  const shards = Array.from(
    { length: SHARDS },
    (_, shard) => owners[shard % owners.length] ?? null,
  );
  return { shards, workers } satisfies Partial<History['rest']>;
}
