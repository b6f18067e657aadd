/**
 * The parameters in the addresses of the endpoints: the filter of the list, the kind of a new one,
 * and for one endpoint its range and page.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, someIn, textIn } from '../../search/read-search.ts';
import { ENDPOINT_STATES, type EndpointState } from '../../word/endpoint-state.ts';

export interface EndpointsSearch {
  readonly q?: string | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly state?: readonly EndpointState[] | undefined;
}

export const ENDPOINT_TABS = ['overview', 'deliveries', 'settings', 'auth', 'test'] as const;

export interface EndpointNewSearch {
  readonly kind?: string | undefined;
}

export interface EndpointSearch {
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
  readonly peek?: string | undefined;
}

const isKind = (text: string): boolean => /^[a-z][a-z-]{0,39}$/.test(text);

export function readEndpoints(search: RawSearch): EndpointsSearch {
  const kinds = [search.kind].flat().filter((kind) => typeof kind === 'string' && isKind(kind));
  return compact({
    q: textIn(search, 'q'),
    kind: kinds.length === 0 ? undefined : kinds.map(String),
    state: someIn(search, 'state', ENDPOINT_STATES),
  });
}

export function readEndpointNew(search: RawSearch): EndpointNewSearch {
  return compact({ kind: textIn(search, 'kind', isKind) });
}

export function readEndpoint(search: RawSearch): EndpointSearch {
  return compact({
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
    peek: textIn(search, 'peek', isId('dlv')),
  });
}
