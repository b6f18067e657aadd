/**
 * The parameters of a page, read strictly: what the address says and the page does not understand
 * is left out, so that a page never sees a state it cannot show. `validateSearch` of every route is
 * made of these.
 */
import type { RawSearch } from './query-text.ts';

const LENGTH_MAX = 512;
const VALUES_MAX = 50;

/** A text, if it is one and `accepts` takes it. */
export function textIn(
  search: RawSearch,
  key: string,
  accepts: (text: string) => boolean = () => true,
): string | undefined {
  const value = search[key];
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '' || text.length > LENGTH_MAX) return undefined;
  return accepts(text) ? text : undefined;
}

export function textsIn(
  search: RawSearch,
  key: string,
  accepts: (text: string) => boolean = () => true,
): readonly string[] | undefined {
  const value = search[key];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .filter((text) => text.length <= LENGTH_MAX && accepts(text));
  return texts.length === 0 ? undefined : [...new Set(texts)].slice(0, VALUES_MAX);
}

export function oneIn<const Value extends string>(
  search: RawSearch,
  key: string,
  values: readonly Value[],
): Value | undefined {
  const text = textIn(search, key);
  return values.find((value) => value === text);
}

export function someIn<const Value extends string>(
  search: RawSearch,
  key: string,
  values: readonly Value[],
): readonly Value[] | undefined {
  const texts = textsIn(search, key) ?? [];
  const found = values.filter((value) => texts.includes(value));
  return found.length === 0 ? undefined : found;
}

/** One of our ids, such as `dlv_…`. */
export function isId(prefix: string): (text: string) => boolean {
  const pattern = new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`);
  return (text) => pattern.test(text);
}

/** Drops undefined values: the address stays short, and equal searches are equal. */
export function compact<Search extends object>(search: Search): Search {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  // Only keys whose value was undefined are gone, and those may be absent.
  return Object.fromEntries(entries) as Search;
}
