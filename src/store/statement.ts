/**
 * SQL as values, and operations as generators of statements: what is read and written, and in which
 * order, is written once for every store, and each store performs the statements in its own way
 * (SQLite at once, PostgreSQL over a connection). An operation knows no driver and awaits nothing.
 * The few operations that a store must do in sets to be fast are separate. JSON columns and lists
 * are values of statements too.
 */

/** The values of a statement: numbers are integers, times are epoch milliseconds. */
export type SqlValue = string | number | bigint | null;

/**
 * The text of a statement; `Row` is the type of its rows (column name to value). Placeholders are
 * all `?`, or all numbered (`?1`, `?2`). `indexed by` names the index for SQLite; other stores plan
 * by themselves, and text in a comment is for them.
 */
export interface Query<Row> {
  readonly sql: string;
  /** Never present; links the row type to the text. */
  readonly row?: Row;
}

export function query<Row = never>(sql: string): Query<Row> {
  return { sql };
}

/**
 * `want`: the first row or undefined, every row, how many rows changed, or the key of a new row. A
 * lock returns whether others may write; a store with one writer returns false and runs nothing.
 */
export interface Statement {
  readonly want: 'one' | 'all' | 'changes' | 'key' | 'lock';
  readonly query: Query<unknown>;
  readonly values: readonly SqlValue[];
}

/** Yields statements, receives their results, and returns its value. */
export type Operation<Value> = Generator<Statement, Value, unknown>;

export function* one<Row>(
  statement: Query<Row>,
  ...values: readonly SqlValue[]
): Operation<Row | undefined> {
  // The performer answers with what the statement wants; the constant states the type of its rows.
  return (yield { want: 'one', query: statement, values }) as Row | undefined;
}

export function* all<Row>(
  statement: Query<Row>,
  ...values: readonly SqlValue[]
): Operation<readonly Row[]> {
  // As in `one`.
  return (yield { want: 'all', query: statement, values }) as readonly Row[];
}

/** Runs a statement and returns how many rows it changed. */
export function* change(
  statement: Query<never>,
  ...values: readonly SqlValue[]
): Operation<number> {
  return (yield { want: 'changes', query: statement, values }) as number;
}

/** Inserts one row into a table with a key and returns the key. */
export function* insert(
  statement: Query<never>,
  ...values: readonly SqlValue[]
): Operation<number> {
  return (yield { want: 'key', query: statement, values }) as number;
}

/**
 * The value of a JSON column. This store wrote the text with `JSON.stringify` from the same type,
 * so the type is asserted here once and not checked on every row.
 */
export function readJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

export function readJsonOrNull<Value>(text: string | null): Value | null {
  return text === null ? null : readJson<Value>(text);
}

/** Null for a value that JSON cannot represent (`undefined`), and for null itself. */
export function writeJsonOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value) ?? null;
}

/** A list of keys as one parameter, so that one statement changes any number of rows. */
export const LISTED = '(select cast(value as integer) from json_each(?))';

/** The value of `LISTED`. */
export function listOf(rows: readonly { readonly key: number }[]): string {
  return JSON.stringify(rows.map(({ key }) => key));
}

/** A list of texts; null if there is none. */
export function listOrNull(values: readonly string[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : JSON.stringify(values);
}
