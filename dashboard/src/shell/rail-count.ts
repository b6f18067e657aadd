/**
 * The count of a badge of the rail, taken from one page of an answer. Must never claim to be
 * complete when the answer has further pages. Pure.
 */
import type { Page } from '../api/record.ts';

export interface RailCount {
  readonly count: number;
  /** True if there may be more, since only the first page was counted. */
  readonly more: boolean;
}

/** Items of the newest page that were not opened in this browser. */
export function unreadOf(
  { data, nextCursor }: Page<{ readonly id: string }>,
  seen: ReadonlySet<string>,
): RailCount {
  return {
    count: data.filter(({ id }) => !seen.has(id)).length,
    more: nextCursor !== null,
  };
}
