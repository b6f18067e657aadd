/**
 * The statuses of the issues as links, each with how many there are whatever is shown now.
 * They keep the rest of the filter.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { ISSUE_STATES, type IssuesSearch } from './issue-search.ts';
import { issueText } from './text.ts';

export interface IssueViewsProps {
  readonly search: IssuesSearch;
  /** Null until they came. */
  readonly counts: Readonly<Record<(typeof ISSUE_STATES)[number], number>> | null;
}

export function IssueViews({ search, counts }: IssueViewsProps) {
  const t = useText(issueText);
  const format = useFormat();
  const current = search.status?.length === 1 ? search.status[0] : undefined;
  const views = [undefined, ...ISSUE_STATES] as const;
  return (
    <nav className="tabs" aria-label={t.views}>
      {views.map((view) => (
        <Link
          key={view ?? 'all'}
          to="."
          search={(before) => ({
            ...before,
            status: view === undefined ? undefined : [view],
            cursor: undefined,
          })}
          className="tab"
          activeOptions={{ explicitUndefined: true }}
          aria-current={
            view === current && (view !== undefined || search.status === undefined)
              ? 'page'
              : undefined
          }
        >
          {view === undefined ? t.all : t.status[view].word}
          {view !== undefined && counts !== null && (
            <span className="tab-note">{format.number(counts[view])}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
