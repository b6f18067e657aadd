/**
 * The columns of a list of runs. A run that has ended leads to its result, another one to its call.
 * What it waits for, and why it failed, stand beside it in words.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Countdown, Moment } from '../../kit/time/moment.tsx';
import type { RunRecord } from './acw-api.ts';
import { reasonWords, runWord, tookMs } from './run-word.ts';
import { acwText } from './text.ts';

export function useRunColumns(): readonly Column<RunRecord>[] {
  const t = useText(acwText);
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

/** What it waits for, or why it failed or was cancelled. */
function RunNote({ run }: { readonly run: RunRecord }) {
  const t = useText(acwText);
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
