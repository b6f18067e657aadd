/**
 * Statements of the hot path in PostgreSQL's own SQL: they take whole columns as arrays (unnest)
 * and are prepared once per connection under their own names. The file that defines a set knows the
 * meaning of its rows; this file only sends it. A wide set is unnested in a `select` list, because
 * `from unnest(...)` first stores each column apart: 2.6 instead of 0.9 us a row of 11 columns.
 */
import { hash } from 'node:crypto';
import type pg from 'pg';
import { arrayOf, type ElementType, type SetValue } from './array.ts';

/** The name is derived from the text, so that a connection never has two texts under one name. */
export interface Prepared<Row> {
  readonly name: string;
  readonly text: string;
  /** The types of the parameters that are columns, by number. */
  readonly columns: ReadonlyMap<number, ElementType>;
  /** Never present; links the row type to the text. */
  readonly row?: Row;
}

const COLUMN = /\$(\d+)::(bigint|smallint|integer|int|text)\[\]/g;

/** The text casts every parameter that is a column, such as `$1::bigint[]`. */
export function prepared<Row = never>(text: string): Prepared<Row> {
  const columns = new Map(
    // The pattern has only these types.
    [...text.matchAll(COLUMN)].map(([, number, type]) => [Number(number), type as ElementType]),
  );
  return { name: `rp_${hash('sha256', text, 'hex').slice(0, 24)}`, text, columns };
}

/** The value for a whole column is an array, with one entry for each row of the set. */
export async function run<Row>(
  client: pg.ClientBase,
  { name, text, columns }: Prepared<Row>,
  ...values: readonly (SetValue | readonly SetValue[])[]
): Promise<readonly Row[]> {
  const sent = values.map((value, index) =>
    typeof value === 'object' && value !== null ? columnOf(columns.get(index + 1), value) : value,
  );
  // The constant that holds the text states the type of its rows.
  const { rows } = await client.query({ name, text, values: sent });
  return rows as readonly Row[];
}

function columnOf(type: ElementType | undefined, values: readonly SetValue[]): Buffer {
  if (type === undefined) throw new Error('a statement casts each parameter that is a column');
  return arrayOf(type, values);
}
