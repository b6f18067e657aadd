/**
 * The columns of the list of calls.
 * Their order is that in which one looks for a call.
 */
import { Link } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { CallRecord } from '../../api/call.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { callDurationMs, callStatus } from './call-status.ts';
import { middleCut } from './middle-cut.ts';
import { callText } from './text.ts';

export function useCallColumns(): readonly Column<CallRecord>[] {
  const t = useText(callText);
  const format = useFormat();
  return useMemo(() => {
    const { column } = t;
    return [
      { id: 'call', head: column.call, as: 'link', cell: (call) => <CallLink call={call} /> },
      { id: 'status', head: column.status, as: 'state', cell: (call) => <Status call={call} /> },
      {
        id: 'started',
        head: column.started,
        as: 'when',
        cell: ({ firstReportAt }) => <Moment iso={firstReportAt} />,
      },
      {
        id: 'errors',
        head: column.errors,
        as: 'quiet',
        cell: ({ errors }) => (errors.length === 0 ? '–' : <Codes errors={errors} />),
      },
      {
        id: 'direction',
        head: column.direction,
        as: 'minor',
        cell: ({ direction }) => t.direction[direction],
      },
      { id: 'client', head: column.client, as: 'minor', cell: ({ clientId }) => textOf(clientId) },
      { id: 'sid', head: column.sid, as: 'minor', cell: ({ callSid }) => textOf(callSid) },
      {
        id: 'deliveries',
        head: column.deliveries,
        as: 'minor',
        cell: (call) => <Counts call={call} />,
      },
      {
        id: 'runs',
        head: column.runs,
        as: 'number',
        cell: ({ acwRuns }) => (acwRuns === 0 ? '–' : format.number(acwRuns)),
      },
      {
        id: 'duration',
        head: column.duration,
        as: 'number',
        cell: (call) => (call.reports < 2 ? '–' : format.duration(callDurationMs(call))),
      },
    ];
  }, [t, format]);
}

function CallLink({ call: { callId } }: { readonly call: CallRecord }) {
  const t = useText(callText).one;
  const project = useClient().project ?? '';
  return (
    <span className="with-copy">
      <Link
        to="/p/$project/calls/$callId"
        params={{ project, callId }}
        className="mono"
        title={callId}
        {...ROW_LINK}
      >
        {middleCut(callId)}
      </Link>
      <CopyButton text={callId} what={t.copyId} />
    </span>
  );
}

function Status({ call }: { readonly call: CallRecord }) {
  const t = useText(callText);
  return (
    <>
      <StateBadge {...callStatus(call.status, t)} />
      {call.stale && (
        <span className="call-mark" title={t.staleWhy}>
          {t.staleMark}
        </span>
      )}
    </>
  );
}

/** The first, and how many more; a name may break where its words do. */
function Codes({ errors }: Pick<CallRecord, 'errors'>) {
  const [first = '', ...more] = errors;
  return (
    <span className="call-codes" title={errors.join(', ')}>
      <span className="call-code">
        {first.split('_').map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a code stay where they are
          <Fragment key={at}>
            {at > 0 && '_'}
            {at > 0 && <wbr />}
            {word}
          </Fragment>
        ))}
      </span>
      {more.length > 0 && (
        <>
          <span aria-hidden="true">+{more.length}</span>
          <span className="unseen">{more.join(', ')}</span>
        </>
      )}
    </span>
  );
}

function Counts({ call }: { readonly call: CallRecord }) {
  const t = useText(callText);
  const { deliveries: made, deliveriesDelivered: delivered } = call;
  const { deliveriesFailed: failed, deliveriesOpen: open } = call;
  if (made === 0) return '–';
  return (
    <span className="call-counts">
      <span>{t.delivered(delivered, made)}</span>
      {open > 0 && <span className="quiet">{t.open(open)}</span>}
      {failed > 0 && <span className="call-code">{t.failed(failed)}</span>}
    </span>
  );
}

function textOf(value: string): React.ReactNode {
  if (value === '') return '–';
  return (
    <span className="mono cut call-id" title={value}>
      {middleCut(value)}
    </span>
  );
}
