/**
 * Finds other Ringpost processes on a database, for work that must not run beside them. A process
 * whose machine has failed may be seen until the server notices. Only reads.
 */
import type pg from 'pg';
import { withOneShotConnection } from './one-shot.ts';

/** Connections of running processes; one that starts waits for a lock and then reads again. */
const OTHERS = `select distinct split_part(application_name, ' ', 2) as name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name like 'ringpost %' and application_name <> 'ringpost start'
  order by name`;
/** A sentence for an operator names no more of them. */
const SHOWN_MAX = 3;

/** Host name and number of some of these processes; empty if there are none. */
export async function othersOn(client: Pick<pg.Client, 'query'>): Promise<string> {
  const names = (await namesOn(client)).slice(0, SHOWN_MAX);
  return names.map((name) => `"${name}"`).join(', ');
}

async function namesOn(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(OTHERS);
  return rows.map(({ name }) => name);
}

/** All of them, on a connection of its own. Throws `DatabaseError`. */
export function processNames(url: string): Promise<readonly string[]> {
  return withOneShotConnection(url, namesOn);
}

/** The same on its own connection. Throws `DatabaseError`. */
export function connectedProcesses(url: string): Promise<string> {
  return withOneShotConnection(url, othersOn);
}
