/**
 * A live list: the page that the address names, kept up to date in place, and the number of rows
 * that came since. What is shown is the list as it was at one moment (`to`), asked for again when
 * the stream says so; what came later is counted by a second, small request.
 */
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../api/record.ts';
import type { Region } from '../kit/region/region.ts';
import { regionOf } from '../kit/region/region.ts';
import { serverNowMs } from '../kit/time/server-clock.ts';
import { useLiveQueries } from '../live/use-live-queries.ts';
import { boundsOf } from '../range/range.ts';
import { type SteadyPage, steadyPage } from './steady-page.ts';

export interface ListWindow {
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export interface SteadyListOptions<Row> {
  /** Begins with the noun of the stream: `['deliveries', project, filter]`. */
  readonly key: QueryKey;
  /** Events of these types refresh it. */
  readonly live: readonly string[];
  readonly range: string | undefined;
  readonly cursor: string | undefined;
  /** Whether filters other than the range and the page narrow it. */
  readonly filtered: boolean;
  readonly idOf: (row: Row) => string;
  /** While it is false, the list loads: what its rows name has not come yet. */
  readonly named?: boolean;
  readonly load: (window: ListWindow, signal: AbortSignal) => Promise<Page<Row>>;
}

export interface SteadyList<Row> {
  readonly region: Region;
  /** Null before the first answer. */
  readonly rows: readonly Row[] | null;
  readonly nextCursor: string | null;
  readonly gone: ReadonlySet<string>;
  /** Rows that came since; `FRESH_MAX` means: that many or more. */
  readonly fresh: number;
  showFresh(): void;
}

export const FRESH_MAX = 50;
const NOTHING_GONE: ReadonlySet<string> = new Set();
/** A row written just now may have a later time than our estimate of the server's clock. */
const MARGIN_MS = 1_000;

export function useSteadyList<Row>(options: SteadyListOptions<Row>): SteadyList<Row> {
  const { key, range, cursor, filtered, idOf, load, named = true } = options;
  const [atMs, showFresh] = useMoment(JSON.stringify([key, range, cursor]));
  const bounds = boundsOf(range, atMs);
  const from = bounds === null ? {} : { from: isoOf(bounds.fromMs) };
  const endMs = Math.min(bounds?.toMs ?? Number.POSITIVE_INFINITY, atMs + MARGIN_MS);
  const page = cursor === undefined ? {} : { cursor };
  const query = useQuery({
    queryKey: [...key, 'page', from, endMs, cursor],
    queryFn: ({ signal }) => load({ ...from, to: isoOf(endMs), ...page }, signal),
    placeholderData: keepPreviousData,
    structuralSharing: (before, after) =>
      // The cache holds under this key what this function gave it, and the answers of `load`.
      steadyPage(before as SteadyPage<Row> | undefined, after as Page<Row>, idOf),
  });
  const grows = cursor === undefined && (bounds === null || bounds.toMs === null);
  const later = useQuery({
    queryKey: [...key, 'later', endMs],
    queryFn: ({ signal }) => load({ from: isoOf(endMs), limit: FRESH_MAX }, signal),
    enabled: grows && query.isSuccess,
  });
  useLiveQueries(options.live, key);
  // Structural sharing put `gone` there.
  const data = (named ? query.data : undefined) as SteadyPage<Row> | undefined;
  const narrowed = filtered || range !== undefined || cursor !== undefined;
  return {
    region: regionOf({ ...query, data }, { count: data?.data.length ?? 0, filtered: narrowed }),
    rows: data?.data ?? null,
    nextCursor: data?.nextCursor ?? null,
    gone: data?.gone ?? NOTHING_GONE,
    fresh: grows ? (later.data?.data.length ?? 0) + (data?.held ?? 0) : 0,
    showFresh,
  };
}

/** The moment that the list shows; another filter or page begins at a new one. */
function useMoment(of: string): readonly [atMs: number, renew: () => void] {
  const [moment, setMoment] = useState(() => ({ of, atMs: serverNowMs() }));
  if (moment.of === of) return [moment.atMs, () => setMoment({ of, atMs: serverNowMs() })];
  const next = { of, atMs: serverNowMs() };
  setMoment(next);
  return [next.atMs, () => setMoment({ of, atMs: serverNowMs() })];
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
