/**
 * What the address of a
 * new source says: the chosen platform.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface SourceNewSearch {
  readonly platform?: string | undefined;
}

const isName = (text: string): boolean => /^[a-z][a-z0-9-]{0,31}$/.test(text);

export function readSourceNew(search: RawSearch): SourceNewSearch {
  return compact({ platform: textIn(search, 'platform', isName) });
}
