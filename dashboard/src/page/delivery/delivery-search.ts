/**
 * What the address of the deliveries says: the filter, the page and the panel. In the entry chunk,
 * since the router reads it before the page is there.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, someIn, textIn } from '../../search/read-search.ts';
import { type ShownState, STATE_NAMES } from '../../word/delivery-state.ts';
import { TRIGGER_NAMES } from '../../word/trigger.ts';

export interface DeliverySearch {
  readonly state?: readonly ShownState[] | undefined;
  readonly endpoint?: string | undefined;
  readonly trigger?: string | undefined;
  readonly call?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
  /** The delivery in the side panel. */
  readonly peek?: string | undefined;
}

export function readDeliverySearch(search: RawSearch): DeliverySearch {
  return compact({
    state: someIn(search, 'state', STATE_NAMES),
    endpoint: textIn(search, 'endpoint', isId('ep')),
    trigger: oneIn(search, 'trigger', TRIGGER_NAMES),
    call: textIn(search, 'call'),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
    peek: textIn(search, 'peek', isId('dlv')),
  });
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
