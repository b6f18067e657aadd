/**
 * Cursors of list pages: the key of the last shown row, as an opaque text. A cursor grants nothing,
 * since the query names its project. A list that is small enough to be read whole (keys, sources of
 * a project) has the same pages. Source: S12.2.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey } from '../../core/id.ts';
import { PAGE_LIMIT } from '../schema/shared.ts';

const FORM = /^c1([0-9a-z]{1,11})$/;

/** The key after which a request's `cursor` continues; null without one. Throws for a wrong one. */
export function keyOfCursor<Key extends number>(cursor: string | undefined): Key | null {
  if (cursor === undefined) return null;
  const digits = FORM.exec(cursor)?.[1];
  const key = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  if (!Number.isSafeInteger(key)) {
    throw new ServiceError('INVALID_PARAMETER', 'The cursor is not one that a page gave.', {
      fields: [{ field: 'query.cursor', message: 'must be the nextCursor of a page' }],
    });
  }
  return asKey<Key>(key);
}

export function cursorOf(key: number): string {
  return `c1${key.toString(36)}`;
}

/** The rows to show, and how many to ask the store for: one more tells whether a page follows. */
export function pageLimit(limit: number | undefined): { show: number; ask: number } {
  const show = limit ?? PAGE_LIMIT.default;
  return { show, ask: show + 1 };
}

/** Cuts rows (asked for with one extra) to a page and renders them. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  show: number,
  keyOf: (row: Row) => number,
  render: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, show);
  const last = shown.at(-1);
  return {
    data: shown.map(render),
    nextCursor: rows.length > show && last !== undefined ? cursorOf(keyOf(last)) : null,
  };
}

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
