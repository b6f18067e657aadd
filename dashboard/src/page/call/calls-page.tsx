/**
 * The calls that match the filter of the address, the newest first: live without moving.
 * What is filtered stands in the address.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import './call.css';
import { useClient } from '../../api/api-context.tsx';
import { type CallRecord, loadCalls } from '../../api/call.ts';
import { useMembership } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { useCallColumns } from './call-columns.tsx';
import { type CallsSearch, callFilter, readCalls } from './call-search.ts';
import { DeleteOfClient } from './client-deletion.tsx';
import { callText } from './text.ts';
import { useCallFields } from './use-call-fields.ts';

const route = getRouteApi('/p/$project/calls');

export function Page() {
  const t = useText(callText);
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
  const t = useText(callText);
  const project = useClient().project ?? '';
  return (
    <Link to="/p/$project/bundle" params={{ project }}>
      {t.openBundle}
    </Link>
  );
}

/** Without counts: calls are counted by walking them. */
function useCallViews() {
  const t = useText(callText);
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
    ...{ range, cursor },
  });
}

function idOf({ callId }: CallRecord): string {
  return callId;
}
