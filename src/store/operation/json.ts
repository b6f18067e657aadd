/**
 * JSON columns, and lists as JSON. This store wrote the text with `JSON.stringify` from the same
 * type, so the type is asserted here once and not checked on every row.
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
