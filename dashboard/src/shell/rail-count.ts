/**
 * What a badge of the rail counts, of what one page of an answer says. Must never say that there
 * are no more where only a page was looked at. Pure.
 */
import type { Page } from '../api/record.ts';

export interface RailCount {
  readonly count: number;
  /** There are perhaps more: only a page of them was looked at. */
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
