/**
 * The runs of after-call-work agents that match the filter of the address, the newest first: live,
 * with what each waits for, why it failed, and a way to run it again.
 */
import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/words.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import './acw.css';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { BulkBar, type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { currentRow, type Selection } from '../../kit/table/selection.ts';
import { Countdown, Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { loadRuns, type RunRecord, rerun } from './acw-api.ts';
import { type AcwRunsSearch, RUN_STATES, readAcwRuns } from './acw-search.ts';
import { reasonWords, runWord, tookMs } from './run-word.ts';

const route = getRouteApi('/p/$project/acw/runs');

export function Page() {
  const t = useText('acw').runs;
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
    range,
    cursor,
  });
}

/** The parameters of the API. */
function filterOf({ state, agent, call }: AcwRunsSearch) {
  return { state, acwAgentId: agent, callId: call };
}

function useRunFields(): readonly FilterField[] {
  const t = useText('acw');
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
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
];

function NoRuns() {
  const t = useText('acw').runs;
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

/**
 * The columns of a list of runs. A run that has ended leads to its result, another one to its call.
 * What it waits for, and why it failed, stand beside it in words.
 */
function useRunColumns(): readonly Column<RunRecord>[] {
  const t = useText('acw');
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(() => {
    const { column } = t.runs;
    return [
      {
        id: 'agent',
        head: column.agent,
        as: 'link',
        cell: (run) => <RunLink run={run} project={project} />,
      },
      {
        id: 'state',
        head: column.state,
        as: 'state',
        cell: ({ state, reason }) => <StateBadge {...runWord(state, t, reason)} />,
      },
      {
        id: 'call',
        head: column.call,
        as: 'quiet',
        cell: ({ callId }) => (
          <Link
            to="/p/$project/calls/$callId"
            params={{ project, callId }}
            search={{ tab: 'acw' }}
            className="mono cut run-call"
            title={callId}
          >
            {callId}
          </Link>
        ),
      },
      { id: 'note', head: column.note, as: 'minor', cell: (run) => <RunNote run={run} /> },
      {
        id: 'trigger',
        head: column.trigger,
        as: 'minor',
        cell: ({ trigger }) => <span className="mono small">{trigger}</span>,
      },
      {
        id: 'took',
        head: column.took,
        as: 'number',
        cell: (run) => {
          const ms = tookMs(run);
          return ms === null ? '–' : format.duration(ms);
        },
      },
      {
        id: 'created',
        head: column.created,
        as: 'when',
        cell: ({ createdAt }) => <Moment iso={createdAt} />,
      },
    ];
  }, [t, format, project]);
}

function RunLink({ run, project }: { readonly run: RunRecord; readonly project: string }) {
  const { acwResultId, agentName, callId } = run;
  if (acwResultId !== null) {
    return (
      <Link
        to="/p/$project/acw/results/$resultId"
        params={{ project, resultId: acwResultId }}
        {...ROW_LINK}
      >
        {agentName}
      </Link>
    );
  }
  return (
    <Link
      to="/p/$project/calls/$callId"
      params={{ project, callId }}
      search={{ tab: 'acw' }}
      {...ROW_LINK}
    >
      {agentName}
    </Link>
  );
}

/** What the run waits for, or why it failed or was cancelled. */
function RunNote({ run }: { readonly run: RunRecord }) {
  const t = useText('acw');
  const { state, reason, giveUpAt, launchCancelled } = run;
  if (state === 'FAILED' || state === 'CANCELLED') {
    const { why, todo } = reasonWords(reason, t);
    return <span title={todo}>{why}</span>;
  }
  if (launchCancelled) return t.runs.cancelled;
  if (giveUpAt === null || (state !== 'WAITING_CALL_LOG' && state !== 'RUNNING')) return null;
  return (
    <>
      {state === 'RUNNING' ? t.runs.deadline : t.runs.givesUp}{' '}
      <Countdown iso={giveUpAt} past={t.runs.nowDue} />
    </>
  );
}

interface RunsBulkProps {
  readonly rows: readonly RunRecord[];
  readonly selection: Selection;
}

/**
 * Runs the selected runs again, one request after another. It asks first: an agent is launched
 * again, and its ACW_COMPLETED reaches every receiver once more.
 * The first refusal ends it and is shown.
 */
function RunsBulk({ rows, selection }: RunsBulkProps) {
  const t = useText('acw').runs;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState<readonly RunRecord[] | null>(null);
  const chosen = rows.filter(({ acwRunId }) => selection.ids.has(acwRunId));
  const run = async (taken: readonly RunRecord[]): Promise<void> => {
    for (const { acwRunId } of taken) await rerun(client, acwRunId);
    selection.clear();
    await queryClient.invalidateQueries({ queryKey: ['acw-runs'] });
    showToast({ text: t.againDone(taken.length) });
  };
  // Without a selection the key acts on the current row.
  const start = (): void => {
    const current = rows.filter(({ acwRunId }) => acwRunId === currentRow());
    const taken = chosen.length > 0 ? chosen : current;
    if (may && taken.length > 0) setAsking(taken);
  };
  useHotkey('r', start);
  return (
    <>
      <BulkBar selection={selection}>
        <Button
          size="xs"
          disabled={!may}
          title={may ? undefined : onlyRole(role.operator)}
          onClick={start}
        >
          {t.again(chosen.length)}
        </Button>
      </BulkBar>
      {asking !== null && (
        <ConfirmDialog
          title={t.again(asking.length)}
          action={t.again(asking.length)}
          effect={t.againEffect}
          count={asking.length}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
