/**
 * The state contract of every region that shows data: exactly one of these names stands in its
 * `data-state`. An error is never shown as "nothing here", and data once seen stays while it is
 * fetched again or cannot be.
 */
import { ApiFailure } from './api.ts';

export type RegionState =
  | 'loading'
  | 'ready'
  | 'refreshing'
  /** There is data, and the region names what is missing of it. */
  | 'partial'
  | 'empty'
  | 'no-match'
  | 'error'
  | 'offline'
  | 'forbidden'
  | 'not-found';

export interface RegionFacts {
  readonly error: Error | null;
  /** Null before the first answer. */
  readonly count: number | null;
  readonly fetching: boolean;
  readonly filtered: boolean;
  readonly partial?: boolean;
}

export function regionState(facts: RegionFacts): RegionState {
  const { error, count, fetching, filtered, partial = false } = facts;
  if (error !== null) return failedState(error);
  if (count === null) return 'loading';
  if (count === 0) return filtered ? 'no-match' : 'empty';
  if (partial) return 'partial';
  return fetching ? 'refreshing' : 'ready';
}

export function failedState(error: Error): RegionState {
  if (!(error instanceof ApiFailure)) return 'error';
  if (error.status === 0) return 'offline';
  if (error.status === 403) return 'forbidden';
  return error.status === 404 ? 'not-found' : 'error';
}

/** The failure as a heading; its own sentence stands below. */
export function failureTitle(error: Error): string {
  const titles: Partial<Record<RegionState, string>> = {
    offline: 'No connection to the service',
    forbidden: 'The API key may not see this',
    'not-found': 'There is nothing with this id',
  };
  return titles[failedState(error)] ?? 'This could not be loaded';
}

/** A key that stopped working signs out instead of failing every five seconds. */
export function isSignedOut(error: Error | null): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
