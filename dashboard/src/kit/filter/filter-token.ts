/**
 * Parses what people type into the filter of a list: `state:failed,exhausted -endpoint:ep_…`. A
 * comma is OR, a space AND, a hyphen before a filter NOT. An unknown filter is never dropped
 * silently: it is returned as a fault. Pure.
 */

interface FilterValue {
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
  /** Suggestions for a field that accepts any text. */
  readonly offers?: readonly string[];
  /** Several values are OR; else the last one counts. */
  readonly many?: boolean;
  /**
   * The exclusion of values, as another parameter of the address; typed `-state:`. Several exclude
   * each of them.
   */
  readonly not?: { readonly key: string; readonly label: string };
  /** A value that is typed otherwise than the address holds it, such as `>=3`; null: none. */
  readonly reads?: (text: string) => string | null;
  /** How the value of the address is shown; the counterpart of `reads`. */
  readonly shows?: (value: string) => string;
  /** For a filter that people try and no list supports: what to use instead. It filters nothing. */
  readonly never?: string;
}

/** The form in the address. */
export type FilterSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

interface ParsedFilter {
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly FilterFault[];
}

export interface FilterFault {
  readonly text: string;
  /** Null: the word before the colon is no filter. */
  readonly key: string | null;
  readonly value: string;
  /** What to use instead. */
  readonly instead?: string;
}

const TOKEN = /(?:[^\s"]|"[^"]*")+/g;

export function parseFilter(text: string, fields: readonly FilterField[]): ParsedFilter {
  const changes: Record<string, string[]> = {};
  const faults: FilterFault[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const colon = token.indexOf(':');
    const word = colon < 0 ? token : token.slice(0, colon);
    const rest = colon < 0 ? '' : token.slice(colon + 1);
    const named = namedIn(word, fields);
    if (named === null || rest === '') {
      faults.push({ text: token, key: named?.field.key ?? null, value: rest });
      continue;
    }
    const { field, key } = named;
    if (field.never !== undefined) {
      faults.push({ text: token, key: field.key, value: rest, instead: field.never });
      continue;
    }
    for (const raw of rest.split(',')) {
      const value = knownValue(field, raw.replaceAll('"', ''));
      if (value === null) faults.push({ text: `${word}:${raw}`, key: field.key, value: raw });
      else changes[key] = [...(changes[key] ?? []), value];
    }
  }
  return { changes, faults };
}

/** Which filter a word names, and the parameter that it sets: with a hyphen, the one of NOT. */
function namedIn(
  word: string,
  fields: readonly FilterField[],
): { readonly field: FilterField; readonly key: string } | null {
  const isNot = word.startsWith('-');
  const plain = isNot ? word.slice(1) : word;
  const never = fields.find(
    (field) => field.never !== undefined && field.key === plain.toLowerCase(),
  );
  if (never !== undefined) return { field: never, key: never.key };
  const name = plain.toLowerCase();
  const field = fields.find(({ key }) => key.toLowerCase() === name);
  const key = isNot ? field?.not?.key : field?.key;
  return field === undefined || key === undefined ? null : { field, key };
}

/** Finds a value by its name or label; case is ignored. */
function knownValue(field: FilterField, text: string): string | null {
  if (text === '') return null;
  if (field.reads !== undefined) return field.reads(text);
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
    const many = fields.some(
      (field) => field.not?.key === key || (field.key === key && field.many),
    );
    const all = many ? [...new Set([...valuesOf(search, key), ...values])] : values.slice(-1);
    next[key] = many ? all : all[0];
  }
  return { ...next, cursor: undefined };
}

export function withoutFilter(search: FilterSearch, key: string, value: string): FilterSearch {
  const rest = valuesOf(search, key).filter((one) => one !== value);
  return { ...search, [key]: rest.length === 0 ? undefined : rest, cursor: undefined };
}

function valuesOf(search: FilterSearch, key: string): readonly string[] {
  const value = search[key];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

interface ActiveToken {
  readonly key: string;
  readonly value: string;
  /** `State: Failed`. */
  readonly label: string;
}

export function activeTokens(
  search: FilterSearch,
  fields: readonly FilterField[],
): readonly ActiveToken[] {
  return fields.flatMap((field) => {
    const named = [{ key: field.key, label: field.label }, ...(field.not ? [field.not] : [])];
    return named.flatMap(({ key, label }) =>
      valuesOf(search, key).map((value) => ({
        key,
        value,
        label: `${label}: ${shownValue(field, value)}`,
      })),
    );
  });
}

function shownValue({ values, shows }: FilterField, value: string): string {
  return shows?.(value) ?? values?.find((one) => one.value === value)?.label ?? value;
}

export interface Suggestion {
  /** The text after the suggestion replaced the typed word. */
  readonly text: string;
  readonly label: string;
}

const SUGGESTIONS_MAX = 12;

/** Suggestions for the word being typed: filters by name, then their values. */
export function suggestions(word: string, fields: readonly FilterField[]): readonly Suggestion[] {
  const isNot = word.startsWith('-');
  const mark = isNot ? '-' : '';
  const able = fields.filter(
    ({ not, never }) => never === undefined && (!isNot || not !== undefined),
  );
  const colon = word.indexOf(':');
  const wanted = word.slice(mark.length).toLowerCase();
  if (colon < 0) {
    return able
      .filter(({ key, label }) => startsIn(wanted, key, label))
      .map((field) => {
        const label = isNot ? (field.not?.label ?? field.label) : field.label;
        return { text: `${mark}${field.key}:`, label: `${mark}${field.key}: ${label}` };
      })
      .slice(0, SUGGESTIONS_MAX);
  }
  const field = able.find(
    ({ key }) => key.toLowerCase() === word.slice(mark.length, colon).toLowerCase(),
  );
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

const COMPARISON = /^(>=|>)([0-9]{1,9})$/;

/**
 * A comparison as it is typed, `>=3` or `>2`, as the number that it begins with. A bare number says
 * neither "exactly" nor "at least" and is none. Pure.
 * Null: no comparison, or not from 1 to `most`.
 */
export function atLeast(text: string, most: number): string | null {
  const [, sign, digits] = COMPARISON.exec(text) ?? [];
  if (digits === undefined) return null;
  const least = Number(digits) + (sign === '>' ? 1 : 0);
  return least >= 1 && least <= most ? String(least) : null;
}
