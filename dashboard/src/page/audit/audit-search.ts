/**
 * What the address of the audit log says: its filter and page.
 * What it does not understand is left out.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn } from '../../search/read-search.ts';

export interface AuditSearch {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
}

export function readAudit(search: RawSearch): AuditSearch {
  return compact({
    actor: textIn(search, 'actor'),
    action: textIn(search, 'action'),
    target: textIn(search, 'target'),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
  });
}
