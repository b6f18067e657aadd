/**
 * The parameters in the address of the deliveries: the filter, the page and the panel. In the entry
 * chunk, because the router reads it before the page is loaded.
 */
import type { ResultClass } from '../../../../src/core/delivery/result-class.ts';
import { RESULT_CLASSES } from '../../../../src/core/delivery/result-class.ts';
import type { Trigger } from '../../../../src/core/trigger/trigger.ts';
import { TRIGGERS } from '../../../../src/core/trigger/trigger.ts';
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, someIn, textIn, textsIn } from '../../search/read-search.ts';
import { type ShownState, STATE_NAMES } from '../../word/delivery-state.ts';

export interface DeliverySearch {
  readonly state?: readonly ShownState[] | undefined;
  readonly endpoint?: readonly string[] | undefined;
  readonly trigger?: readonly Trigger[] | undefined;
  readonly class?: readonly ResultClass[] | undefined;
  readonly call?: string | undefined;
  readonly notState?: readonly ShownState[] | undefined;
  readonly notEndpoint?: readonly string[] | undefined;
  readonly notTrigger?: readonly Trigger[] | undefined;
  /** At least this many attempts. */
  readonly attempts?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
  /** The delivery in the side panel. */
  readonly peek?: string | undefined;
}

/** The same as in the service. */
export const ATTEMPTS_MAX = 10_000;
const ENDPOINTS_MAX = 20;

export function readDeliverySearch(search: RawSearch): DeliverySearch {
  const call = textIn(search, 'call');
  const attempts = textIn(search, 'attempts', isCount);
  const states = {
    state: someIn(search, 'state', STATE_NAMES),
    notState: someIn(search, 'notState', STATE_NAMES),
  };
  return compact({
    ...(attempts === undefined || call !== undefined ? states : withoutDelivered(states)),
    endpoint: textsIn(search, 'endpoint', isId('ep'))?.slice(0, ENDPOINTS_MAX),
    notEndpoint: textsIn(search, 'notEndpoint', isId('ep'))?.slice(0, ENDPOINTS_MAX),
    trigger: someIn(search, 'trigger', TRIGGERS),
    notTrigger: someIn(search, 'notTrigger', TRIGGERS),
    class: someIn(search, 'class', RESULT_CLASSES),
    call,
    attempts,
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
    peek: textIn(search, 'peek', isId('dlv')),
  });
}

/** The filter, as the API names it. */
export function listFilter(search: DeliverySearch) {
  const { state, endpoint, trigger, call, notState, notEndpoint, notTrigger, attempts } = search;
  return {
    state,
    endpointId: endpoint,
    trigger,
    class: search.class,
    callId: call,
    notState,
    notEndpointId: notEndpoint,
    notTrigger,
    attemptsMin: attempts,
  };
}

const isCount = (text: string): boolean =>
  /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= ATTEMPTS_MAX;

/**
 * Leaves delivered ones out of a search by attempts, since the service would have to walk them all.
 * The reader sees this in the filter.
 */
function withoutDelivered(states: Pick<DeliverySearch, 'state' | 'notState'>) {
  const { state, notState = [] } = states;
  if (state !== undefined && !state.includes('delivered')) return states;
  return { state, notState: [...new Set([...notState, 'delivered' as const])] };
}

export interface OneDeliverySearch {
  /** The attempt that is shown, by its number. */
  readonly attempt?: string | undefined;
  readonly tab?: (typeof ATTEMPT_TABS)[number] | undefined;
}

export const ATTEMPT_TABS = ['request', 'response', 'timing', 'signature', 'schedule'] as const;

export function readOneDelivery(search: RawSearch): OneDeliverySearch {
  return compact({
    attempt: textIn(search, 'attempt', (text) => /^[1-9]\d{0,5}$/.test(text)),
    tab: oneIn(search, 'tab', ATTEMPT_TABS),
  });
}
