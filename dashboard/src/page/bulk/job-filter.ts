/**
 * The filter of a list of deliveries as a bulk job takes it: what an action is for, of what the
 * list shows, and never more. Pure; the service decides the rest and counts it first.
 */
import type { Static } from 'typebox';
import type { BulkBody, BulkFilter } from '../../../../src/http/schema/bulk.ts';
import type { ShownState } from '../../word/delivery-state.ts';
import { type DeliverySearch, listFilter } from '../delivery/delivery-search.ts';

export type JobAction = Static<typeof BulkBody>['action'];
export type JobFilter = Readonly<Static<typeof BulkFilter>>;

/** The states that each action takes; a delivery that is being sent is left to its outcome. */
const ABLE: Readonly<Record<'retry' | 'cancel', readonly ShownState[]>> = {
  retry: ['retrying', 'delivered', 'rejected', 'exhausted', 'blocked', 'cancelled'],
  cancel: ['waiting', 'due', 'retrying', 'held'],
};

/** Null: the list shows no delivery that the action takes. `range`: as the API takes it. */
export function jobFilter(
  action: 'retry' | 'cancel',
  search: DeliverySearch,
  range: { readonly from?: string; readonly to?: string },
): JobFilter | null {
  const { state, notState = [], attemptsMin, ...lists } = listFilter(search);
  const left = state?.filter((one) => ABLE[action].includes(one) && !notState.includes(one));
  if (left?.length === 0) return null;
  const { callId, ...rest } = lists;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, values]) => values !== undefined)),
    ...(left === undefined ? {} : { state: [...left] }),
    ...(left === undefined && notState.length > 0 ? { notState: [...notState] } : {}),
    ...(callId === undefined ? {} : { callId }),
    ...(attemptsMin === undefined ? {} : { attemptsMin: Number(attemptsMin) }),
    ...range,
  };
}
