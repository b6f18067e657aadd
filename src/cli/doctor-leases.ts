/**
 * The check of `ringpost doctor` for leases: whether a worker sends for every shard of the shared
 * store, as the database sees it. Only reads.
 */
import { otherProcesses } from '../compose/open-store.ts';
import { openSnapshot } from '../compose/open-transfer.ts';
import type { Settings } from '../config/settings.ts';
import { SHARDS } from '../core/endpoint/endpoint.ts';
import { one, query } from '../store/statement.ts';
import { type Check, good, wrong } from './check.ts';

/** By the clock of the database, as the leases are. PostgreSQL alone. */
const OWNED = query<{ owned: number }>(
  'select count(*) owned from shards where lease_until > clock_timestamp()',
);

export async function checkLeases(settings: Settings): Promise<readonly Check[]> {
  const processes = await otherProcesses(settings);
  if (processes.length === 0) return [good('leases', 'no process is connected to the database')];
  const snapshot = await openSnapshot(settings);
  try {
    const owned = Number((await snapshot.perform(one(OWNED)))?.owned ?? 0);
    const names = processes.join(', ');
    const shown = `workers send for ${owned} of ${SHARDS} shards; connected: ${names}`;
    return [
      owned === SHARDS
        ? good('leases', shown)
        : wrong('leases', `${shown}. Endpoints of the others wait: start a worker, or wait 20 s`),
    ];
  } finally {
    await snapshot.close();
  }
}
