/**
 * The endpoints with their state, and what the latest deliveries hint about each. A table for
 * wide screens that becomes a list of cards on narrow ones.
 */
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from './api.ts';
import { DataRegion } from './data-region.tsx';
import { StateLabel } from './icon.tsx';
import type { DeliveryRecord, EndpointRecord } from './record.ts';
import { regionState } from './region.ts';
import { backlogHint, endpointWord } from './wording.ts';

export function EndpointList({
  query,
  deliveries,
}: {
  readonly query: UseQueryResult<Page<EndpointRecord>>;
  readonly deliveries: readonly DeliveryRecord[];
}) {
  const rows = query.data?.data ?? null;
  return (
    <DataRegion
      title="Endpoints"
      state={regionState({
        error: query.error,
        count: rows === null ? null : rows.length,
        fetching: query.isFetching,
        filtered: false,
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
        <table className="rows">
          <caption className="unseen">Endpoints</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">State</th>
              <th scope="col">Kind</th>
              <th scope="col">Target</th>
              <th scope="col">Latest deliveries</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((endpoint) => (
              <Row key={endpoint.id} endpoint={endpoint} deliveries={deliveries} />
            ))}
          </tbody>
        </table>
      )}
    </DataRegion>
  );
}

function Row({
  endpoint,
  deliveries,
}: {
  readonly endpoint: EndpointRecord;
  readonly deliveries: readonly DeliveryRecord[];
}) {
  return (
    <tr>
      <th scope="row">{endpoint.name}</th>
      <td>
        <StateLabel {...endpointWord(endpoint)} />
      </td>
      <td data-label="Kind">{endpoint.kind}</td>
      <td data-label="Target" className={endpoint.target === null ? '' : 'mono wrap'}>
        {endpoint.target ?? 'set by the project'}
      </td>
      <td data-label="Latest">{backlogHint(endpoint.id, deliveries)}</td>
    </tr>
  );
}
