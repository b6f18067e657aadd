/**
 * The issues that match the address, what failed last first: what happens, at which endpoint, how
 * often, and who looks at it.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { rangeQuery } from '../../range/range.ts';
import { useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import { type IssueRecord, issuesQuery, issueWord, type SteadyIssues } from './issue-query.ts';
import { ISSUE_STATES, type IssuesSearch, readIssues } from './issue-search.ts';

const route = getRouteApi('/p/$project/issues');

export function Page() {
  const t = useText('issue');
  const say = useDiagnosisWords();
  const search = route.useSearch();
  const { list, data } = useIssues(search);
  return (
    <ListPage
      name="issues"
      title={t.title}
      lead={t.lead}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields: useIssueFields(), read: readIssues, placeholder: t.placeholder }}
      file={{ path: 'v1/issues', query: filterOf(search) }}
      columns={useIssueColumns()}
      rowId={idOf}
      rowName={({ diagnosis }) => say(diagnosis).title}
      partial={data !== undefined && t.partial(data.lookedAt)}
      empty={
        <EmptyState title={t.emptyTitle}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      noMatch={t.noMatch}
      likely={6}
      views={useIssueViews(data?.counts)}
    />
  );
}

function useIssues(search: IssuesSearch) {
  const client = useClient();
  const [moment, setMoment] = useState(serverNowMs);
  const { range, cursor } = search;
  const asked = { ...filterOf(search), cursor, ...rangeQuery(range, moment) };
  const query = useQuery(issuesQuery(client, asked, moment));
  useLiveQueries(['issues', 'deliveries'], ['issues', client.project, 'list']);
  // Structural sharing put `held` there.
  const data = query.data as SteadyIssues | undefined;
  const count = data?.data.length ?? 0;
  const filtered = Object.values(search).some((value) => value !== undefined);
  const list = {
    region: regionOf(query, { count, filtered, partial: data?.complete === false }),
    rows: data?.data ?? null,
    nextCursor: data?.nextCursor ?? null,
    fresh: data?.held ?? 0,
    showFresh: () => setMoment(serverNowMs()),
  };
  return { list, data };
}

/** The parameters of the API. */
function filterOf({ status, endpoint }: IssuesSearch) {
  return { status, endpointId: endpoint };
}

function useIssueFields(): readonly FilterField[] {
  const t = useText('issue');
  const endpoints = useEndpoints();
  return useMemo(
    () => [
      {
        key: 'status',
        label: t.column.status,
        many: true,
        values: ISSUE_STATES.map((value) => ({ value, label: t.status[value].word })),
      },
      {
        key: 'endpoint',
        label: t.column.endpoint,
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    [t, endpoints],
  );
}

function idOf({ fingerprint }: IssueRecord): string {
  return fingerprint;
}

/**
 * The columns of the list of issues. On narrow screens what happens, its status and when stand on
 * a card, with the endpoint below.
 */
function useIssueColumns(): readonly Column<IssueRecord>[] {
  const t = useText('issue');
  const format = useFormat();
  const project = useClient().project ?? '';
  const say = useDiagnosisWords();
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'what',
        head: column.what,
        as: 'link',
        cell: ({ fingerprint, diagnosis }) => (
          <Link
            to="/p/$project/issues/$fingerprint"
            params={{ project, fingerprint }}
            {...ROW_LINK}
          >
            {say(diagnosis).title}
          </Link>
        ),
      },
      {
        id: 'status',
        head: column.status,
        as: 'state',
        cell: ({ status }) => <StateBadge {...issueWord(status, t)} />,
      },
      {
        id: 'endpoint',
        head: column.endpoint,
        as: 'quiet',
        cell: ({ endpointKind, endpointName }) => (
          <span className="with-icon">
            <KindIcon kind={endpointKind} />
            {endpointName}
          </span>
        ),
      },
      {
        id: 'count',
        head: column.count,
        as: 'number',
        cell: ({ count, waiting }) => (
          <>
            {format.number(count)}
            {waiting > 0 && (
              <span className="quiet small" title={t.one.waiting(waiting)}>
                {' '}
                +{format.number(waiting)}
              </span>
            )}
          </>
        ),
      },
      {
        id: 'calls',
        head: column.calls,
        as: 'number',
        cell: ({ calls }) => format.number(calls),
      },
      {
        id: 'trend',
        head: column.trend,
        as: 'minor',
        cell: ({ trend, count }) => (
          <Sparkline values={trend.counts} label={t.trendOf(count)} tone="bad" />
        ),
      },
      {
        id: 'last',
        head: column.last,
        as: 'when',
        cell: ({ lastAt }) => (lastAt === null ? '–' : <Moment iso={lastAt} />),
      },
    ];
  }, [t, format, project, say]);
}

type Counts = Readonly<Record<(typeof ISSUE_STATES)[number], number>>;

/**
 * The statuses of the issues as views, each with how many there are whatever is shown now.
 * They keep the rest of the filter.
 * `counts`: absent until they came.
 */
function useIssueViews(counts: Counts | undefined) {
  const t = useText('issue');
  const ready = ISSUE_STATES.map((status) => ({
    id: status,
    label: t.status[status].word,
    search: { status: [status] },
    count: counts === undefined ? null : { count: counts[status], exact: true },
  }));
  const all = { id: 'all', label: t.all, search: { status: undefined } };
  return { label: t.views, ready: [all, ...ready] };
}
