/**
 * The parameters in the address of a bulk job: which results are listed, and which page of them.
 * Unknown ones are dropped.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface BulkSearch {
  readonly cursor?: string | undefined;
}

export function readBulk(search: RawSearch): BulkSearch {
  return compact({ cursor: textIn(search, 'cursor') });
}
