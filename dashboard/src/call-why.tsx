/**
 * Why an endpoint did or did not get a delivery for a call, in the service's own sentences. The
 * address names the endpoint; without one it is that of the filter, else the first.
 */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { DataRegion } from './data-region.tsx';
import { Choice } from './delivery-filter.tsx';
import { StateLabel } from './icon.tsx';
import type { EndpointRecord, ExplanationRecord } from './record.ts';
import { regionState } from './region.ts';
import type { View, ViewChange } from './view.ts';
import { ViewLink } from './view-link.tsx';
import { stateWord } from './wording.ts';

export interface CallWhyProps {
  readonly api: Api;
  readonly callId: string;
  readonly view: View;
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  readonly refetchInterval: number | false;
  readonly onView: (change: ViewChange) => void;
}

export function CallWhy({ api, callId, view, endpoints, refetchInterval, onView }: CallWhyProps) {
  const all = [...endpoints.values()];
  const endpointId = view.why ?? view.endpointId ?? all[0]?.id;
  const query = useQuery({
    queryKey: ['explain', callId, endpointId],
    queryFn: ({ signal }) => api.explain(callId, endpointId ?? '', signal),
    enabled: endpointId !== undefined,
    refetchInterval,
  });
  const explanations = query.data?.explanations ?? null;
  const count = endpointId === undefined ? 0 : (explanations?.length ?? null);
  return (
    <DataRegion
      title="Why, or why not"
      state={regionState({
        error: query.error,
        count,
        fetching: query.isFetching,
        filtered: false,
      })}
      error={query.error}
      onRetry={() => void query.refetch()}
      tools={
        <Choice
          name="Endpoint"
          value={endpointId}
          options={all.map(({ id, name }) => [id, name])}
          all={null}
          onChange={(why) => onView({ why })}
        />
      }
      empty={
        <Text size="sm">
          {endpointId === undefined
            ? 'There is no endpoint that could have got something.'
            : 'The call fired nothing, and the endpoint waits for nothing of it.'}
        </Text>
      }
    >
      {explanations !== null && (
        <ul className="why">
          {explanations.map((explanation) => (
            <Why
              key={`${explanation.trigger} ${explanation.messageId}`}
              explanation={explanation}
            />
          ))}
        </ul>
      )}
    </DataRegion>
  );
}

function Why({ explanation }: { readonly explanation: ExplanationRecord }) {
  const { trigger, deliveryId, state, text } = explanation;
  return (
    <li>
      <div className="event">
        {deliveryId === null ? (
          <>
            <StateLabel word="No delivery" tone="off" meaning={text} />
            <span className="wrap">{trigger}</span>
          </>
        ) : (
          <>
            <StateLabel {...stateWord(state ?? '')} />
            <ViewLink change={{ delivery: deliveryId }}>{trigger}</ViewLink>
          </>
        )}
      </div>
      <Text size="sm" className="wrap">
        {text}
      </Text>
    </li>
  );
}
