/**
 * What the address says about the page: the state filter and the delivery that is open, so that a
 * copied address and the back button restore it. Anything else in the address is dropped.
 */
import { isState } from './wording.ts';

export interface View {
  readonly state?: string;
  readonly delivery?: string;
}

const DELIVERY_ID = /^dlv_[0-9A-Z]{1,40}$/;

export function readView(search: Record<string, unknown>): View {
  const { state, delivery } = search;
  return {
    ...(typeof state === 'string' && isState(state) ? { state } : {}),
    ...(typeof delivery === 'string' && DELIVERY_ID.test(delivery) ? { delivery } : {}),
  };
}

/** The view with one part changed; null takes the part away. */
export function changeView(
  view: View,
  change: { readonly state?: string | null; readonly delivery?: string | null },
): View {
  const state = change.state === undefined ? view.state : (change.state ?? undefined);
  const delivery = change.delivery === undefined ? view.delivery : (change.delivery ?? undefined);
  return {
    ...(state === undefined ? {} : { state }),
    ...(delivery === undefined ? {} : { delivery }),
  };
}
