/**
 * Which rows of a list are selected, and how keys and clicks change that. Only what is in view can
 * be selected: a row that left the list leaves the selection. The rules are pure.
 */
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string, range: boolean): void;
  toggleAll(): void;
  clear(): void;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins: the row that was chosen last. */
  readonly anchor: string | null;
}

const NONE: Chosen = { ids: new Set(), anchor: null };

export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const ids = useMemo(() => kept(chosen.ids, rows), [chosen.ids, rows]);
  const toggle = useCallback(
    (id: string, range: boolean) => setChosen((before) => toggled(before, rows, id, range)),
    [rows],
  );
  const toggleAll = useCallback(
    () =>
      setChosen((before) =>
        kept(before.ids, rows).size === rows.length ? NONE : { ids: new Set(rows), anchor: null },
      ),
    [rows],
  );
  const clear = useCallback(() => setChosen(NONE), []);
  return useMemo(() => ({ ids, toggle, toggleAll, clear }), [ids, toggle, toggleAll, clear]);
}

/** With `range`, all from the row that was chosen last become what this one becomes. */
export function toggled(
  { ids, anchor }: Chosen,
  rows: readonly string[],
  id: string,
  range: boolean,
): Chosen {
  const on = !ids.has(id);
  const next = new Set(ids);
  const from = range && anchor !== null ? rows.indexOf(anchor) : -1;
  const to = rows.indexOf(id);
  const touched =
    from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of touched) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor: id };
}

function kept(ids: ReadonlySet<string>, rows: readonly string[]): ReadonlySet<string> {
  if (ids.size === 0) return ids;
  const found = new Set(rows.filter((id) => ids.has(id)));
  return found.size === ids.size ? ids : found;
}
