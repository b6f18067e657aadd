/**
 * Gives the keys of new calls, firings and deliveries. If the newest row of a table is deleted,
 * SQLite would give its key to the next row, and an attempt in flight would then settle a delivery
 * that it never sent. A process commits each key once; a key that was rolled back goes to the next
 * row. What an earlier process had in flight is fenced by its epoch.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Query } from '../statement.ts';

/** The statement inserts one row and lists columns and values, but not the key. */
const INSERT = /^(\s*insert into (calls|firings|deliveries) \()([^)]*\)\s+values \()/;

export class NewKeys {
  readonly #database: DatabaseSync;
  #last = new Map<string, number>();
  readonly #tables = new Map<Query<unknown>, string | null>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** The key of the row that the statement inserts; null: SQLite chooses it. */
  of(statement: Query<unknown>): number | null {
    const table = this.#tableOf(statement);
    if (table === null) return null;
    const key = (this.#last.get(table) ?? this.#newest(table)) + 1;
    this.#last.set(table, key);
    return key;
  }

  /** The newest key of each table in which this process has inserted a row. */
  given(): ReadonlyMap<string, number> {
    return new Map(this.#last);
  }

  /** Called after a rollback with what was given before the transaction began. */
  takeBack(given: ReadonlyMap<string, number>): void {
    this.#last = new Map(given);
  }

  #tableOf(statement: Query<unknown>): string | null {
    const known = this.#tables.get(statement);
    if (known !== undefined) return known;
    const table = INSERT.exec(statement.sql)?.[2] ?? null;
    this.#tables.set(statement, table);
    return table;
  }

  #newest(table: string): number {
    const row = this.#database.prepare(`select max(key) newest from ${table}`).get();
    return Number(row?.newest ?? 0);
  }
}

/** The text with the key as first column; without change for tables whose keys SQLite chooses. */
export function withKey(sql: string): string {
  return sql.replace(INSERT, '$1key, $3?, ');
}
