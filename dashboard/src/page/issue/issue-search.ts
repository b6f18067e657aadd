/**
 * The parameters in the addresses of the issues: which are listed, and which page of their
 * deliveries. Unknown ones are dropped.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, someIn, textIn } from '../../search/read-search.ts';

export const ISSUE_STATES = ['open', 'acknowledged', 'muted', 'resolved'] as const;

export interface IssuesSearch {
  readonly status?: readonly (typeof ISSUE_STATES)[number][] | undefined;
  readonly endpoint?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface IssueSearch {
  readonly cursor?: string | undefined;
  readonly peek?: string | undefined;
}

export function readIssues(search: RawSearch): IssuesSearch {
  return compact({
    status: someIn(search, 'status', ISSUE_STATES),
    endpoint: textIn(search, 'endpoint', isId('ep')),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
  });
}

export function readIssue(search: RawSearch): IssueSearch {
  return compact({
    cursor: textIn(search, 'cursor'),
    peek: textIn(search, 'peek', isId('dlv')),
  });
}
