/**
 * What people type into the filter of a list: `state:failed,exhausted endpoint:ep_…`. A comma is
 * OR, a space AND. What is no known filter is never dropped in silence: it comes back as a fault.
 * Pure.
 */

export interface FilterValue {
  readonly value: string;
  readonly label: string;
}

export interface FilterField {
  /** The parameter of the address and, as `state:`, the word that is typed. */
  readonly key: string;
  readonly label: string;
  /** All that it can be; absent: any text that `accepts` takes. */
  readonly values?: readonly FilterValue[];
  readonly accepts?: (text: string) => boolean;
  /** Of a field that takes any text: what is suggested. */
  readonly offers?: readonly string[];
  /** Several values are OR; else the last one counts. */
  readonly many?: boolean;
}

/** As the address holds it. */
export type FilterSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ParsedFilter {
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly FilterFault[];
}

export interface FilterFault {
  readonly text: string;
  /** Null: the word before the colon is no filter. */
  readonly key: string | null;
  readonly value: string;
}

const TOKEN = /(?:[^\s"]|"[^"]*")+/g;

export function parseFilter(text: string, fields: readonly FilterField[]): ParsedFilter {
  const changes: Record<string, string[]> = {};
  const faults: FilterFault[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const colon = token.indexOf(':');
    const key = colon < 0 ? token : token.slice(0, colon);
    const field = fields.find((one) => one.key.toLowerCase() === key.toLowerCase());
    const rest = colon < 0 ? '' : token.slice(colon + 1);
    if (field === undefined || rest === '') {
      faults.push({ text: token, key: field?.key ?? null, value: rest });
      continue;
    }
    for (const raw of rest.split(',')) {
      const value = knownValue(field, raw.replaceAll('"', ''));
      if (value === null) faults.push({ text: `${key}:${raw}`, key: field.key, value: raw });
      else changes[field.key] = [...(changes[field.key] ?? []), value];
    }
  }
  return { changes, faults };
}

/** By value or by label, in either case. */
function knownValue(field: FilterField, text: string): string | null {
  if (text === '') return null;
  if (field.values === undefined) return field.accepts?.(text) === false ? null : text;
  const wanted = text.toLowerCase();
  const found = field.values.find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return found?.value ?? null;
}

/** The search with what was typed added. */
export function withFilter(
  search: FilterSearch,
  { changes }: ParsedFilter,
  fields: readonly FilterField[],
): FilterSearch {
  const next: Record<string, string | readonly string[] | undefined> = { ...search };
  for (const [key, values] of Object.entries(changes)) {
    const many = fields.find((field) => field.key === key)?.many === true;
    const all = many ? [...new Set([...valuesOf(search, key), ...values])] : values.slice(-1);
    next[key] = many ? all : all[0];
  }
  return { ...next, cursor: undefined };
}

export function withoutFilter(search: FilterSearch, key: string, value: string): FilterSearch {
  const rest = valuesOf(search, key).filter((one) => one !== value);
  return { ...search, [key]: rest.length === 0 ? undefined : rest, cursor: undefined };
}

export function valuesOf(search: FilterSearch, key: string): readonly string[] {
  const value = search[key];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

export interface ActiveToken {
  readonly key: string;
  readonly value: string;
  /** `State: Failed`. */
  readonly label: string;
}

export function activeTokens(
  search: FilterSearch,
  fields: readonly FilterField[],
): readonly ActiveToken[] {
  return fields.flatMap((field) =>
    valuesOf(search, field.key).map((value) => {
      const label = field.values?.find((one) => one.value === value)?.label ?? value;
      return { key: field.key, value, label: `${field.label}: ${label}` };
    }),
  );
}

export interface Suggestion {
  /** What the word that is being typed becomes. */
  readonly text: string;
  readonly label: string;
}

const SUGGESTIONS_MAX = 12;

/** For the word being typed: filters by name, then their values. */
export function suggestions(word: string, fields: readonly FilterField[]): readonly Suggestion[] {
  const colon = word.indexOf(':');
  const wanted = word.toLowerCase();
  if (colon < 0) {
    return fields
      .filter(({ key, label }) => startsIn(wanted, key, label))
      .map(({ key, label }) => ({ text: `${key}:`, label: `${key}: ${label}` }))
      .slice(0, SUGGESTIONS_MAX);
  }
  const field = fields.find(({ key }) => key.toLowerCase() === wanted.slice(0, colon));
  const typed = word.slice(colon + 1);
  const last = typed.split(',').at(-1)?.toLowerCase() ?? '';
  const head = word.slice(0, word.length - last.length);
  const offers = field?.offers?.map((value) => ({ value, label: value }));
  return (field?.values ?? offers ?? [])
    .filter(({ value, label }) => startsIn(last, value, label))
    .map(({ value, label }) => ({ text: `${head}${value}`, label }))
    .slice(0, SUGGESTIONS_MAX);
}

function startsIn(wanted: string, ...names: readonly string[]): boolean {
  return names.some((name) => name.toLowerCase().includes(wanted));
}
