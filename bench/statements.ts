/**
 * The time of each statement on the server, by PostgreSQL's own count (pg_stat_statements), for a
 * run with `--profile`. Counting costs some per cent, so do not quote the rates of such a run.
 */
import pg from 'pg';
import type { PostgresServer } from '../test/support/postgres.ts';

/** Settings that make a server count. */
export const STATEMENTS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
  'track_io_timing=on',
];

const SHOWN = 25;

/** The most expensive first, over all databases of the server. */
export async function showStatements(server: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const { rows } = await client.query<Record<string, string>>(
    `select round(sum(total_exec_time + total_plan_time)) as ms, sum(calls) as calls,
      round((sum(total_exec_time) / sum(calls))::numeric, 3) as each,
      sum(rows) as rows, sum(wal_records) as wal_records, round(sum(wal_bytes) / 1024) as wal_kib,
      sum(shared_blks_hit) as pages,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
    from pg_stat_statements where calls > 0
    group by query order by sum(total_exec_time) desc limit ${SHOWN}`,
  );
  await client.end();
  console.log('ms in all | calls | ms each | rows | WAL records | WAL KiB | pages | statement');
  for (const row of rows) console.log(Object.values(row).join(' | '));
}
