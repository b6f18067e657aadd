/**
 * The parameters in the address of the event catalog: the searched words, and the kind whose sample
 * is shown.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface CatalogSearch {
  readonly q?: string | undefined;
  readonly kind?: string | undefined;
}

export function readCatalog(search: RawSearch): CatalogSearch {
  return compact({
    q: textIn(search, 'q'),
    kind: textIn(search, 'kind', (text) => /^[a-z][a-z-]{0,39}$/.test(text)),
  });
}
