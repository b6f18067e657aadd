/**
 * The ready views of the deliveries: each is a filter of states. Those that stand in small indexes
 * say how many there are, with the rest of the filter; what was delivered is history, which nobody
 * counts for a tab. Tests of endpoints are not stored, so they have no view.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { PreviewReply } from '../../../../src/http/schema/bulk.ts';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import type { ViewCount } from '../../list/list-views.tsx';
import { rangeQuery } from '../../range/range.ts';
import type { ShownState } from '../../word/delivery-state.ts';
import { jobFilter } from '../bulk/job-filter.ts';
import type { DeliverySearch } from './delivery-search.ts';
import { deliveryText } from './text.ts';

const FAILING = ['retrying', 'held'] as const satisfies readonly ShownState[];
const GIVEN_UP = ['rejected', 'exhausted', 'blocked'] as const satisfies readonly ShownState[];
const WAITING = ['waiting', 'due', 'sending'] as const satisfies readonly ShownState[];

/** Counts are looked at, not watched: each costs as much as a small bulk job's beginning. */
const EVERY_MS = 30_000;

export function useDeliveryViews(search: DeliverySearch) {
  const t = useText(deliveryText);
  // What an action would take is what has these states.
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
  // What is counted is what a bulk job would take.
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
