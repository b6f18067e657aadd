/**
 * The runs of agents for one call as a table: how each stands, how long it took, its result.
 * The newest comes first.
 */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { CallDetail } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Countdown, Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useImported } from './bundle/read-bundle.ts';
import { useRefreshCall } from './call-query.ts';
import type { TimelineRun } from './timeline-segment.ts';

export interface CallRunsProps {
  readonly call: CallDetail;
  onPeek(id: string): void;
}

const TONES: Readonly<Record<TimelineRun['state'], Tone>> = {
  QUEUED: 'waiting',
  WAITING_CALL_LOG: 'waiting',
  RUNNING: 'busy',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'off',
};

/** The actions that send a request to the service. */
const ACTING: ReadonlySet<string> = new Set(['again', 'result']);

export function CallRuns({ call, onPeek }: CallRunsProps) {
  const t = useText('call').acw;
  const columns = useRunColumns(call.callId);
  const imported = useImported() !== null;
  return (
    <DataTable
      caption={t.title}
      columns={imported ? columns.filter(({ id }) => !ACTING.has(id)) : columns}
      rows={call.acwRuns}
      rowId={({ deliveryId }) => deliveryId}
      onPeek={onPeek}
    />
  );
}

function useRunColumns(callId: string): readonly Column<TimelineRun>[] {
  const t = useText('call').acw;
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(
    () => [
      {
        id: 'agent',
        head: t.agent,
        as: 'link',
        cell: ({ agentName, deliveryId }) => (
          <Link
            to="."
            search={(before) => ({ ...before, peek: deliveryId })}
            resetScroll={false}
            {...ROW_LINK}
          >
            {agentName}
          </Link>
        ),
      },
      { id: 'state', head: t.state, as: 'state', cell: (run) => <RunState run={run} /> },
      { id: 'trigger', head: t.trigger, as: 'minor', cell: ({ trigger }) => trigger },
      {
        id: 'took',
        head: t.took,
        as: 'minor',
        cell: ({ startedAt, finishedAt }) =>
          startedAt === null || finishedAt === null
            ? '–'
            : format.duration(Date.parse(finishedAt) - Date.parse(startedAt)),
      },
      {
        id: 'result',
        head: t.result,
        as: 'quiet',
        cell: ({ acwResultId }) =>
          acwResultId === null ? (
            '–'
          ) : (
            <Link
              to="/p/$project/acw/results/$resultId"
              params={{ project, resultId: acwResultId }}
            >
              {t.openResult}
            </Link>
          ),
      },
      { id: 'again', head: '', as: 'minor', cell: (run) => <Again run={run} callId={callId} /> },
      {
        id: 'created',
        head: t.created,
        as: 'when',
        cell: ({ createdAt }) => <Moment iso={createdAt} />,
      },
    ],
    [t, format, project, callId],
  );
}

function RunState({ run }: { readonly run: TimelineRun }) {
  const t = useText('call').acw;
  const { state, reason, giveUpAt, launchCancelled, finishedAt } = run;
  return (
    <>
      <StateBadge {...t.states[state]} tone={TONES[state]} />
      <span className="quiet small">
        {reason !== null && ` ${reason}`}
        {launchCancelled && ` ${t.stopped}`}
        {finishedAt === null && giveUpAt !== null && (
          <>
            {' '}
            {t.giveUp} <Countdown iso={giveUpAt} past="" />
          </>
        )}
      </span>
    </>
  );
}

function Again({ run, callId }: { readonly run: TimelineRun; readonly callId: string }) {
  const t = useText('call').acw;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const refresh = useRefreshCall(callId);
  const [running, setRunning] = useState(false);
  const again = (): void => {
    setRunning(true);
    client
      .post(`v1/acw-runs/${encodeURIComponent(run.acwRunId)}/rerun`)
      .then(
        () => showToast({ text: t.started(run.agentName) }),
        (error: unknown) =>
          showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' }),
      )
      .then(refresh)
      .finally(() => setRunning(false));
  };
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={running}
      disabled={!may}
      title={may ? undefined : onlyRole(role.operator)}
      onClick={again}
    >
      {t.again}
    </Button>
  );
}
