/**
 * The runs of after-call-work agents that match the filter of the address, the newest first: live,
 * with what each waits for, why it failed, and a way to run it again.
 */
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FilterBox } from '../../kit/filter/filter-box.tsx';
import {
  activeTokens,
  type FilterField,
  type FilterSearch,
  withoutFilter,
} from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { useSelection } from '../../kit/table/selection.ts';
import { FreshPill } from '../../list/fresh-pill.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { shellText } from '../../shell/text.ts';
import './acw.css';
import { loadRuns, type RunRecord } from './acw-api.ts';
import { type AcwRunsSearch, RUN_STATES, readAcwRuns } from './acw-search.ts';
import { useRunColumns } from './run-columns.tsx';
import { RunsBulk } from './runs-bulk.tsx';
import { acwText } from './text.ts';

const route = getRouteApi('/p/$project/acw/runs');

export function Page() {
  const t = useText(acwText).runs;
  const search = route.useSearch();
  const list = useRuns(search);
  const ids = useMemo(() => (list.rows ?? []).map(idOf), [list.rows]);
  const selection = useSelection(ids);
  const fields = useRunFields();
  const columns = useRunColumns();
  const navigate = useNavigate();
  const setSearch = (next: FilterSearch): void => {
    void navigate({ to: '.', search: readAcwRuns(next), resetScroll: false });
  };
  const filters: FilterSearch = { ...search };
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <DataRegion
        title={t.title}
        titleHidden
        region={list.region}
        rows={10}
        tools={
          <>
            <FilterBox
              fields={fields}
              search={filters}
              onSearch={setSearch}
              placeholder={t.filter.placeholder}
            />
            <FreshPill list={list} paused={selection.ids.size > 0} />
          </>
        }
        empty={<NoRuns />}
        noMatch={<NoRunMatch search={search} fields={fields} onSearch={setSearch} />}
        foot={
          <Pager
            what={t.title}
            cursor={search.cursor}
            nextCursor={list.nextCursor}
            shown={list.rows?.length ?? 0}
          />
        }
      >
        {list.rows !== null && (
          <DataTable
            caption={t.listed}
            columns={columns}
            rows={list.rows}
            rowId={idOf}
            rowName={({ agentName, callId }) => `${agentName}, ${callId}`}
            selection={selection}
            faded={({ acwRunId }) => list.gone.has(acwRunId)}
          />
        )}
      </DataRegion>
      <RunsBulk rows={list.rows ?? []} selection={selection} />
    </>
  );
}

function useRuns(search: AcwRunsSearch): SteadyList<RunRecord> {
  const client = useClient();
  const { state, agent, call, range, cursor } = search;
  const filter = { state, acwAgentId: agent, callId: call };
  return useSteadyList({
    key: ['acw-runs', client.project, filter],
    // A launch that is delivered or given up moves its run.
    live: ['acw-runs', 'acw-results', 'deliveries'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    load: (window, signal) => loadRuns(client, { ...filter, ...window }, signal),
    ...{ range, cursor },
  });
}

function useRunFields(): readonly FilterField[] {
  const t = useText(acwText);
  const endpoints = useEndpoints();
  return useMemo(() => {
    const agents = [...endpoints.values()].filter(({ kind }) => AGENT_KINDS.includes(kind));
    return [
      {
        key: 'state',
        label: t.runs.field.state,
        many: true,
        values: RUN_STATES.map((value) => ({ value, label: t.state[value].word })),
      },
      {
        key: 'agent',
        label: t.runs.field.agent,
        values: agents.map(({ id, name }) => ({ value: id, label: name })),
      },
      { key: 'call', label: t.runs.field.call },
    ];
  }, [t, endpoints]);
}

const AGENT_KINDS: readonly string[] = [
  ...['builtin-analyzer', 'builtin-evaluator', 'self-provided-agent'],
];

function NoRuns() {
  const t = useText(acwText).runs;
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  const open = (): void => {
    const search = { kind: 'builtin-analyzer' } as const;
    void navigate({ to: '/p/$project/endpoints/new', params: { project }, search });
  };
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        <Button size="xs" onClick={open}>
          {t.emptyAction}
        </Button>
      }
    >
      <p>{t.empty}</p>
    </EmptyState>
  );
}

interface NoRunMatchProps {
  readonly search: AcwRunsSearch;
  readonly fields: readonly FilterField[];
  readonly onSearch: (search: FilterSearch) => void;
}

function NoRunMatch({ search, fields, onSearch }: NoRunMatchProps) {
  const t = useText(acwText).runs;
  const { range } = useText(shellText);
  const filters = activeTokens({ ...search }, fields).map(({ key, value, label }) => ({
    id: `${key}:${value}`,
    label,
    onRemove: () => onSearch(withoutFilter({ ...search }, key, value)),
  }));
  const ranged =
    search.range === undefined
      ? []
      : [
          {
            id: 'range',
            label: `${range.label}: ${search.range}`,
            onRemove: () => onSearch({ ...search, range: undefined }),
          },
        ];
  return (
    <NoMatch title={t.noMatch} filters={[...filters, ...ranged]} onClear={() => onSearch({})} />
  );
}

function idOf({ acwRunId }: RunRecord): string {
  return acwRunId;
}
