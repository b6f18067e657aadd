/**
 * Where `bench/capacity.ts` measures: a service on an empty database of its own, and what the
 * database says of itself. Bytes kept are pages in use, those of the log included; bytes written
 * are all that the service wrote to the disk, or PostgreSQL's log.
 */
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import type { PostgresServer } from '../../test/support/postgres.ts';
import { type ServiceProcess, startService } from '../../test/support/service-process.ts';
import { withDatabase } from '../database.ts';

export interface CapacityPlace {
  readonly service: ServiceProcess;
  /** Deliveries that have ended, delivered or given up. */
  ended(): Promise<number>;
  /** Bytes in use. */
  kept(): Promise<number>;
  /** Bytes so far. */
  written(): Promise<number>;
  /** The size of the file `-wal`; null on PostgreSQL, where the server bounds its log. */
  logFile(): number | null;
  /** The connections of the service now; null on the embedded store. */
  connections(): Promise<number | null>;
  /** Gives room of changed rows back. */
  tidy(): Promise<void>;
}

const ENDED = 'select count(*) as value from deliveries where closed_at is not null';
const PAGES = `select (page_count - freelist_count) * page_size as value
  from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`;
const TABLES = `select sum(pg_total_relation_size(oid))::float8 as value from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;
const LOG = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as value";
const CONNECTIONS = `select count(*)::float8 as value from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

export async function inDirectory<Value>(
  work: (place: CapacityPlace) => Promise<Value>,
): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  const service = await startService({ directory });
  const database = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
  const ask = async (sql: string): Promise<number> => Number(database.prepare(sql).get()?.value);
  try {
    return await work({
      service,
      ended: () => ask(ENDED),
      kept: () => ask(PAGES),
      written: async () => writtenBy(service.pid),
      logFile: () => statSync(join(directory, `${DATABASE_FILE}-wal`)).size,
      connections: async () => null,
      tidy: async () => {},
    });
  } finally {
    database.close();
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

export function onServer<Value>(
  server: PostgresServer,
  work: (place: CapacityPlace) => Promise<Value>,
): Promise<Value> {
  return withDatabase(server, async (url) => {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
    const environment = {
      RINGPOST_DATABASE_URL: url,
      RINGPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const service = await startService({ directory, environment });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const ask = async (sql: string): Promise<number> => {
      const { rows } = await client.query<{ value: string | number }>(sql);
      return Number(rows[0]?.value);
    };
    try {
      return await work({
        service,
        ended: () => ask(ENDED),
        kept: () => ask(TABLES),
        written: () => ask(LOG),
        logFile: () => null,
        connections: () => ask(CONNECTIONS),
        tidy: async () => {
          await client.query('vacuum');
        },
      });
    } finally {
      await client.end();
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
}

/** The kernel's count of bytes that a process gave to the disk. */
function writtenBy(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8');
  return Number(/^write_bytes: (\d+)$/m.exec(text)?.[1]);
}
