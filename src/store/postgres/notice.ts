/**
 * What one commit tells the other processes: endpoints that have new heads, and endpoints that
 * changed. Only a hint to look: what is true is in the rows, and a notice that gets lost is made
 * good by the poll. Must stay below what PostgreSQL lets one notice say.
 */

export const CHANNEL = 'ringpost';

/** PostgreSQL refuses 8,000 bytes; the text is ASCII. */
const NOTICE_BYTES_MAX = 7_900;
/** The keys that surely fit: 16 digits and a comma each, beside the words around them. */
const KEYS_MAX = Math.floor((NOTICE_BYTES_MAX - 100) / 17);

export interface Notice {
  /** The process that wrote; it knows already. */
  readonly from: number;
  readonly heads: readonly number[];
  readonly changed: readonly number[];
}

/** Mostly one text; none when there is nothing to tell. Keys said twice are told once. */
export function noticeTexts({ from, heads, changed }: Notice): readonly string[] {
  const told = [
    ...[...new Set(heads)].map((key) => ({ key, isHead: true })),
    ...[...new Set(changed)].map((key) => ({ key, isHead: false })),
  ];
  const texts: string[] = [];
  for (let start = 0; start < told.length; start += KEYS_MAX) {
    const part = told.slice(start, start + KEYS_MAX);
    const keysOf = (wanted: boolean) =>
      part.filter(({ isHead }) => isHead === wanted).map(({ key }) => key);
    texts.push(JSON.stringify({ from, heads: keysOf(true), changed: keysOf(false) }));
  }
  return texts;
}
