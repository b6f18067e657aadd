/**
 * A range of time as the address says it: `24h` stays relative, so that a link means "the last day"
 * whenever it is opened; `2026-11-19T10:00Z..2026-11-19T12:00Z` is pinned. Pure.
 */
import type { RawSearch } from '../search/query-text.ts';
import { textIn } from '../search/read-search.ts';

export const RANGES = ['15m', '1h', '6h', '24h', '7d', '30d'] as const;
export type RelativeRange = (typeof RANGES)[number];

const LENGTHS_MS: Readonly<Record<RelativeRange, number>> = {
  '15m': 15 * 60_000,
  '1h': 3_600_000,
  '6h': 6 * 3_600_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
};

export interface Bounds {
  readonly fromMs: number;
  /** Null: until now, and on. */
  readonly toMs: number | null;
}

/** Undefined: no range, all of time. */
export function rangeIn(search: RawSearch): string | undefined {
  return textIn(search, 'range', (text) => boundsOf(text, 0) !== null);
}

/** Null: no range. */
export function boundsOf(range: string | undefined, nowMs: number): Bounds | null {
  if (range === undefined) return null;
  if (isRelative(range)) return { fromMs: nowMs - LENGTHS_MS[range], toMs: null };
  const [from = '', to = '', ...rest] = range.split('..');
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  if (rest.length > 0 || Number.isNaN(fromMs) || Number.isNaN(toMs) || fromMs >= toMs) return null;
  return { fromMs, toMs };
}

export function isRelative(range: string): range is RelativeRange {
  return RANGES.some((one) => one === range);
}

/** To the minute, in UTC: as short as it can be and still exact. */
export function pinnedRange(fromMs: number, toMs: number): string {
  return `${minute(fromMs)}..${minute(Math.max(toMs, fromMs + 60_000))}`;
}

/** The same length earlier or later: `[` and `]`. */
export function shiftedRange(range: string, steps: number, nowMs: number): string | null {
  const bounds = boundsOf(range, nowMs);
  if (bounds === null) return null;
  const toMs = bounds.toMs ?? nowMs;
  const by = (toMs - bounds.fromMs) * steps;
  if (toMs + by > nowMs + 60_000) return null;
  return pinnedRange(bounds.fromMs + by, toMs + by);
}

/** `from` and `to` of the API. */
export function rangeQuery(
  range: string | undefined,
  nowMs: number,
): { readonly from?: string; readonly to?: string } {
  const bounds = boundsOf(range, nowMs);
  if (bounds === null) return {};
  return {
    from: new Date(bounds.fromMs).toISOString(),
    ...(bounds.toMs === null ? {} : { to: new Date(bounds.toMs).toISOString() }),
  };
}

function minute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}
