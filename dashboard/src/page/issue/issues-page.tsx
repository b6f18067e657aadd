/**
 * The issues that match the address, what failed last first: what happens, at which endpoint, how
 * often, and who looks at it.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { rangeQuery } from '../../range/range.ts';
import { useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';
import { useIssueColumns } from './issue-columns.tsx';
import { type IssueRecord, issuesQuery, type SteadyIssues } from './issue-query.ts';
import { ISSUE_STATES, type IssuesSearch, readIssues } from './issue-search.ts';
import { issueText } from './text.ts';
import { useIssueViews } from './use-issue-views.ts';

const route = getRouteApi('/p/$project/issues');

export function Page() {
  const t = useText(issueText);
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

/** As the API names them. */
function filterOf({ status, endpoint }: IssuesSearch) {
  return { status, endpointId: endpoint };
}

function useIssueFields(): readonly FilterField[] {
  const t = useText(issueText);
  const endpoints = useEndpoints();
  return useMemo(
    () => [
      {
        ...{ key: 'status', label: t.column.status, many: true },
        values: ISSUE_STATES.map((value) => ({ value, label: t.status[value].word })),
      },
      {
        ...{ key: 'endpoint', label: t.column.endpoint },
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    [t, endpoints],
  );
}

function idOf({ fingerprint }: IssueRecord): string {
  return fingerprint;
}
