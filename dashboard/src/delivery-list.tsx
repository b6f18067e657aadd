/**
 * The latest deliveries, newest first, with a filter by state and a switch that stops the list
 * from refreshing while someone reads it.
 */
import { Button, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from './api.ts';
import { DataRegion } from './data-region.tsx';
import { Icon, StateLabel } from './icon.tsx';
import type { DeliveryRecord } from './record.ts';
import { regionState } from './region.ts';
import { lastAnswer, relative, STATES, stateWord } from './wording.ts';

export interface DeliveryListProps {
  readonly query: UseQueryResult<Page<DeliveryRecord>>;
  readonly endpointNames: ReadonlyMap<string, string>;
  readonly state: string | null;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
  readonly onState: (state: string | null) => void;
  readonly onOpen: (id: string) => void;
}

export function DeliveryList(props: DeliveryListProps) {
  const { query, state } = props;
  const rows = query.data?.data ?? null;
  return (
    <DataRegion
      title="Latest deliveries"
      state={regionState({
        error: query.error,
        count: rows === null ? null : rows.length,
        fetching: query.isFetching,
        filtered: state !== null,
      })}
      error={query.error}
      onRetry={() => void query.refetch()}
      tools={<Tools {...props} />}
      empty={state === null ? <NoDeliveries /> : <NoMatch {...props} />}
    >
      {rows !== null && (
        <table className="rows">
          <caption className="unseen">Latest deliveries, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Trigger</th>
              <th scope="col">State</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Call</th>
              <th scope="col">Attempts</th>
              <th scope="col">Last answer</th>
              <th scope="col">Made</th>
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
  endpointNames,
  query,
  onOpen,
}: DeliveryListProps & { readonly delivery: DeliveryRecord }) {
  return (
    <tr>
      <th scope="row">
        <button type="button" className="open" onClick={() => onOpen(delivery.id)}>
          {delivery.trigger}
        </button>
      </th>
      <td>
        <StateLabel {...stateWord(delivery.state)} />
      </td>
      <td data-label="Endpoint">{endpointNames.get(delivery.endpointId) ?? delivery.endpointId}</td>
      <td data-label="Call" className="mono wrap">
        {delivery.callId}
      </td>
      <td data-label="Attempts">{delivery.attempts}</td>
      <td data-label="Last answer">{lastAnswer(delivery)}</td>
      <td data-label="Made">
        <time dateTime={delivery.createdAt} title={delivery.createdAt}>
          {relative(delivery.createdAt, query.dataUpdatedAt)}
        </time>
      </td>
    </tr>
  );
}

function Tools({ state, live, onLive, onState }: DeliveryListProps) {
  return (
    <div className="tools">
      <label className="filter">
        <span>State</span>
        <select
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) => onState(value === '' ? null : value)}
        >
          <option value="">All</option>
          {Object.entries(STATES).map(([value, { word }]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <Button
        variant="default"
        size="xs"
        aria-pressed={!live}
        leftSection={<Icon name={live ? 'busy' : 'off'} />}
        onClick={() => onLive(!live)}
      >
        {live ? 'Pause refresh' : 'Refresh paused'}
      </Button>
    </div>
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

function NoMatch({ state, onState }: DeliveryListProps) {
  return (
    <>
      <Text fw={600}>No delivery is {stateWord(state ?? '').word.toLowerCase()}</Text>
      <Button variant="default" size="xs" mt="xs" onClick={() => onState(null)}>
        Show all states
      </Button>
    </>
  );
}
