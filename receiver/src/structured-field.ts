/**
 * HTTP structured fields (RFC 9651) as far as signatures need them: a dictionary whose members are
 * byte sequences or inner lists of names with parameters. Members in any other form are accepted
 * and not parsed, because signatures of other parties use the same headers. A text that is no
 * dictionary is malformed. The text of each list is kept unchanged, because it is itself a part of
 * the signed content.
 */

import { type Bytes, fromBase64 } from './bytes.ts';

export type DictionaryMember =
  | { readonly kind: 'bytes'; readonly bytes: Bytes }
  | {
      readonly kind: 'list';
      readonly items: readonly string[];
      readonly parameters: ReadonlyMap<string, string | number>;
      readonly text: string;
    }
  /** Well-formed, but of a kind that is not needed here. */
  | { readonly kind: 'other' };

const MEMBERS_MAX = 16;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y;
const STRING = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y;
const INTEGER = /-?\d{1,15}(?![\d.])/y;
/** Decimals, tokens, booleans, dates and display strings, which are skipped. */
const OTHERS = [
  /-?\d{1,12}\.\d{1,3}/y,
  /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y,
  /\?[01]/y,
  /@-?\d{1,15}/y,
  /%"[\x20-\x21\x23-\x7e]*"/y,
];
const SEPARATOR = /[ \t]*,[ \t]*/y;

/** Returns null if the text is no dictionary. */
export function parseDictionary(text: string): ReadonlyMap<string, DictionaryMember> | null {
  const cursor = { text, at: 0 };
  const members = new Map<string, DictionaryMember>();
  while (members.size < MEMBERS_MAX) {
    const key = take(cursor, KEY)?.[0];
    if (key === undefined) return null;
    const member = memberAt(cursor);
    if (member === null || members.has(key)) return null;
    members.set(key, member);
    if (cursor.at === text.length) return members;
    if (take(cursor, SEPARATOR) === null) return null;
  }
  return null;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (match !== null) cursor.at += match[0].length;
  return match;
}

/** The member after a key: `=` and a value, or parameters of the value true. */
function memberAt(cursor: Cursor): DictionaryMember | null {
  if (take(cursor, /=/y) === null) return parametersAt(cursor) === null ? null : { kind: 'other' };
  if (cursor.text[cursor.at] === '(') return listAt(cursor);
  const value = valueAt(cursor);
  if (value === null) return null;
  const parameters = parametersAt(cursor);
  if (parameters === null) return null;
  const isBytes = value instanceof Uint8Array && parameters.size === 0;
  return isBytes ? { kind: 'bytes', bytes: value } : { kind: 'other' };
}

/** A value of a kind that is not read. */
const UNREAD = Symbol('a value of another kind');
type Value = string | number | Bytes | typeof UNREAD;

function valueAt(cursor: Cursor): Value | null {
  const base64 = take(cursor, BYTES)?.[1];
  if (base64 !== undefined) return fromBase64(base64);
  const inner = take(cursor, STRING)?.[1];
  if (inner !== undefined) return inner.replace(/\\(["\\])/g, '$1');
  const integer = take(cursor, INTEGER)?.[0];
  if (integer !== undefined) return Number(integer);
  return OTHERS.some((other) => take(cursor, other) !== null) ? UNREAD : null;
}

/** Returns null if they are malformed, or if one occurs twice. */
function parametersAt(cursor: Cursor): ReadonlyMap<string, Value> | null {
  const parameters = new Map<string, Value>();
  while (take(cursor, /; */y) !== null) {
    const name = take(cursor, KEY)?.[0];
    if (name === undefined || parameters.has(name)) return null;
    const value = take(cursor, /=/y) === null ? UNREAD : valueAt(cursor);
    if (value === null) return null;
    parameters.set(name, value);
  }
  return parameters;
}

/** A list that names a component by anything but a plain string is of another kind. */
function listAt(cursor: Cursor): DictionaryMember | null {
  const start = cursor.at;
  take(cursor, /\(/y);
  const items: string[] = [];
  let count = 0;
  while (take(cursor, / *\)/y) === null) {
    if (count > 0 && take(cursor, / +/y) === null) return null;
    if (count === 0) take(cursor, / */y);
    const item = valueAt(cursor);
    const parameters = item === null ? null : parametersAt(cursor);
    if (parameters === null) return null;
    count += 1;
    if (typeof item === 'string' && parameters.size === 0 && !items.includes(item))
      items.push(item);
  }
  const parameters = parametersAt(cursor);
  if (parameters === null) return null;
  const read = [...parameters].filter(
    (each): each is [string, string | number] =>
      typeof each[1] === 'string' || typeof each[1] === 'number',
  );
  if (items.length < count || read.length < parameters.size) return { kind: 'other' };
  const text = cursor.text.slice(start, cursor.at);
  return { kind: 'list', items, parameters: new Map(read), text };
}
