/**
 * Views of a list that a reader saved: a name and the query of the address, nothing else, so that
 * opening one is following a link. Kept in this browser for each person, project and list. Pure but
 * for the storage.
 */
import { type RawSearch, writeQueryText } from '../search/query-text.ts';
import { type StoredValue, storedValue } from '../stored-value.ts';

export interface SavedView {
  readonly name: string;
  /** The query of the address with its question mark; empty: no filter. */
  readonly query: string;
}

export const VIEWS_MAX = 20;
export const NAME_MAX = 60;
const QUERY_MAX = 4_096;

const stores = new Map<string, StoredValue<readonly SavedView[]>>();

export function viewsOf(
  person: string,
  project: string,
  list: string,
): StoredValue<readonly SavedView[]> {
  const name = `views.${person}.${project}.${list}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const views = storedValue(name, readViews, (value) => JSON.stringify(value));
  stores.set(name, views);
  return views;
}

export function readViews(text: string | null): readonly SavedView[] {
  const found = parsed(text);
  if (!Array.isArray(found)) return [];
  return found.filter(isView).slice(0, VIEWS_MAX);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isView(value: unknown): value is SavedView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    value.name.trim() !== '' &&
    value.name.length <= NAME_MAX &&
    'query' in value &&
    typeof value.query === 'string' &&
    value.query.length <= QUERY_MAX
  );
}

/**
 * The part of the address that a view saves: neither the page nor the row whose panel is open.
 */
export function queryOf(search: RawSearch): string {
  const { cursor: _cursor, peek: _peek, tab: _tab, ...rest } = search;
  const sorted = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1));
  return writeQueryText(Object.fromEntries(sorted));
}

/** Replaces a view of the same name; if there are too many views, nothing is saved. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name);
  if (at >= 0) return views.with(at, view);
  return views.length < VIEWS_MAX ? [...views, view] : views;
}

/** The view keeps its place. Nothing changes if another view has the name `to`. */
export function renamed(
  views: readonly SavedView[],
  from: string,
  to: string,
): readonly SavedView[] {
  if (from !== to && views.some(({ name }) => name === to)) return views;
  return views.map((view) => (view.name === from ? { ...view, name: to } : view));
}

export function withoutView(views: readonly SavedView[], name: string): readonly SavedView[] {
  return views.filter((view) => view.name !== name);
}
