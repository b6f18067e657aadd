/**
 * Which rows of a list are selected, and how keys and clicks change that. Only what is in view can
 * be selected: a row that left the list leaves the selection. The rules are pure.
 */
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string, range: boolean): void;
  /** Extends the range by keyboard from the row that loses the focus to the row that gets it. */
  extend(from: string, to: string): void;
  toggleAll(): void;
  clear(): void;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The beginning of a range: the row that was selected last. */
  readonly anchor: string | null;
  /** The end of a range; the anchor itself if there is no range. */
  readonly end: string | null;
}

const NONE: Chosen = { ids: new Set(), anchor: null, end: null };

export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const ids = useMemo(() => kept(chosen.ids, rows), [chosen.ids, rows]);
  const toggle = useCallback(
    (id: string, range: boolean) => setChosen((before) => toggled(before, rows, id, range)),
    [rows],
  );
  const extend = useCallback(
    (from: string, to: string) => setChosen((before) => extended(before, rows, from, to)),
    [rows],
  );
  const toggleAll = useCallback(
    () =>
      setChosen((before) =>
        kept(before.ids, rows).size === rows.length ? NONE : { ...NONE, ids: new Set(rows) },
      ),
    [rows],
  );
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(
    () => ({ ids, toggle, extend, toggleAll, clear }),
    [ids, toggle, extend, toggleAll, clear],
  );
}

/** With `range`, every row from the last chosen one to this takes the state of that one. */
export function toggled(
  before: Chosen,
  rows: readonly string[],
  id: string,
  range: boolean,
): Chosen {
  const { ids, anchor } = before;
  if (range && anchor !== null && rows.includes(anchor) && rows.includes(id)) {
    return ranged(before, rows, anchor, id);
  }
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, end: id };
}

/** Extends the range that ends at `from`, or begins a new one with that row, up to `to`. */
export function extended(
  before: Chosen,
  rows: readonly string[],
  from: string,
  to: string,
): Chosen {
  const { ids, anchor, end } = before;
  if (anchor !== null && end === from) return ranged(before, rows, anchor, to);
  const begun = { ids: new Set([...ids, from]), anchor: from, end: from };
  return ranged(begun, rows, from, to);
}

/** When a range shrinks, the rows that it no longer holds are no longer chosen. */
function ranged(before: Chosen, rows: readonly string[], anchor: string, to: string): Chosen {
  const on = before.ids.has(anchor);
  const next = new Set(before.ids);
  if (on) for (const one of between(rows, anchor, before.end ?? anchor)) next.delete(one);
  for (const one of between(rows, anchor, to)) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor, end: to };
}

function between(rows: readonly string[], one: string, other: string): readonly string[] {
  const [first = -1, last = -1] = [rows.indexOf(one), rows.indexOf(other)].sort((a, b) => a - b);
  return first < 0 ? [] : rows.slice(first, last + 1);
}

function kept(ids: ReadonlySet<string>, rows: readonly string[]): ReadonlySet<string> {
  if (ids.size === 0) return ids;
  const found = new Set(rows.filter((id) => ids.has(id)));
  return found.size === ids.size ? ids : found;
}

export type RowMove = 'next' | 'before' | 'range-next' | 'range-before' | 'peek' | 'select';

interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

/**
 * Which key does what in the rows of a list. Letters only while single-key shortcuts are on (WCAG
 * 2.1.4); arrows always. Space selects only from the row's link, never from a checkbox or button,
 * which have a Space of their own. Pure.
 */
export function rowMoveOf(press: KeyPress, letters: boolean): RowMove | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === 'ArrowDown') return press.shiftKey ? 'range-next' : 'next';
  if (press.key === 'ArrowUp') return press.shiftKey ? 'range-before' : 'before';
  // Shift+Space scrolls a page up; it must not select.
  if (press.key === ' ') return !press.shiftKey && isLink(press.target) ? 'select' : null;
  if (!letters || press.shiftKey) return null;
  const moves: Readonly<Record<string, RowMove>> = {
    j: 'next',
    k: 'before',
    o: 'peek',
    x: 'select',
  };
  return moves[press.key] ?? null;
}

function isLink(target: EventTarget | null): boolean {
  return target !== null && 'tagName' in target && target.tagName === 'A';
}

/**
 * The row that keys act on: the one that has the focus, else the one whose panel is open. Reads
 * the page and moves the focus; changes nothing.
 * Its id; null: there is none.
 */
export function currentRow(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]');
  const row = focused ?? document.querySelector<HTMLElement>('tr[data-peeked="true"]');
  return row?.dataset.row ?? null;
}

/** For the first press of `j`, from anywhere on the page. */
export function focusFirstRow(): void {
  document.querySelector<HTMLElement>('#content tr[data-row] [data-row-link]')?.focus();
}
