/**
 * The statuses of the issues as views, each with how many there are whatever is shown now.
 * They keep the rest of the filter.
 */
import { useText } from '../../i18n/catalogue.ts';
import { ISSUE_STATES } from './issue-search.ts';
import { issueText } from './text.ts';

type Counts = Readonly<Record<(typeof ISSUE_STATES)[number], number>>;

/** `counts`: absent until they came. */
export function useIssueViews(counts: Counts | undefined) {
  const t = useText(issueText);
  const ready = ISSUE_STATES.map((status) => ({
    ...{ id: status, label: t.status[status].word, search: { status: [status] } },
    count: counts === undefined ? null : { count: counts[status], exact: true },
  }));
  const all = { id: 'all', label: t.all, search: { status: undefined } };
  return { label: t.views, ready: [all, ...ready] };
}
