/**
 * What narrows the list of deliveries: state, endpoint and the id of a call; and the switch that
 * stops it from refreshing while someone reads it. Every choice is in the address.
 */
import { Button } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { Icon } from './icon.tsx';
import type { EndpointRecord } from './record.ts';
import type { View, ViewChange } from './view.ts';
import { STATES } from './wording.ts';

export interface DeliveryFilterProps {
  readonly view: View;
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
  readonly onView: (change: ViewChange) => void;
}

export function DeliveryFilter({ view, endpoints, live, onLive, onView }: DeliveryFilterProps) {
  return (
    <div className="tools">
      <Choice
        name="State"
        value={view.state}
        options={Object.entries(STATES).map(([value, { word }]) => [value, word])}
        onChange={(state) => onView({ state })}
      />
      <Choice
        name="Endpoint"
        value={view.endpointId}
        options={[...endpoints.values()].map(({ id, name }) => [id, name])}
        onChange={(endpointId) => onView({ endpointId })}
      />
      <CallSearch key={view.callId} callId={view.callId} onView={onView} />
      <Button
        variant="default"
        size="xs"
        aria-pressed={!live}
        leftSection={<Icon name={live ? 'off' : 'busy'} />}
        onClick={() => onLive(!live)}
      >
        {live ? 'Pause' : 'Paused'}
        <span className="unseen"> refreshing</span>
      </Button>
    </div>
  );
}

export function Choice({
  name,
  value,
  options,
  all = 'All',
  onChange,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly options: ReadonlyArray<readonly [string, string]>;
  /** Null: one of the options is always chosen. */
  readonly all?: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  const unknown = value !== undefined && !options.some(([known]) => known === value);
  return (
    <label className="filter">
      <span>{name}</span>
      <select
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : currentTarget.value)
        }
      >
        {all !== null && <option value="">{all}</option>}
        {options.map(([known, word]) => (
          <option key={known} value={known}>
            {word}
          </option>
        ))}
        {unknown && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}

function CallSearch({
  callId,
  onView,
}: {
  readonly callId: string | undefined;
  readonly onView: (change: ViewChange) => void;
}) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('callId');
    const text = typeof typed === 'string' ? typed.trim() : '';
    onView({ callId: text === '' ? null : text });
  };
  return (
    <search>
      <form className="filter" onSubmit={submit}>
        <label htmlFor={id}>Call</label>
        <input
          id={id}
          name="callId"
          type="search"
          placeholder="whole call id"
          defaultValue={callId}
          maxLength={512}
          spellCheck={false}
          autoComplete="off"
        />
        <Button type="submit" variant="default" size="xs" aria-label="Search for the call id">
          <Icon name="search" />
        </Button>
      </form>
    </search>
  );
}
