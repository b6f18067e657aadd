/**
 * Translates the shared SQL for PostgreSQL: numbered placeholders, no index hints, lists from JSON,
 * 64-bit integers by name, no `+` before a column, and the text in comments, which SQLite skips.
 * Nothing else: statements that differ more are written for each store. Must never change a quoted
 * text.
 */
import type { Query } from '../../statement.ts';

const texts = new WeakMap<Query<unknown>, string>();

/** Translated once per statement. */
export function textOf(query: Query<unknown>): string {
  const present = texts.get(query);
  if (present !== undefined) return present;
  const text = translate(query.sql);
  texts.set(query, text);
  return text;
}

export function translate(sql: string): string {
  let next = 0;
  const nextNumber = () => {
    next += 1;
    return String(next);
  };
  // Odd pieces are quoted texts, which stay unchanged.
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((piece, index) => (index % 2 === 1 ? piece : plain(piece, nextNumber)))
    .join('');
}

function plain(sql: string, nextNumber: () => string): string {
  return sql
    .replace(/\s+indexed by \w+/g, '')
    .replace(/\/\*(.*?)\*\//g, '$1')
    .replace(/\?(\d*)/g, (_, number: string) => `$${number === '' ? nextNumber() : number}`)
    .replace(/json_each\((\$\d+)\)/g, 'json_array_elements_text($1::json) as list (value)')
    .replace(/\bas integer\)/g, 'as bigint)')
    .replace(/([\s(])\+(\w+\.\w+)/g, '$1$2');
}
