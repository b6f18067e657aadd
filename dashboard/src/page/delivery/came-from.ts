/**
 * The list of deliveries that was last looked at in this tab, so that a delivery opened from it
 * knows its neighbours, also after a reload. Must hold ids and the filter alone, no personal data.
 */
import { type DeliverySearch, readDeliverySearch } from './delivery-search.ts';

export interface DeliveryTrail {
  readonly project: string;
  /** In the order of the list. */
  readonly ids: readonly string[];
  /** The filter of the list of all deliveries; null: the list was that of an endpoint or a call. */
  readonly search: DeliverySearch | null;
}

const KEY = 'ringpost.delivery-list';

export function keepTrail(trail: DeliveryTrail): void {
  memory = trail;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Without storage the trail lasts as long as the page.
  }
}

/** Null: no list was read in this tab, or it was that of another project. */
export function trailOf(project: string): DeliveryTrail | null {
  memory ??= readTrail(stored());
  return memory?.project === project ? memory : null;
}

/** Strict: what is stored may be of another version. */
export function readTrail(text: string | null): DeliveryTrail | null {
  if (text === null) return null;
  try {
    const { project, ids, search }: Record<string, unknown> = JSON.parse(text);
    if (typeof project !== 'string' || !Array.isArray(ids)) return null;
    if (!ids.every((id) => typeof id === 'string')) return null;
    const kept = typeof search === 'object' && search !== null;
    return { project, ids, search: kept ? readDeliverySearch({ ...search }) : null };
  } catch {
    return null;
  }
}

let memory: DeliveryTrail | null = null;

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
