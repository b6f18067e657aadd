/**
 * SQL as values, and operations as generators of statements: what is read and written, and in
 * which order, is said once for every store, and each store performs the statements in its own
 * way (SQLite at once, PostgreSQL over a connection). An operation knows no driver and awaits
 * nothing. The few that a store must do in sets to be fast are its own.
 */

/** What a statement takes: numbers are whole, times are epoch milliseconds. */
export type SqlValue = string | number | bigint | null;

/**
 * A statement's text; `Row` is what it returns (column name to value). Placeholders are `?`, or
 * `?1`, `?2` throughout. `indexed by` names the index for SQLite; the others plan for themselves,
 * and what stands in a comment is for them.
 */
export interface Query<Row> {
  readonly sql: string;
  /** Never present; ties the row type to the text. */
  readonly row?: Row;
}

export function query<Row = never>(sql: string): Query<Row> {
  return { sql };
}

/**
 * `want`: the first row or undefined, every row, how many rows changed, the key of a new row. A
 * lock answers whether others may write; a store with one writer answers no and runs nothing.
 */
export interface Statement {
  readonly want: 'one' | 'all' | 'changes' | 'key' | 'lock';
  readonly query: Query<unknown>;
  readonly values: readonly SqlValue[];
}

/** Yields statements, takes their results, answers its value. */
export type Operation<Value> = Generator<Statement, Value, unknown>;

export function* one<Row>(
  statement: Query<Row>,
  ...values: readonly SqlValue[]
): Operation<Row | undefined> {
  // Who performs a statement answers with what was wanted; the text's constant states the row.
  return (yield { want: 'one', query: statement, values }) as Row | undefined;
}

export function* all<Row>(
  statement: Query<Row>,
  ...values: readonly SqlValue[]
): Operation<readonly Row[]> {
  // As in `one`.
  return (yield { want: 'all', query: statement, values }) as readonly Row[];
}

/** For its effect; answers how many rows it changed. */
export function* change(
  statement: Query<never>,
  ...values: readonly SqlValue[]
): Operation<number> {
  return (yield { want: 'changes', query: statement, values }) as number;
}

/** Inserts one row into a table with a key and answers the key. */
export function* insert(
  statement: Query<never>,
  ...values: readonly SqlValue[]
): Operation<number> {
  return (yield { want: 'key', query: statement, values }) as number;
}
