/**
 * One SQLite connection with its prepared statements. SQL lives in named constants made by
 * `query`, which also says the shape of a row; a statement is prepared once per connection.
 * Everything here is synchronous and must run off the event loop, except in tests and the
 * simulator.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A statement's text; `Row` is what it returns (column name to value). */
export interface Query<Row> {
  readonly sql: string;
  /** Never present; ties the row type to the text. */
  readonly row?: Row;
}

export function query<Row = never>(sql: string): Query<Row> {
  return { sql };
}

export class Connection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<Query<unknown>, StatementSync>();
  #calls = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Statements run since the connection was opened; a test asserts on it. */
  get statementsRun(): number {
    return this.#calls;
  }

  one<Row>(statement: Query<Row>, ...values: readonly SQLInputValue[]): Row | undefined {
    this.#calls += 1;
    // SQLite cannot know the row's shape; the constant that holds the text states it.
    return this.#prepared(statement).get(...values) as Row | undefined;
  }

  all<Row>(statement: Query<Row>, ...values: readonly SQLInputValue[]): readonly Row[] {
    this.#calls += 1;
    // As in `one`.
    return this.#prepared(statement).all(...values) as unknown as readonly Row[];
  }

  /** Runs a statement for its effect; answers how many rows it changed. */
  run(statement: Query<never>, ...values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    return Number(this.#prepared(statement).run(...values).changes);
  }

  /** Inserts one row into a rowid table and answers its key. */
  insert(statement: Query<never>, ...values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    return Number(this.#prepared(statement).run(...values).lastInsertRowid);
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #prepared(statement: Query<unknown>): StatementSync {
    const present = this.#statements.get(statement);
    if (present !== undefined) return present;
    const prepared = this.database.prepare(statement.sql);
    this.#statements.set(statement, prepared);
    return prepared;
  }
}
