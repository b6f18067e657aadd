/**
 * The issues that match the address, what failed last first: what happens, at which endpoint, how
 * often, and who looks at it.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FilterBox } from '../../kit/filter/filter-box.tsx';
import { activeTokens, type FilterSearch, withoutFilter } from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { rangeQuery } from '../../range/range.ts';
import { shellText } from '../../shell/text.ts';
import { useIssueColumns } from './issue-columns.tsx';
import { issuesQuery, type SteadyIssues } from './issue-query.ts';
import { type IssuesSearch, readIssues } from './issue-search.ts';
import { IssueViews } from './issue-views.tsx';
import { issueText } from './text.ts';

const route = getRouteApi('/p/$project/issues');

export function Page() {
  const t = useText(issueText);
  const search = route.useSearch();
  const { query, data, showFresh } = useIssues(search);
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <IssueViews search={search} counts={data?.counts ?? null} />
      <IssueRegion search={search} query={query} data={data} onFresh={showFresh} />
    </>
  );
}

function useIssues({ status, endpoint, range, cursor }: IssuesSearch) {
  const client = useClient();
  const [moment, setMoment] = useState(serverNowMs);
  const asked = { status, endpointId: endpoint, cursor, ...rangeQuery(range, moment) };
  const query = useQuery(issuesQuery(client, asked, moment));
  useLiveQueries(['issues', 'deliveries'], ['issues', client.project, 'list']);
  // Structural sharing put `held` there.
  const data = query.data as SteadyIssues | undefined;
  return { query, data, showFresh: () => setMoment(serverNowMs()) };
}

interface IssueRegionProps {
  readonly search: IssuesSearch;
  readonly query: Parameters<typeof regionOf>[0];
  readonly data: SteadyIssues | undefined;
  readonly onFresh: () => void;
}

function IssueRegion({ search, query, data, onFresh }: IssueRegionProps) {
  const t = useText(issueText);
  const endpoints = useEndpoints();
  const columns = useIssueColumns();
  const navigate = useNavigate();
  const setSearch = (next: FilterSearch): void => {
    void navigate({ to: '.', search: readIssues(next), resetScroll: false });
  };
  const fields = [
    {
      ...{ key: 'endpoint', label: t.filterEndpoint },
      values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  const rows = data?.data ?? [];
  const filtered = Object.values(search).some((value) => value !== undefined);
  const partial = data?.complete === false;
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={regionOf(query, { count: rows.length, filtered, partial })}
      rows={6}
      tools={
        <>
          <FilterBox
            fields={fields}
            search={{ ...search }}
            onSearch={setSearch}
            placeholder={t.placeholder}
          />
          {data !== undefined && data.held > 0 && (
            <button type="button" className="pill" onClick={onFresh}>
              {t.fresh(data.held)}
            </button>
          )}
        </>
      }
      partial={data !== undefined && t.partial(data.lookedAt)}
      empty={
        <EmptyState title={t.emptyTitle}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      noMatch={<NoIssueMatch search={search} fields={fields} onSearch={setSearch} />}
      foot={
        <Pager
          what={t.title}
          cursor={search.cursor}
          nextCursor={data?.nextCursor ?? null}
          shown={rows.length}
        />
      }
    >
      <DataTable
        caption={t.listed}
        columns={columns}
        rows={rows}
        rowId={({ fingerprint }) => fingerprint}
        rowName={({ diagnosis }) => diagnosis.title}
      />
    </DataRegion>
  );
}

interface NoIssueMatchProps {
  readonly search: IssuesSearch;
  readonly fields: Parameters<typeof activeTokens>[1];
  readonly onSearch: (search: FilterSearch) => void;
}

function NoIssueMatch({ search, fields, onSearch }: NoIssueMatchProps) {
  const t = useText(issueText);
  const range = useText(shellText).range;
  const shown: FilterSearch = { ...search };
  const tokens = activeTokens(shown, fields).map(({ key, value, label }) => ({
    ...{ id: `${key}:${value}`, label },
    onRemove: () => onSearch(withoutFilter(shown, key, value)),
  }));
  const others = [
    ...(search.status ?? []).map((status) => ({
      ...{ id: `status:${status}`, label: t.status[status].word },
      onRemove: () => onSearch(withoutFilter(shown, 'status', status)),
    })),
    ...(search.range === undefined
      ? []
      : [
          {
            ...{ id: 'range', label: `${range.label}: ${search.range}` },
            onRemove: () => onSearch({ ...shown, range: undefined }),
          },
        ]),
  ];
  return (
    <NoMatch title={t.noMatch} filters={[...tokens, ...others]} onClear={() => onSearch({})} />
  );
}
