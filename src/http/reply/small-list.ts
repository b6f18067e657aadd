/**
 * Pages of a list that is small enough to be read whole (keys, sources of a project): the same
 * cursors as everywhere, over rows in the order of their keys.
 */
import { keyOfCursor, pageFrom, pageLimit } from './cursor.ts';

export function pageOfAll<Row, Item>(
  rows: readonly Row[],
  query: { readonly cursor?: string; readonly limit?: number },
  keyOf: (row: Row) => number,
  render: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const after = keyOfCursor<number>(query.cursor);
  const { show, ask } = pageLimit(query.limit);
  const rest = after === null ? rows : rows.filter((row) => keyOf(row) > after);
  return pageFrom(rest.slice(0, ask), show, keyOf, render);
}
