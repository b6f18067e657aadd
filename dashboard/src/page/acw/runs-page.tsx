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
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
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
  return (
    <ListPage
      name="acw-runs"
      title={t.title}
      lead={t.lead}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields: useRunFields(), read: readAcwRuns, placeholder: t.filter.placeholder }}
      file={{ path: 'v1/acw-runs', query: filterOf(search) }}
      columns={useRunColumns()}
      rowId={idOf}
      rowName={({ agentName, callId }) => `${agentName}, ${callId}`}
      empty={<NoRuns />}
      noMatch={t.noMatch}
      bulk={(selection) => <RunsBulk rows={list.rows ?? []} selection={selection} />}
    />
  );
}

function useRuns(search: AcwRunsSearch): SteadyList<RunRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = filterOf(search);
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

/** As the API names them. */
function filterOf({ state, agent, call }: AcwRunsSearch) {
  return { state, acwAgentId: agent, callId: call };
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

function idOf({ acwRunId }: RunRecord): string {
  return acwRunId;
}
