/**
 * One SQLite connection with its prepared statements; a statement is prepared once per
 * connection. Does a whole operation at once, or one statement for the hot path. Everything here
 * is synchronous and must run off the event loop, except in tests and the simulator.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Operation, Query, Statement } from '../statement.ts';

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

  /** Each statement as it comes; one that fails ends the operation, and its error is thrown. */
  do<Value>(operation: Operation<Value>): Value {
    let step = operation.next();
    while (step.done !== true) step = operation.next(this.#perform(step.value));
    return step.value;
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
    return this.#change(statement, values);
  }

  /** Inserts one row into a rowid table and answers its key. */
  insert(statement: Query<never>, ...values: readonly SQLInputValue[]): number {
    return this.#insert(statement, values);
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #perform({ want, query, values }: Statement): unknown {
    switch (want) {
      case 'one':
        return this.one(query, ...values);
      case 'all':
        return this.all(query, ...values);
      case 'changes':
        return this.#change(query, values);
      case 'key':
        return this.#insert(query, values);
      case 'lock':
        // There is one writer: no other transaction may change the rows that were read.
        return false;
    }
  }

  #change(statement: Query<unknown>, values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    return Number(this.#prepared(statement).run(...values).changes);
  }

  #insert(statement: Query<unknown>, values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    return Number(this.#prepared(statement).run(...values).lastInsertRowid);
  }

  #prepared(statement: Query<unknown>): StatementSync {
    const present = this.#statements.get(statement);
    if (present !== undefined) return present;
    const prepared = this.database.prepare(statement.sql);
    this.#statements.set(statement, prepared);
    return prepared;
  }
}
