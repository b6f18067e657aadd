/**
 * What the address of the audit log says: its page.
 * What it does not understand is left out.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface AuditSearch {
  readonly cursor?: string | undefined;
}

export function readAudit(search: RawSearch): AuditSearch {
  return compact({ cursor: textIn(search, 'cursor') });
}
