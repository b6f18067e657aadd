/**
 * A row of the list: the record with its figures of the last day, and which rows a filter keeps.
 * Pure.
 */
import type { EndpointStatsReply } from '../../api/endpoint.ts';
import type { EndpointRecord } from '../../api/record.ts';
import { conditionOf, endpointStateOf } from '../../word/endpoint-state.ts';
import type { EndpointsSearch } from './endpoint-search.ts';

export type EndpointFigures = EndpointStatsReply['endpoints'][number];

export interface EndpointRow {
  readonly endpoint: EndpointRecord;
  /** Null: not known, or there are none. */
  readonly figures: EndpointFigures | null;
}

export function rowsOf(
  endpoints: readonly EndpointRecord[],
  stats: EndpointStatsReply | undefined,
): readonly EndpointRow[] {
  const known = new Map(stats?.endpoints.map((one) => [one.endpointId, one]));
  return endpoints.map((endpoint) => ({ endpoint, figures: known.get(endpoint.id) ?? null }));
}

export function keptRows(
  rows: readonly EndpointRow[],
  { q, kind, state }: EndpointsSearch,
): readonly EndpointRow[] {
  const wanted = q?.toLowerCase() ?? '';
  return rows.filter(({ endpoint }) => {
    const within = `${endpoint.name} ${endpoint.target ?? ''} ${endpoint.id}`.toLowerCase();
    return (
      within.includes(wanted) &&
      (kind === undefined || kind.includes(endpoint.kind)) &&
      (state === undefined || state.includes(endpointStateOf(conditionOf(endpoint))))
    );
  });
}

/** The most ids that the service accepts. */
const FILE_IDS_MAX = 200;

/**
 * The query of a file of the rows that a filter keeps: it names them. Null: they are too many, or
 * none, of which the service would give all.
 */
export function fileQuery(kept: readonly EndpointRow[], all: number) {
  if (kept.length === all) return {};
  if (kept.length === 0 || kept.length > FILE_IDS_MAX) return null;
  return { id: kept.map(({ endpoint }) => endpoint.id) };
}
