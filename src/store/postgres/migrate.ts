/**
 * Brings the schema up to date. One process migrates at a time, behind an advisory lock; others
 * that start meanwhile wait and then find nothing to do. Each file is a transaction of its own, so
 * a start that fails leaves whole steps only. Throws `DatabaseError` or `MigrationError`.
 */
import { join } from 'node:path';
import type pg from 'pg';
import { type Migration, pendingMigrations, readMigrations } from '../migrate.ts';
import { assertServer, codeOf, connectOnce, DatabaseError } from './server.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../sql/postgres');

/** `directory`: other files, for tests. */
export interface MigrateOptions {
  readonly url: string;
  readonly unsafe: boolean;
  readonly directory?: string;
}

/** "ringpost", as two numbers: apart from every lock that another program would take. */
const LOCK = [0x72696e67, 0x706f7374] as const;

/** Longer than any migration should take; also bounds the wait for a lock on a table. */
const LOCK_MS = 600_000;

/** Answers the version of the schema. */
export async function migrate({
  url,
  unsafe,
  directory = MIGRATIONS,
}: MigrateOptions): Promise<number> {
  const client = await connectOnce(url);
  try {
    await assertServer(client, unsafe);
    await client.query(`set lock_timeout = ${LOCK_MS}`);
    await client.query('select pg_advisory_lock($1, $2)', [...LOCK]);
    const files = readMigrations(directory);
    await prepare(client);
    for (const file of pendingMigrations(files, await applied(client))) await run(client, file);
    await assertPrivileges(client);
    return files.at(-1)?.number ?? 0;
  } catch (error) {
    throw meaning(error);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

const IS_THERE = "select to_regclass('migrations') is not null as there";
const APPLIED_TABLE = `create table migrations (
  number bigint primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null
)`;

/** Asked for first: even "if not exists" wants the right to make tables. */
async function prepare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(IS_THERE);
  if (rows[0]?.there !== true) await client.query(APPLIED_TABLE);
}

async function applied(client: pg.Client) {
  const text = 'select number::int as number, name, checksum from migrations order by number';
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(text);
  return rows;
}

const NOTE = `insert into migrations (number, name, checksum, applied_at)
  values ($1, $2, $3, floor(extract(epoch from clock_timestamp()) * 1000))`;

async function run(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query(NOTE, [file.number, file.name, file.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** A table that the user may not use in every way; tables of a role that made them before us. */
const FORBIDDEN = `select relname from pg_class
  where relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
    and relkind = 'r' and not (has_table_privilege(oid, 'select')
      and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
      and has_table_privilege(oid, 'delete'))
  order by relname limit 1`;

async function assertPrivileges(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ relname: string }>(FORBIDDEN);
  const [first] = rows;
  if (first !== undefined) throw notAllowed(`it may not read and write "${first.relname}"`);
}

function meaning(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '42501') return notAllowed(error instanceof Error ? error.message : code, error);
  if (code !== '55P03') return error;
  return new DatabaseError(
    'DATABASE_BUSY',
    'Another process has been migrating this database for ten minutes, or holds a table of it. ' +
      'Look at pg_stat_activity, end what hangs, and start again.',
    error,
  );
}

function notAllowed(said: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_PRIVILEGES',
    `This user of the database lacks rights (${said}). Make it the owner of the database, or ` +
      'grant it CREATE and USAGE on the schema and all rights on its tables and sequences.',
    cause,
  );
}
