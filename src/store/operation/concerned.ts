/**
 * What other processes must read again after a change: endpoints that they hold in memory, new
 * heads, and cached keys. Each function derives it from the change's result and argument.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Head, News } from '../../engine/ports/dispatch-store.ts';
import type { Batch, DeliveryChange } from '../../engine/ports/manage-store.ts';

/** Endpoints with new heads, changed endpoints, and projects whose keys changed. */
export type Concerned = Partial<Pick<News, 'heads' | 'changed' | 'keys'>>;

export function itself(endpoint: Pick<Endpoint, 'key'> | null): Concerned {
  return { changed: endpoint === null ? [] : [endpoint.key] };
}

export function itsEndpoint(change: DeliveryChange): Concerned {
  return { changed: change.kind === 'changed' ? [change.endpoint] : [] };
}

export function itsEndpoints({ endpoints }: Batch): Concerned {
  return { changed: endpoints };
}

export function newHeads(
  answer: (object & { readonly heads?: readonly Head[] }) | null,
): Concerned {
  return { heads: [...new Set((answer?.heads ?? []).map(({ endpoint }) => endpoint))] };
}

type OfProject = { readonly projectKey: ProjectKey };

export function itsKeys(made: object | boolean | null, { projectKey }: OfProject): Concerned {
  return { keys: made === null || made === false ? [] : [projectKey] };
}

type OfMember = OfProject & { readonly revokeKeys?: boolean | undefined };

export function revokedKeys(_: unknown, { projectKey, revokeKeys = false }: OfMember): Concerned {
  return { keys: revokeKeys ? [projectKey] : [] };
}
