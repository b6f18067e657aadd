/**
 * Migrates the schema. One process migrates at a time under an advisory lock; others that start
 * meanwhile wait and then find nothing to do. Each file is its own transaction, so a failed start
 * leaves only whole steps. A file that breaks older versions runs only if no other process is
 * connected. Throws `DatabaseError` or `MigrationError`.
 */
import { join } from 'node:path';
import type pg from 'pg';
import {
  type AppliedMigration,
  firstBreaking,
  type Migration,
  MigrationError,
  newestOf,
  pendingMigrations,
  readMigrations,
  type SchemaChange,
} from '../../migrate.ts';
import { withAdvisoryLock } from './advisory-lock.ts';
import { othersOn } from './connected-processes.ts';
import type { Connection } from './connection.ts';
import { withOneShotConnection } from './one-shot.ts';
import { assertServer, DatabaseError } from './server-check.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../../sql/postgres');

/** `directory`: other files, for tests. */
export interface MigrateOptions {
  readonly url: string;
  readonly unsafe: boolean;
  readonly directory?: string;
}

/** Bounds the wait for a lock on a table while a process migrates. */
const LOCK_MS = 600_000;
/** Longer than any migration should take; other statements have the bound of a start. */
const MIGRATION_MS = 3_600_000;

/** Returns the version of the schema, which may be newer than this code. */
export async function migrate(options: MigrateOptions): Promise<number> {
  return (await upgrade(options)).to;
}

export async function upgrade({
  url,
  unsafe,
  directory = MIGRATIONS,
}: MigrateOptions): Promise<SchemaChange> {
  const work = async (client: Connection) => {
    await assertServer(client, unsafe);
    return await withAdvisoryLock(url, 'migrations', () =>
      bringUp(client, readMigrations(directory)),
    );
  };
  try {
    return await withOneShotConnection(url, work);
  } catch (error) {
    throw meaning(error);
  }
}

async function bringUp(client: pg.Client, files: readonly Migration[]): Promise<SchemaChange> {
  await prepare(client);
  const done = await appliedMigrations(client);
  const pending = pendingMigrations(files, done);
  const breaking = firstBreaking(pending, done);
  if (breaking !== null) await assertAlone(client, breaking);
  for (const file of pending) await run(client, file);
  await assertPrivileges(client);
  const from = newestOf(done);
  return { from, to: Math.max(from, newestOf(files)) };
}

const IS_THERE = "select to_regclass('migrations') is not null as there";
const APPLIED_TABLE = `create table migrations (
  number bigint primary key,
  name text not null,
  checksum text not null,
  breaking boolean not null,
  applied_at bigint not null
)`;

/** Checks for the table first, since even "if not exists" needs the right to create tables. */
async function prepare(client: pg.Client): Promise<void> {
  if (!(await isPrepared(client))) await client.query(APPLIED_TABLE);
}

export async function isPrepared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(IS_THERE);
  return rows[0]?.there === true;
}

const APPLIED =
  'select number::int as number, name, checksum, breaking from migrations order by number';

/** The migrations that ran on this database. The schema must exist. */
export async function appliedMigrations(client: pg.Client): Promise<readonly AppliedMigration[]> {
  return (await client.query<AppliedMigration>(APPLIED)).rows;
}

async function assertAlone(client: pg.Client, { name }: Migration): Promise<void> {
  const shown = await othersOn(client);
  if (shown === '') return;
  throw new MigrationError(
    'MIGRATION_NEEDS_STOP',
    `Migration ${name} cannot run beside an older Ringpost, and there are connections of ` +
      `others (${shown}). Stop every Ringpost on this database, then start this one.`,
  );
}

const NOTE = `insert into migrations (number, name, checksum, breaking, applied_at)
  values ($1, $2, $3, $4, floor(extract(epoch from clock_timestamp()) * 1000))`;

async function run(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await ask(client, file.sql);
    await client.query(NOTE, [file.number, file.name, file.checksum, file.breaking]);
    await ask(client, 'commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function ask(client: pg.Client, text: string): Promise<void> {
  // The driver accepts a timeout for each statement, but its types only know one of the connection.
  const asked: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: MIGRATION_MS };
  await client.query(asked);
}

/** Finds tables on which the user lacks a right, because another role created them. */
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
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === '42501') return notAllowed(error instanceof Error ? error.message : '42501', error);
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
