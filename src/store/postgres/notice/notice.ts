/**
 * What one commit tells the other processes: endpoints that have new heads, endpoints that
 * changed, and projects whose keys did. Only a hint to look: what is true is in the rows, and a
 * notice that gets lost is made good by the poll. Must stay below what PostgreSQL lets one say.
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
  /** Projects. */
  readonly keys?: readonly number[];
}

const PARTS = ['heads', 'changed', 'keys'] as const;

/** Mostly one text; none when there is nothing to tell. Keys said twice are told once. */
export function noticeTexts(notice: Notice): readonly string[] {
  const told = PARTS.flatMap((part) => [...new Set(notice[part])].map((key) => ({ key, part })));
  const texts: string[] = [];
  for (let start = 0; start < told.length; start += KEYS_MAX) {
    const here = told.slice(start, start + KEYS_MAX);
    const [heads, changed, keys] = PARTS.map((part) =>
      here.filter((each) => each.part === part).map(({ key }) => key),
    );
    const rare = keys?.length === 0 ? {} : { keys };
    texts.push(JSON.stringify({ from: notice.from, heads, changed, ...rare }));
  }
  return texts;
}
