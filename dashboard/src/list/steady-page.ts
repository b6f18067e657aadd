/**
 * A page of a list that does not move under its reader: rows keep their places, take what is new
 * about them, and stay (marked) when they no longer match. New rows are counted elsewhere and wait
 * until they are asked for. What is the same stays the same object: a page that was asked for anew
 * and has not changed is not drawn anew. Pure.
 */
import { replaceEqualDeep } from '@tanstack/react-query';
import type { Page } from '../api/record.ts';

export interface SteadyPage<Row> extends Page<Row> {
  /** Shown, but no longer what was asked for. */
  readonly gone: ReadonlySet<string>;
  /** Rows that would stand above those shown; they wait with the newer ones. */
  readonly held: number;
}

export function steadyPage<Row>(
  before: SteadyPage<Row> | undefined,
  after: Page<Row>,
  idOf: (row: Row) => string,
): SteadyPage<Row> {
  if (before === undefined) return { ...after, gone: new Set(), held: 0 };
  const fresh = new Map(after.data.map((row) => [idOf(row), row]));
  const gone = new Set<string>();
  const data = before.data.map((row) => {
    const id = idOf(row);
    const now = fresh.get(id);
    if (now === undefined) gone.add(id);
    return now === undefined ? row : replaceEqualDeep(row, now);
  });
  const known = new Set(before.data.map(idOf));
  // The first page of a list that was empty, or one that could not be read whole before.
  const added = before.data.length === 0 ? after.data.filter((row) => !known.has(idOf(row))) : [];
  const firstKnown = after.data.findIndex((row) => known.has(idOf(row)));
  const held = Math.max(0, firstKnown);
  const next = { data: [...data, ...added], nextCursor: after.nextCursor, gone, held };
  return isSame(before, next) ? before : next;
}

function isSame<Row>(before: SteadyPage<Row>, after: SteadyPage<Row>): boolean {
  return (
    before.nextCursor === after.nextCursor &&
    before.held === after.held &&
    before.data.length === after.data.length &&
    before.data.every((row, index) => row === after.data[index]) &&
    before.gone.size === after.gone.size &&
    [...before.gone].every((id) => after.gone.has(id))
  );
}
