/**
 * The parameters in the address of the audit log: its filter, range and page. Unknown ones are
 * dropped.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, textIn, textsIn } from '../../search/read-search.ts';

export interface AuditSearch {
  readonly action?: readonly string[] | undefined;
  readonly notAction?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
}

export const isAction = (text: string): boolean => /^[a-z0-9][a-z0-9.-]{0,63}$/.test(text);

export function readAudit(search: RawSearch): AuditSearch {
  return compact({
    action: textsIn(search, 'action', isAction),
    notAction: textsIn(search, 'notAction', isAction),
    actor: textIn(search, 'actor'),
    target: textIn(search, 'target'),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
  });
}
