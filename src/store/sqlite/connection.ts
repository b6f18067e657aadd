/**
 * One SQLite connection with its prepared statements; a statement is prepared once per connection.
 * It runs a whole operation, or one statement for the hot path. Everything here is synchronous and
 * must run off the event loop, except in tests and the simulator.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Operation, Query, Statement } from '../statement.ts';
import { NewKeys, withKey } from './new-keys.ts';

export class Connection {
  readonly database: DatabaseSync;
  readonly newKeys: NewKeys;
  readonly #statements = new Map<Query<unknown>, StatementSync>();
  #calls = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.newKeys = new NewKeys(database);
  }

  /** The number of statements run since the connection was opened, for tests. */
  get statementsRun(): number {
    return this.#calls;
  }

  /**
   * Runs an operation statement by statement; a failing statement ends it and its error is thrown.
   */
  do<Value>(operation: Operation<Value>): Value {
    let step = operation.next();
    while (step.done !== true) step = operation.next(this.#perform(step.value));
    return step.value;
  }

  one<Row>(statement: Query<Row>, ...values: readonly SQLInputValue[]): Row | undefined {
    this.#calls += 1;
    // SQLite does not know the type of a row; the constant that holds the text states it.
    return this.#prepared(statement).get(...values) as Row | undefined;
  }

  all<Row>(statement: Query<Row>, ...values: readonly SQLInputValue[]): readonly Row[] {
    this.#calls += 1;
    // As in `one`.
    return this.#prepared(statement).all(...values) as unknown as readonly Row[];
  }

  /** Runs a statement and returns how many rows it changed. */
  run(statement: Query<never>, ...values: readonly SQLInputValue[]): number {
    return this.#change(statement, values);
  }

  /** Inserts one row into a rowid table and returns its key. */
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
        // With a single writer no other transaction can have changed the rows.
        return false;
    }
  }

  #change(statement: Query<unknown>, values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    return Number(this.#prepared(statement).run(...values).changes);
  }

  #insert(statement: Query<unknown>, values: readonly SQLInputValue[]): number {
    this.#calls += 1;
    const key = this.newKeys.of(statement);
    const prepared = this.#prepared(statement);
    const { lastInsertRowid } =
      key === null ? prepared.run(...values) : prepared.run(key, ...values);
    return Number(lastInsertRowid);
  }

  #prepared(statement: Query<unknown>): StatementSync {
    const present = this.#statements.get(statement);
    if (present !== undefined) return present;
    const prepared = this.database.prepare(withKey(statement.sql));
    this.#statements.set(statement, prepared);
    return prepared;
  }
}
