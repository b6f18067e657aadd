/**
 * The deliveries that match the filters, newest first, a page at a time. On narrow screens each is
 * a card of two lines; what is left out there is one tap away.
 */
import { Button, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from './api.ts';
import { DataRegion } from './data-region.tsx';
import { DeliveryFilter, type DeliveryFilterProps } from './delivery-filter.tsx';
import { StateLabel } from './icon.tsx';
import type { DeliveryRecord } from './record.ts';
import { regionState } from './region.ts';
import { relative } from './time.ts';
import { isFiltered } from './view.ts';
import { ViewLink } from './view-link.tsx';
import { deliveryWord, lastAnswer } from './wording.ts';

export interface DeliveryListProps extends DeliveryFilterProps {
  readonly query: UseQueryResult<Page<DeliveryRecord>>;
}

export function DeliveryList(props: DeliveryListProps) {
  const { query, view } = props;
  const rows = query.data?.data ?? null;
  // Rows of the filter before say nothing about this one when there are none.
  const unanswered = rows === null || (query.isPlaceholderData && rows.length === 0);
  const narrowed = isFiltered(view) || view.cursor !== undefined;
  return (
    <DataRegion
      title={narrowed ? 'Deliveries' : 'Latest deliveries'}
      state={regionState({
        error: query.error,
        count: unanswered ? null : rows.length,
        fetching: query.isFetching,
        filtered: narrowed,
      })}
      error={query.error}
      onRetry={() => void query.refetch()}
      tools={<DeliveryFilter {...props} />}
      empty={narrowed ? <NoMatch {...props} /> : <NoDeliveries />}
      foot={<Pages {...props} />}
    >
      {view.callId !== undefined && (rows?.length ?? 0) > 0 && (
        <Text size="sm" mb="xs">
          <ViewLink change={{ call: view.callId }}>
            Open the timeline of <span className="mono wrap">{view.callId}</span>
          </ViewLink>
        </Text>
      )}
      {rows !== null && (
        <table className="rows deliveries">
          <caption className="unseen">Deliveries, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Trigger</th>
              <th scope="col">State</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Call</th>
              <th scope="col">Attempts</th>
              <th scope="col">Last answer</th>
              <th scope="col">Created</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} {...props} />
            ))}
          </tbody>
        </table>
      )}
    </DataRegion>
  );
}

function Row({
  delivery,
  endpoints,
  query,
}: DeliveryListProps & { readonly delivery: DeliveryRecord }) {
  const endpoint = endpoints.get(delivery.endpointId);
  const nowMs = query.dataUpdatedAt;
  return (
    <tr>
      <th scope="row">
        <ViewLink change={{ delivery: delivery.id }}>{delivery.trigger}</ViewLink>
      </th>
      <td data-cell="state">
        <StateLabel {...deliveryWord(delivery.state, endpoint, nowMs)} />
      </td>
      <td data-cell="quiet">{endpoint?.name ?? 'removed'}</td>
      <td data-cell="minor" className="mono wrap">
        <ViewLink change={{ call: delivery.callId }}>{delivery.callId}</ViewLink>
      </td>
      <td data-cell="minor">{delivery.attempts}</td>
      <td data-cell="minor">{lastAnswer(delivery)}</td>
      <td data-cell="when">
        <time dateTime={delivery.createdAt} title={delivery.createdAt}>
          {relative(delivery.createdAt, nowMs)}
        </time>
      </td>
    </tr>
  );
}

function Pages({ query, view }: DeliveryListProps) {
  const older = query.data?.nextCursor ?? null;
  if (older === null && view.cursor === undefined) return null;
  return (
    <nav className="pages" aria-label="Pages of deliveries">
      {view.cursor !== undefined && <ViewLink change={{ cursor: null }}>Newest</ViewLink>}
      {older !== null && <ViewLink change={{ cursor: older }}>Older</ViewLink>}
    </nav>
  );
}

function NoDeliveries() {
  return (
    <>
      <Text fw={600}>No deliveries yet</Text>
      <Text size="sm" c="dimmed">
        They appear here as soon as a call is reported and an endpoint subscribes to what it fires.
        Report one with <code>POST /v1/calls/&lt;callId&gt;/reports</code>.
      </Text>
    </>
  );
}

function NoMatch({ view, onView, query }: DeliveryListProps) {
  const more = (query.data?.nextCursor ?? null) !== null;
  return (
    <>
      <Text fw={600}>
        {more ? 'No delivery on this page matches' : 'No delivery matches these filters'}
      </Text>
      {view.callId !== undefined && (
        <Text size="sm" c="dimmed">
          The call id must be the whole one.{' '}
          <ViewLink change={{ call: view.callId }}>See whether the call was reported</ViewLink>
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        onClick={() => onView({ state: null, endpointId: null, callId: null })}
      >
        Show all deliveries
      </Button>
    </>
  );
}
