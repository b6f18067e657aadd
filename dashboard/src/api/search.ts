/**
 * Search by what a person pasted: an id of any kind, a call SID, a client, the beginning of
 * one. The best match comes first; nothing found is an empty list.
 */

import type { NavigateOptions } from '@tanstack/react-router';
import type { Found } from '../../../src/http/schema/search.ts';
import type { Client } from './client.ts';

export type SearchHit = Readonly<Found>;

export interface SearchAnswer {
  readonly data: readonly SearchHit[];
  /** The fields that were compared. */
  readonly searched: readonly string[];
}

export function searchById(client: Client, text: string): Promise<SearchAnswer> {
  return client.get('v1/search', { query: { q: text } });
}

/** The one that is meant beyond doubt: the only one, or the only whole id. */
export function onlyHit({ data }: SearchAnswer): SearchHit | null {
  if (data.length === 1) return data[0] ?? null;
  const exact = data.filter((hit) => hit.exact && (hit.by === 'id' || hit.by === 'callId'));
  return exact.length === 1 ? (exact[0] ?? null) : null;
}

/**
 * The page that shows a hit of the search. `/go/{id}` and the search box use the same table, so
 * that both lead to the same page.
 */
export function hitTarget(project: string, { kind, id, callId }: SearchHit): NavigateOptions {
  switch (kind) {
    case 'call':
      return { to: '/p/$project/calls/$callId', params: { project, callId: id } };
    case 'delivery':
      return { to: '/p/$project/deliveries/$deliveryId', params: { project, deliveryId: id } };
    case 'endpoint':
      return {
        to: '/p/$project/endpoints/$endpointId/{-$tab}',
        params: { project, endpointId: id },
      };
    case 'acw-result':
      return { to: '/p/$project/acw/results/$resultId', params: { project, resultId: id } };
    case 'acw-run':
      // A run without a result is shown on the page of its call.
      return callId === null
        ? { to: '/p/$project/acw/runs', params: { project } }
        : {
            to: '/p/$project/calls/$callId',
            params: { project, callId },
            search: { tab: 'acw' },
          };
  }
}
