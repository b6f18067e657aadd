/**
 * Where a hit of the search is shown. `/go/{id}` and the search box use the same table, so that
 * both lead to the same page.
 */
import type { NavigateOptions } from '@tanstack/react-router';
import type { SearchHit } from '../api/search.ts';

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
