/**
 * What one commit tells the other processes: endpoints with new heads, changed endpoints, and
 * projects whose keys changed. It is a hint: the rows have the truth, and the poll makes up for a
 * lost notice. Must stay below PostgreSQL's size limit of a notice.
 */

export const CHANNEL = 'ringpost';

/** PostgreSQL refuses 8,000 bytes; the text is ASCII. */
const NOTICE_BYTES_MAX = 7_900;
/** How many keys certainly fit: 16 digits and a comma each, beside the other fields. */
const KEYS_MAX = Math.floor((NOTICE_BYTES_MAX - 100) / 17);

export interface Notice {
  /** The process that wrote the change, which knows it already. */
  readonly from: number;
  readonly heads: readonly number[];
  readonly changed: readonly number[];
  /** Projects. */
  readonly keys?: readonly number[];
}

const PARTS = ['heads', 'changed', 'keys'] as const;

/** Usually one text; none if there is nothing to tell. Each key is named once. */
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
