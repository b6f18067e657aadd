/**
 * The deliveries that match the filter of the address, the newest first: live without moving, with
 * saved views, bulk actions, and a panel for one of them. The page that the other lists copy.
 */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Static } from 'typebox';
import { RESULT_CLASSES } from '../../../../src/core/delivery/result-class.ts';
import { TRIGGERS } from '../../../../src/core/trigger/trigger.ts';
import type { PreviewReply } from '../../../../src/http/schema/bulk.ts';
import { useClient } from '../../api/api-context.tsx';
import { loadDeliveries } from '../../api/delivery.ts';
import { useEndpoints, useEndpointsKnown } from '../../api/endpoint.ts';
import type { DeliveryRecord, EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { atLeast, type FilterField } from '../../kit/filter/filter-token.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { ListPage } from '../../list/list-page.tsx';
import type { ViewCount } from '../../list/list-views.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { rangeQuery } from '../../range/range.ts';
import { type ShownState, STATE_NAMES } from '../../word/delivery-state.ts';
import { jobFilter } from '../bulk/job-filter.ts';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { DeliveryBulk } from './delivery-bulk.tsx';
import { useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryPeek } from './delivery-peek.tsx';
import {
  ATTEMPTS_MAX,
  type DeliverySearch,
  listFilter,
  readDeliverySearch,
} from './delivery-search.ts';
import { useKeepTrail } from './use-keep-trail.ts';

const route = getRouteApi('/p/$project/deliveries');

export function Page() {
  const t = useText('delivery');
  const search = route.useSearch();
  const list = useDeliveryList(search);
  const endpoints = useEndpoints();
  const fields = useDeliveryFields(endpoints);
  useKeepTrail(list.rows, search);
  return (
    <ListPage
      name="deliveries"
      title={t.title}
      lead={t.lead}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields, read: readDeliverySearch, placeholder: t.filter.placeholder }}
      file={{ path: 'v1/deliveries', query: listFilter(search) }}
      columns={useDeliveryColumns(endpoints)}
      rowId={idOf}
      rowName={({ trigger, callId }) => `${trigger}, ${callId}`}
      empty={
        <NothingYet title={t.emptyTitle} action={t.emptyAction}>
          <p>{t.empty}</p>
        </NothingYet>
      }
      noMatch={t.noMatch}
      noMatchText={search.call !== undefined && <p>{t.noMatchCall}</p>}
      views={useDeliveryViews(search)}
      bulk={(selection) => (
        <DeliveryBulk rows={list.rows ?? []} selection={selection} search={search} />
      )}
      panel={(id, close) => <DeliveryPeek id={id} onClose={close} />}
    />
  );
}

function useDeliveryList(search: DeliverySearch): SteadyList<DeliveryRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = listFilter(search);
  return useSteadyList({
    key: ['deliveries', client.project, filter],
    live: ['deliveries', 'endpoints'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    named: useEndpointsKnown(),
    load: (window, signal) => loadDeliveries(client, { ...filter, ...window }, signal),
    range,
    cursor,
  });
}

function idOf({ id }: DeliveryRecord): string {
  return id;
}

/**
 * What the filter of the deliveries understands: `state:`, `endpoint:`, `trigger:`, each with a
 * hyphen for what it must not be, `class:`, `call:` and `attempts:>=3`; and what people ask for
 * that no index answers, with what to use instead. Names of endpoints complete to ids.
 */
function useDeliveryFields(endpoints: ReadonlyMap<string, EndpointRecord>): readonly FilterField[] {
  const t = useText('delivery').filter;
  const { state } = useText('word').delivery;
  return useMemo(
    () => [
      {
        key: 'state',
        label: t.state,
        many: true,
        not: { key: 'notState', label: t.notState },
        values: STATE_NAMES.map((value) => ({ value, label: state[value].word })),
      },
      {
        key: 'endpoint',
        label: t.endpoint,
        many: true,
        not: { key: 'notEndpoint', label: t.notEndpoint },
        values: [...endpoints.values()].map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        key: 'trigger',
        label: t.trigger,
        many: true,
        not: { key: 'notTrigger', label: t.notTrigger },
        values: TRIGGERS.map((value) => ({ value, label: value })),
      },
      {
        key: 'class',
        label: t.class,
        many: true,
        values: RESULT_CLASSES.map((value) => ({ value, label: value })),
      },
      { key: 'call', label: t.call },
      {
        key: 'attempts',
        label: t.attempts,
        reads: (text) => atLeast(text, ATTEMPTS_MAX),
        shows: (value) => t.orMore(Number(value)),
        offers: ['>=2', '>=3', '>=5'],
      },
      ...Object.entries(t.never).map(([key, never]) => ({ key, label: key, never })),
    ],
    [t, state, endpoints],
  );
}

const FAILING = ['retrying', 'held'] as const satisfies readonly ShownState[];
const GIVEN_UP = ['rejected', 'exhausted', 'blocked'] as const satisfies readonly ShownState[];
const WAITING = ['waiting', 'due', 'sending'] as const satisfies readonly ShownState[];

/** Counts are looked at, not watched: each costs as much as a small bulk job's beginning. */
const EVERY_MS = 30_000;

/**
 * The ready views of the deliveries: each is a filter of states. Those that stand in small indexes
 * say how many there are, with the rest of the filter; what was delivered is history, which no
 * operator counts for a tab. Tests of endpoints are not stored, so they have no view.
 */
function useDeliveryViews(search: DeliverySearch) {
  const t = useText('delivery');
  // The states of the deliveries that an action would take.
  const failing = useCount('cancel', FAILING, search);
  const exhausted = useCount('retry', GIVEN_UP, search);
  const waiting = useCount('cancel', WAITING, search);
  return {
    label: t.views,
    ready: [
      { id: 'all', label: t.view.all, search: viewOf(undefined) },
      { id: 'failing', label: t.view.failing, search: viewOf(FAILING), count: failing },
      { id: 'exhausted', label: t.view.exhausted, search: viewOf(GIVEN_UP), count: exhausted },
      { id: 'waiting', label: t.view.waiting, search: viewOf(WAITING), count: waiting },
      { id: 'delivered', label: t.view.delivered, search: viewOf(['delivered']) },
    ],
  };
}

function viewOf(state: readonly ShownState[] | undefined) {
  return { state, notState: undefined };
}

function useCount(
  action: 'retry' | 'cancel',
  state: readonly ShownState[],
  search: DeliverySearch,
): ViewCount | null {
  const { range } = search;
  const client = useClient();
  // Counts the deliveries that a bulk job would take.
  const filter = jobFilter(action, { ...search, ...viewOf(state) }, {});
  const query = useQuery({
    queryKey: ['delivery-count', client.project, action, filter, range],
    queryFn: ({ signal }) => {
      const body = { action, filter: { ...filter, ...rangeQuery(range, serverNowMs()) } };
      return client.post<Static<typeof PreviewReply>>('v1/bulk/preview', body, { signal });
    },
    enabled: filter !== null,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (data === undefined || query.isError || query.isPlaceholderData) return null;
  return { count: data.matched, exact: data.matchedExact };
}
