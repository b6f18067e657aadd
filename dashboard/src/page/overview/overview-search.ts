/**
 * What the address of the overview says: the range that every figure and chart shows.
 * What it does not understand is left out.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact } from '../../search/read-search.ts';

export interface OverviewSearch {
  readonly range?: string | undefined;
}

export function readOverview(search: RawSearch): OverviewSearch {
  return compact({ range: rangeIn(search) });
}
