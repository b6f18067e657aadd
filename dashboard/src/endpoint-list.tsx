/**
 * The endpoints and how each is doing: enabled, failing, on hold until when, in need of a person,
 * or disabled; and what to know of its settings. A table for wide screens that becomes a list of
 * cards on narrow ones. A name filters the deliveries.
 */
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from './api.ts';
import { DataRegion } from './data-region.tsx';
import { StateLabel } from './icon.tsx';
import type { EndpointRecord } from './record.ts';
import { regionState } from './region.ts';
import { relative } from './time.ts';
import { ViewLink } from './view-link.tsx';
import { endpointWord } from './wording.ts';

export function EndpointList({ query }: { readonly query: UseQueryResult<Page<EndpointRecord>> }) {
  const rows = query.data?.data ?? null;
  return (
    <DataRegion
      title="Endpoints"
      state={regionState({
        error: query.error,
        count: rows === null ? null : rows.length,
        fetching: query.isFetching,
        filtered: false,
        partial: (query.data?.nextCursor ?? null) !== null,
      })}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={
        <>
          <Text fw={600}>No endpoints yet</Text>
          <Text size="sm" c="dimmed">
            An endpoint receives the webhooks of the triggers it subscribes to. Create one with{' '}
            <code>POST /v1/endpoints</code>.
          </Text>
        </>
      }
    >
      {rows !== null && (
        <table className="rows endpoints">
          <caption className="unseen">Endpoints; a name shows its deliveries</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">State</th>
              <th scope="col">Kind</th>
              <th scope="col">Target</th>
              <th scope="col">Last success</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} nowMs={query.dataUpdatedAt} />
            ))}
          </tbody>
        </table>
      )}
      {rows !== null && query.data?.nextCursor != null && (
        <Text size="sm" c="dimmed" mt="xs">
          Only the oldest {rows.length} endpoints are shown.
        </Text>
      )}
    </DataRegion>
  );
}

function Row({ endpoint, nowMs }: { readonly endpoint: EndpointRecord; readonly nowMs: number }) {
  const { lastSuccessAt } = endpoint.health;
  return (
    <tr>
      <th scope="row">
        <ViewLink change={{ endpointId: endpoint.id }}>{endpoint.name}</ViewLink>
      </th>
      <td data-cell="state">
        <StateLabel {...endpointWord(endpoint, nowMs)} />
      </td>
      <td data-cell="minor">{endpoint.kind}</td>
      <td data-cell="minor" className="wrap" title={endpoint.target ?? undefined}>
        <span className={endpoint.target === null ? '' : 'mono'}>
          {endpoint.target ?? 'set by the project'}
        </span>
        {endpoint.warnings.map((warning) => (
          <Text key={warning} size="sm">
            {warning}
          </Text>
        ))}
      </td>
      <td data-cell="minor">
        {lastSuccessAt === null ? (
          'none yet'
        ) : (
          <time dateTime={lastSuccessAt} title={lastSuccessAt}>
            {relative(lastSuccessAt, nowMs)}
          </time>
        )}
      </td>
    </tr>
  );
}
