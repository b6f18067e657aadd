/**
 * Statements of the hot path in PostgreSQL's own SQL: they take whole columns as arrays (unnest)
 * and are prepared once per connection under their own names. The file that defines a set knows the
 * meaning of its rows; this file only sends it.
 */
import { hash } from 'node:crypto';
import type pg from 'pg';

/** The name is derived from the text, so that a connection never has two texts under one name. */
export interface Prepared<Row> {
  readonly name: string;
  readonly text: string;
  /** Never present; links the row type to the text. */
  readonly row?: Row;
}

type SetValue = string | number | bigint | null;

export function prepared<Row = never>(text: string): Prepared<Row> {
  return { name: `rp_${hash('sha256', text, 'hex').slice(0, 24)}`, text };
}

/** The value for a whole column is an array, with one entry for each row of the set. */
export async function run<Row>(
  client: pg.ClientBase,
  { name, text }: Prepared<Row>,
  ...values: readonly (SetValue | readonly SetValue[])[]
): Promise<readonly Row[]> {
  // The constant that holds the text states the type of its rows.
  const { rows } = await client.query({ name, text, values: [...values] });
  return rows as readonly Row[];
}
