/**
 * How a list is looked at: which columns are left out, and how close the rows stand. Kept in this
 * browser, for each list by itself. What is stored is read with care: columns come and go.
 */
import { type StoredValue, storedValue } from '../stored-value.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export interface ListLook {
  readonly density: Density;
  /** Ids of columns. */
  readonly hidden: readonly string[];
}

export const USUAL_LOOK: ListLook = { density: 'comfortable', hidden: [] };

const HIDDEN_MAX = 50;
const looks = new Map<string, StoredValue<ListLook>>();

/** `list`: the name of the list, such as `deliveries`. */
export function lookOf(list: string): StoredValue<ListLook> {
  const known = looks.get(list);
  if (known !== undefined) return known;
  const look = storedValue(`look.${list}`, readLook, (value) => JSON.stringify(value));
  looks.set(list, look);
  return look;
}

export function readLook(text: string | null): ListLook {
  const found = parsed(text);
  if (typeof found !== 'object' || found === null) return USUAL_LOOK;
  const density = 'density' in found && found.density === 'compact' ? 'compact' : 'comfortable';
  const listed = 'hidden' in found && Array.isArray(found.hidden) ? found.hidden : [];
  const hidden = listed.filter((id): id is string => typeof id === 'string').slice(0, HIDDEN_MAX);
  return { density, hidden };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export function withColumn(look: ListLook, id: string, shown: boolean): ListLook {
  const rest = look.hidden.filter((one) => one !== id);
  return { ...look, hidden: shown ? rest : [...rest, id] };
}

/** The column that holds the row's link is always there: without it no row could be opened. */
export function shownColumns<Column extends { readonly id: string; readonly as: string }>(
  columns: readonly Column[],
  { hidden }: ListLook,
): readonly Column[] {
  return columns.filter(({ id, as }) => as === 'link' || !hidden.includes(id));
}
