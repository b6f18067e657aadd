/**
 * As much of HTTP structured fields (RFC 9651) as signatures need: a dictionary whose members are
 * byte sequences or inner lists of strings with parameters. Anything else is malformed. The text
 * of each member is kept as it came, because it is itself a part of what is signed.
 */

export type DictionaryMember =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'list';
      readonly items: readonly string[];
      readonly parameters: ReadonlyMap<string, string | number>;
      readonly text: string;
    };

const MEMBERS_MAX = 16;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y;
const STRING = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y;
const INTEGER = /-?\d{1,15}/y;
const SEPARATOR = /[ \t]*,[ \t]*/y;

/** Null when the text is not such a dictionary. */
export function parseDictionary(text: string): ReadonlyMap<string, DictionaryMember> | null {
  const cursor = { text, at: 0 };
  const members = new Map<string, DictionaryMember>();
  while (members.size < MEMBERS_MAX) {
    const key = take(cursor, KEY)?.[0];
    if (key === undefined || take(cursor, /=/y) === null) return null;
    const member = bytesAt(cursor) ?? listAt(cursor);
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

function bytesAt(cursor: Cursor): DictionaryMember | null {
  const base64 = take(cursor, BYTES)?.[1];
  return base64 === undefined ? null : { kind: 'bytes', bytes: Buffer.from(base64, 'base64') };
}

function listAt(cursor: Cursor): DictionaryMember | null {
  const start = cursor.at;
  if (take(cursor, /\(/y) === null) return null;
  const items: string[] = [];
  while (take(cursor, /\)/y) === null) {
    if (items.length > 0 && take(cursor, / /y) === null) return null;
    const item = stringAt(cursor);
    if (item === null || items.includes(item)) return null;
    items.push(item);
  }
  const parameters = new Map<string, string | number>();
  while (take(cursor, /;/y) !== null) {
    const name = take(cursor, KEY)?.[0];
    if (name === undefined || parameters.has(name) || take(cursor, /=/y) === null) return null;
    const value = stringAt(cursor) ?? take(cursor, INTEGER)?.[0];
    if (value === undefined) return null;
    const isText = cursor.text[cursor.at - 1] === '"';
    parameters.set(name, isText ? value : Number(value));
  }
  return { kind: 'list', items, parameters, text: cursor.text.slice(start, cursor.at) };
}

function stringAt(cursor: Cursor): string | null {
  const inner = take(cursor, STRING)?.[1];
  return inner === undefined ? null : inner.replace(/\\(["\\])/g, '$1');
}
