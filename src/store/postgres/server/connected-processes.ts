/**
 * The other Ringposts that are connected to a database: what must not happen beside them asks here
 * first. A process whose machine is gone may be seen until the server notices. Only reads.
 */
import type pg from 'pg';
import { withOneShotConnection } from './one-shot.ts';

/** Connections of processes that run; one that starts waits for a lock and then looks anew. */
const OTHERS = `select distinct split_part(application_name, ' ', 2) as name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name like 'ringpost %' and application_name <> 'ringpost start'
  order by name limit 3`;

/** Machine and number of some of these processes; empty when there are none. */
export async function othersOn(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>(OTHERS);
  return rows.map((row) => `"${row.name}"`).join(', ');
}

/** The same with a connection of its own. Throws `DatabaseError`. */
export function connectedProcesses(url: string): Promise<string> {
  return withOneShotConnection(url, othersOn);
}
