/**
 * Opens embedded stores on real files in temporary directories, removed when they close.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../../src/store/sqlite/open.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';
import type { OpenStore } from '../given.ts';

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'ringpost-store-'));
}

export function openOn(threads: boolean): OpenStore {
  return async () => {
    const directory = migratedDirectory('ringpost-store-');
    const store = await openSqliteStore({ directory, threads });
    return {
      store,
      dump: async () => dumpOf(directory),
      execute: async (sql) => {
        const database = new DatabaseSync(join(directory, DATABASE_FILE));
        database.exec(sql);
        database.close();
      },
      close: async () => {
        await store.close();
        rmSync(directory, { recursive: true });
      },
    };
  };
}

/** Every row of every table, as a line of text; numbers as texts, because some have 64 bits. */
export function dumpOf(directory: string): string {
  const database = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
    return tables
      .flatMap(({ name }) => {
        const rows = database.prepare(`select * from "${String(name)}"`);
        rows.setReadBigInts(true);
        return rows.all().map((row) => JSON.stringify([name, ...Object.values(row).map(String)]));
      })
      .join('\n');
  } finally {
    database.close();
  }
}
