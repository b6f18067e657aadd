/**
 * The keys that go to a page: `g` and then this one. The help lists the same table, so that it
 * cannot be wrong.
 */

export type RailItemId =
  | 'overview'
  | 'calls'
  | 'deliveries'
  | 'issues'
  | 'alerts'
  | 'endpoints'
  | 'sources'
  | 'acwRuns'
  | 'acwTrends'
  | 'scorecards'
  | 'inbox'
  | 'simulator'
  | 'catalog'
  | 'signing'
  | 'apiKeys'
  | 'members'
  | 'audit'
  | 'settings'
  | 'system';

export const RAIL_KEYS: Readonly<Partial<Record<RailItemId, string>>> = {
  overview: 'o',
  calls: 'c',
  deliveries: 'd',
  issues: 'i',
  alerts: 'l',
  endpoints: 'e',
  sources: 'p',
  acwRuns: 'a',
  inbox: 'b',
  simulator: 's',
};
