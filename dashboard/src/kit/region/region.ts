/**
 * The state contract of every region that shows data: exactly one of these names stands in its
 * `data-state`. An error is never shown as "nothing here", and data once seen stays while it is
 * fetched again or cannot be. Pure.
 */
import { ApiFailure } from '../../api/failure.ts';

export type RegionState =
  | 'loading'
  | 'ready'
  | 'refreshing'
  | 'empty'
  | 'no-match'
  /** There is data, and the region names what is missing of it. */
  | 'partial'
  | 'error'
  | 'forbidden'
  | 'not-found'
  /** The record existed and was removed when its retention ended. */
  | 'expired'
  | 'offline';

export interface RegionFacts {
  readonly error: Error | null;
  /** How many entries the region shows; null before the first answer. One record counts as 1. */
  readonly count: number | null;
  readonly fetching: boolean;
  readonly filtered?: boolean;
  readonly partial?: boolean;
}

export function regionState(facts: RegionFacts): RegionState {
  const { error, count, fetching, filtered = false, partial = false } = facts;
  if (error !== null) return failedState(error);
  if (count === null) return 'loading';
  if (count === 0) return filtered ? 'no-match' : 'empty';
  if (partial) return 'partial';
  return fetching ? 'refreshing' : 'ready';
}

export function failedState(error: Error): RegionState {
  if (!(error instanceof ApiFailure)) return 'error';
  const states: Readonly<Record<number, RegionState>> = {
    0: 'offline',
    403: 'forbidden',
    404: 'not-found',
    410: 'expired',
  };
  return states[error.status] ?? 'error';
}

/** Here not even old data is shown: the reader may not see it, or it no longer exists. */
function hidesData(state: RegionState): boolean {
  return state === 'forbidden' || state === 'not-found' || state === 'expired';
}

/** Whether there is something to show: what is known now, or was known before the failure. */
export function showsData({ state, error, updatedAtMs }: Omit<Region, 'retry'>): boolean {
  if (state === 'loading' || state === 'empty' || state === 'no-match') return false;
  return !hidesData(state) && (error === null || updatedAtMs > 0);
}

/** The fields of a query that `regionOf` reads; every result of TanStack Query has them. */
export interface RegionQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

export interface Region {
  readonly state: RegionState;
  readonly error: Error | null;
  /** When what is shown came, epoch ms of this computer; 0 before. */
  readonly updatedAtMs: number;
  retry(): void;
}

/** `count`: what the region shows of the query's data; without it one record. */
export function regionOf(
  query: RegionQuery,
  facts: {
    readonly count?: number;
    readonly filtered?: boolean;
    readonly partial?: boolean;
  } = {},
): Region {
  const rows = query.data === undefined ? null : (facts.count ?? 1);
  // Rows of the filter before say nothing about this one when there are none.
  const count = rows === 0 && query.isPlaceholderData ? null : rows;
  return {
    state: regionState({ ...facts, error: query.error, count, fetching: query.isFetching }),
    error: query.error,
    updatedAtMs: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}
