/**
 * The calls that match the filter of the address, the newest first: live without moving.
 * What is filtered stands in the address.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import './call.css';
import { Fragment, useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { type CallRecord, loadCalls } from '../../api/delivery.ts';
import { useMembership } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { DeleteOfClient } from './call-deletion.tsx';
import { type CallsSearch, callFilter, isStatus, readCalls } from './call-search.ts';
import { callDurationMs, callStatus, STATUS_NAMES } from './call-status.ts';

const route = getRouteApi('/p/$project/calls');

export function Page() {
  const t = useText('call');
  const search = route.useSearch();
  const masked = useMembership()?.masked === true;
  const placeholder = masked ? t.filter.placeholderMasked : t.filter.placeholder;
  return (
    <ListPage
      name="calls"
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <OpenBundle />
          {search.clientId !== undefined && <DeleteOfClient clientId={search.clientId} />}
        </>
      }
      listed={t.listed}
      list={useCallList(search)}
      search={search}
      filter={{ fields: useCallFields(), read: readCalls, placeholder }}
      file={{ path: 'v1/calls', query: callFilter(search) }}
      columns={useCallColumns()}
      rowId={idOf}
      empty={
        <NothingYet title={t.emptyTitle} action={t.emptyAction}>
          <p>{t.empty}</p>
        </NothingYet>
      }
      noMatch={t.noMatch}
      views={useCallViews()}
    />
  );
}

function OpenBundle() {
  const t = useText('call');
  const project = useClient().project ?? '';
  return (
    <Link to="/p/$project/bundle" params={{ project }}>
      {t.openBundle}
    </Link>
  );
}

/** The views show no counts, since the service could count calls only by walking them all. */
function useCallViews() {
  const t = useText('call');
  return {
    label: t.views,
    ready: [
      { id: 'all', label: t.view.all, search: { errors: undefined, stale: undefined } },
      { id: 'errors', label: t.view.errors, search: { errors: '1', stale: undefined } },
      { id: 'stale', label: t.view.stale, search: { errors: undefined, stale: '1' } },
    ],
  };
}

function useCallList(search: CallsSearch): SteadyList<CallRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = callFilter(search);
  return useSteadyList({
    key: ['calls', client.project, filter],
    live: ['calls', 'deliveries'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    load: (window, signal) => loadCalls(client, { ...filter, ...window }, signal),
    range,
    cursor,
  });
}

function idOf({ callId }: CallRecord): string {
  return callId;
}

/**
 * The columns of the list of calls.
 * Their order is that in which one looks for a call.
 */
function useCallColumns(): readonly Column<CallRecord>[] {
  const t = useText('call');
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
  const t = useText('call').one;
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
  const t = useText('call');
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
  const t = useText('call');
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

/**
 * The filters of the calls: `status:`, `direction:`, `errors:`, `stale:`, `clientId:` and
 * `callSid:`, each with a hyphen for what it must not be, and `number:` and `tag:`. People who see
 * the clientId masked cannot filter by it, nor by number and tag.
 */
function useCallFields(): readonly FilterField[] {
  const t = useText('call');
  const masked = useMembership()?.masked === true;
  return useMemo(() => {
    const { filter, direction } = t;
    const yesNo = [
      { value: '1', label: filter.yes },
      { value: '0', label: filter.no },
    ];
    const not = (key: string, label: string) => ({ key, label: filter.not(label) });
    return [
      {
        key: 'status',
        label: filter.status,
        many: true,
        not: not('notStatus', filter.status),
        // A platform may use statuses of its own.
        accepts: isStatus,
        offers: STATUS_NAMES,
      },
      {
        key: 'direction',
        label: filter.direction,
        not: not('notDirection', filter.direction),
        values: (['INBOUND', 'OUTBOUND'] as const).map((value) => ({
          value,
          label: direction[value],
        })),
      },
      {
        key: 'errors',
        label: filter.errors,
        not: not('notErrors', filter.errors),
        values: yesNo,
      },
      { key: 'stale', label: filter.stale, not: not('notStale', filter.stale), values: yesNo },
      ...(masked
        ? []
        : [
            {
              key: 'clientId',
              label: filter.clientId,
              not: not('notClientId', filter.clientId),
            },
            { key: 'number', label: filter.number },
            { key: 'tag', label: filter.tag },
          ]),
      { key: 'callSid', label: filter.callSid, not: not('notCallSid', filter.callSid) },
    ];
  }, [masked, t]);
}

const LENGTH_MAX = 28;

/**
 * A long id with its middle left out: what tells ids apart stands at their ends. Pure; never cuts
 * a character in two.
 */
function middleCut(text: string, most = LENGTH_MAX): string {
  const points = [...text];
  if (points.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  const tail = points.slice(points.length - (most - 1 - head));
  return `${points.slice(0, head).join('')}…${tail.join('')}`;
}
