/**
 * Numbered, forward-only migrations for every store: reads `NNNN-name.sql` files and decides which
 * must still run. A file that ran may never change (its SHA-256 is stored). A newer Ringpost may
 * have run more files: as long as none of those says `-- breaking: yes`, this version works on
 * their schema, so that old and new run side by side. Each store runs the migrations itself.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Whether older versions cannot work on the schema that this migration makes. */
  readonly breaking: boolean;
}

export type AppliedMigration = Omit<Migration, 'sql'>;

/** The number of the newest migration before and after; 0: none. */
export interface SchemaChange {
  readonly from: number;
  readonly to: number;
}

type MigrationErrorCode =
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_MISNAMED'
  | 'MIGRATION_NEEDS_STOP'
  | 'SCHEMA_TOO_NEW';

/** Its message says what an operator should do. */
export class MigrationError extends Error {
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string) {
    super(message);
    this.name = 'MigrationError';
    this.code = code;
  }
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
/** Without this line a migration counts as breaking. */
const NOT_BREAKING = /^-- breaking: no\b/;

/** The files of a folder in order. Throws `MigrationError` if one is misnamed or missing. */
export function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== index + 1) {
      throw new MigrationError(
        'MIGRATION_MISNAMED',
        `${join(directory, name)} should be number ${index + 1}, named NNNN-name.sql. ` +
          'Install Ringpost again: its files are incomplete.',
      );
    }
    const sql = readFileSync(join(directory, name), 'utf8');
    return { number, name, sql, checksum: checksumOf(sql), breaking: !NOT_BREAKING.test(sql) };
  });
}

/**
 * The migrations that must still run, in order. Throws `MigrationError` if store and files
 * disagree.
 */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const newest = newestOf(files);
  for (const done of applied) {
    if (done.number > newest && done.breaking) {
      throw new MigrationError(
        'SCHEMA_TOO_NEW',
        `The data was migrated by a newer Ringpost (schema ${done.number}, this one knows ` +
          `${newest} and cannot work with ${done.name}). Start the newer version, or restore a ` +
          'backup made before the upgrade.',
      );
    }
    const file = files.find(({ number }) => number === done.number);
    if (file !== undefined && file.checksum !== done.checksum) {
      throw new MigrationError(
        'MIGRATION_CHANGED',
        `Migration ${file.name} has changed since it ran (it was ${done.checksum}, now ` +
          `${file.checksum}). Restore the original file; a change belongs in a new migration.`,
      );
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  return files.filter(({ number }) => !done.has(number));
}

/**
 * The first migration that breaks older versions; null on an empty store, which no older version
 * uses.
 */
export function firstBreaking(
  pending: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration | null {
  if (applied.length === 0) return null;
  return pending.find(({ breaking }) => breaking) ?? null;
}

/** 0 if there is none. */
export function newestOf(migrations: readonly { readonly number: number }[]): number {
  return Math.max(0, ...migrations.map(({ number }) => number));
}

/** Line ends are normalised, so that a checkout with CRLF has the same checksum. */
function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
