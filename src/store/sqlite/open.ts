/**
 * Opens the connections of the embedded store and migrates its schema. It asserts the conditions of
 * durability: WAL, `synchronous=FULL` (in replayed power cuts it lost nothing, NORMAL up to
 * hundreds of acknowledged rows) and a SQLite without the WAL-reset fault of 3.7.0 to 3.51.2.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type AppliedMigration,
  newestOf,
  pendingMigrations,
  readMigrations,
  type SchemaChange,
} from '../migrate.ts';
import { query } from '../statement.ts';
import { Connection } from './connection.ts';
import { lockDirectory } from './lock.ts';
import { makePrivateFile } from './private-file.ts';

export const DATABASE_FILE = 'ringpost.db';
export const MIGRATIONS = join(import.meta.dirname, '../../../sql/sqlite');
export const SQLITE_OLDEST = [3, 51, 3] as const;

const BUSY_TIMEOUT_MS = 250;
/**
 * The rest is in the memory of the system. A larger cache gains nothing: 32 MiB cost a delivery 1
 * to 5 microseconds more, since SQLite walks all of it at the end of most commits, up to 1 GiB of
 * file.
 */
const WRITER_CACHE_KIB = 8_192;
const READER_CACHE_KIB = 8_192;
/** A checkpoint every 16 MiB of log: fewer but longer pauses, of the writer thread only. */
const CHECKPOINT_PAGES = 4_000;
const LOG_BYTES_KEPT = 67_108_864;

/** `maxPages` limits the file, so that tests can fill the disk. */
export function openWriter(
  directory: string,
  maxPages: number | null,
  onSchema?: (change: SchemaChange) => void,
): Connection {
  const database = openFile(directory);
  try {
    const change = migrate(database, MIGRATIONS);
    onSchema?.(change);
    if (maxPages !== null) database.exec(`pragma max_page_count = ${maxPages}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return new Connection(database);
}

/**
 * Migrates the store of a directory that no process uses. Throws the errors of `openSqliteStore`.
 */
export function upgradeDirectory(directory: string, migrations = MIGRATIONS): SchemaChange {
  const lock = lockDirectory(directory);
  try {
    const database = openFile(directory);
    try {
      return migrate(database, migrations);
    } finally {
      database.close();
    }
  } finally {
    lock.release();
  }
}

function openFile(directory: string): DatabaseSync {
  const path = join(directory, DATABASE_FILE);
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    assertVersion(database);
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    database.exec('pragma temp_store = memory');
    // Deleted data is overwritten with zeros, so that a deleted call does not stay in the free
    // pages of the file.
    database.exec('pragma secure_delete = on');
    database.exec(`pragma cache_size = ${-WRITER_CACHE_KIB}`);
    database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.exec(`pragma journal_size_limit = ${LOG_BYTES_KEPT}`);
    assertPragma(database, 'journal_mode', 'wal');
    assertPragma(database, 'synchronous', 2);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** A connection that cannot write; opened after the writer has migrated. */
export function openReader(directory: string): Connection {
  const database = new DatabaseSync(join(directory, DATABASE_FILE), {
    timeout: BUSY_TIMEOUT_MS,
    readOnly: true,
  });
  database.exec(`pragma cache_size = ${-READER_CACHE_KIB}`);
  database.exec('pragma temp_store = memory');
  return new Connection(database);
}

const APPLIED = `create table if not exists migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at integer not null,
  breaking integer not null default 1
) strict`;
/** Version 0.1 created the table without this column and had only the first migration. */
const HAS_BREAKING = "select 1 from pragma_table_info('migrations') where name = 'breaking'";
const ADD_BREAKING = 'alter table migrations add column breaking integer not null default 1';
const DONE = 'select number, name, checksum, breaking from migrations order by number';
const NOTE = `insert into migrations (number, name, checksum, breaking, applied_at)
  values (?, ?, ?, ?, unixepoch('subsec') * 1000)`;

/**
 * Runs each file in its own transaction. Throws `MigrationError`. The log is not synced until the
 * first commit after the migrations, which syncs all of it: a power cut before that leaves fewer
 * migrations, which the next start applies, and the first start saves 15 syncs.
 */
export function migrate(database: DatabaseSync, directory: string): SchemaChange {
  database.exec('pragma synchronous = normal');
  try {
    return migrateUnsynced(database, directory);
  } finally {
    database.exec('pragma synchronous = full');
  }
}

function migrateUnsynced(database: DatabaseSync, directory: string): SchemaChange {
  database.exec(APPLIED);
  if (database.prepare(HAS_BREAKING).get() === undefined) database.exec(ADD_BREAKING);
  const done = appliedOn(database);
  const files = readMigrations(directory);
  for (const file of pendingMigrations(files, done)) {
    database.exec('begin exclusive');
    try {
      database.exec(file.sql);
      const { number, name, checksum, breaking } = file;
      database.prepare(NOTE).run(number, name, checksum, Number(breaking));
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }
  const from = newestOf(done);
  return { from, to: Math.max(from, newestOf(files)) };
}

const HAS_MIGRATIONS = "select 1 from sqlite_schema where name = 'migrations'";

/** The migrations that ran on this file; none of a file that was never started. */
export function appliedOn(database: DatabaseSync): readonly AppliedMigration[] {
  if (database.prepare(HAS_MIGRATIONS).get() === undefined) return [];
  return database
    .prepare(DONE)
    .all()
    .map((row) => ({
      number: Number(row.number),
      name: String(row.name),
      checksum: String(row.checksum),
      breaking: Number(row.breaking) === 1,
    }));
}

const SCHEMA_VERSION = query<{ number: number | null }>(
  'select max(number) number from migrations',
);

export function schemaVersion(db: Connection): number {
  return db.one(SCHEMA_VERSION)?.number ?? 0;
}

function assertVersion(database: DatabaseSync): void {
  const text = String(database.prepare('select sqlite_version() v').get()?.v);
  const found = text.split('.').map(Number);
  for (const [index, least] of SQLITE_OLDEST.entries()) {
    const part = found[index] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new Error(
        `SQLite ${text} is too old: ${SQLITE_OLDEST.join('.')} or newer is needed ` +
          '(older ones can damage the log). Start Ringpost with its bundled Node.',
      );
    }
  }
}

function assertPragma(database: DatabaseSync, name: string, wanted: string | number): void {
  const found = database.prepare(`pragma ${name}`).get()?.[name];
  if (found !== wanted) {
    throw new Error(
      `SQLite answered ${name} = ${String(found)} where ${wanted} is needed. The file system of ` +
        'the data directory may not support it; use a local disk.',
    );
  }
}
