/**
 * One delivery: what it is, where it stands and why, its attempts and its exact body. The panel
 * lies over the list or the call that it was opened from.
 */
import { Drawer, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { AttemptList } from './attempt-list.tsx';
import { BodyView } from './body-view.tsx';
import { CopyButton } from './copy-button.tsx';
import { Failure } from './data-region.tsx';
import { DeliveryRetry } from './delivery-retry.tsx';
import { Fact } from './fact.tsx';
import { StateLabel } from './icon.tsx';
import type { DeliveryDetail, EndpointRecord } from './record.ts';
import { failedState, regionState } from './region.ts';
import { clockTime } from './time.ts';
import { ViewLink } from './view-link.tsx';
import { deliveryWord, nextAttempt } from './wording.ts';

export interface DeliveryPanelProps {
  readonly api: Api;
  /** Null: the panel is closed. */
  readonly id: string | null;
  readonly raw: boolean;
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  readonly refetchInterval: number | false;
  readonly onRaw: (raw: boolean) => void;
  readonly onClose: () => void;
}

export function DeliveryPanel(props: DeliveryPanelProps) {
  const { api, id, refetchInterval, onClose } = props;
  const query = useQuery({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => api.delivery(id ?? '', signal),
    enabled: id !== null,
    refetchInterval,
  });
  const { data, error, isFetching } = query;
  const state = regionState({
    error,
    count: data === undefined ? null : 1,
    fetching: isFetching,
    filtered: false,
  });
  return (
    // Mantine's scroll lock would add a style element, which the policy refuses.
    <Drawer
      opened={id !== null}
      onClose={onClose}
      onExitTransitionEnd={focusPage}
      position="right"
      size="lg"
      lockScroll={false}
      title={<b className="wrap">{data?.trigger ?? 'Delivery'}</b>}
      closeButtonProps={{ 'aria-label': 'Close the delivery' }}
    >
      <div data-state={state} aria-busy={state === 'loading'}>
        {error !== null && <Failure error={error} onRetry={() => void query.refetch()} />}
        {state === 'loading' && <Skeleton height={180} />}
        {data !== undefined && (error === null || failedState(error) !== 'not-found') && (
          <Content {...props} key={data.id} delivery={data} nowMs={query.dataUpdatedAt} />
        )}
      </div>
    </Drawer>
  );
}

/** The row that opened the panel may be gone by now; the focus must not be lost with it. */
function focusPage(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}

type ContentProps = DeliveryPanelProps & {
  readonly delivery: DeliveryDetail;
  readonly nowMs: number;
};

function Content({ delivery, nowMs, api, endpoints, raw, onRaw }: ContentProps) {
  return (
    <Stack gap="lg">
      <Standing delivery={delivery} nowMs={nowMs} endpoint={endpoints.get(delivery.endpointId)} />
      <DeliveryRetry delivery={delivery} api={api} />
      <Facts delivery={delivery} nowMs={nowMs} endpoints={endpoints} />
      <section>
        <Title order={3} size="h5">
          Attempts
        </Title>
        {delivery.attemptList.length === 0 ? (
          <Text size="sm" c="dimmed">
            None yet.
          </Text>
        ) : (
          <AttemptList attempts={delivery.attemptList} nowMs={nowMs} />
        )}
      </section>
      <section>
        <Title order={3} size="h5">
          Body
        </Title>
        <BodyView body={delivery.body} raw={raw} onRaw={onRaw} />
      </section>
    </Stack>
  );
}

function Standing({
  delivery,
  endpoint,
  nowMs,
}: {
  readonly delivery: DeliveryDetail;
  readonly endpoint: EndpointRecord | undefined;
  readonly nowMs: number;
}) {
  const word = deliveryWord(delivery.state, endpoint, nowMs);
  const next = nextAttempt(delivery, nowMs);
  return (
    <div>
      <StateLabel {...word} />
      <Text size="sm" mt={4}>
        {word.meaning}
      </Text>
      {delivery.behind !== null && (
        <Text size="sm" c="dimmed">
          It goes after{' '}
          <ViewLink change={{ delivery: delivery.behind }}>
            <span className="mono wrap">{delivery.behind}</span>
          </ViewLink>
        </Text>
      )}
      {next !== null && (
        <Text size="sm" c="dimmed">
          {next}
        </Text>
      )}
    </div>
  );
}

function Facts({
  delivery,
  endpoints,
  nowMs,
}: Pick<ContentProps, 'delivery' | 'endpoints' | 'nowMs'>) {
  const { endpointId, callId, messageId, id, sequence, createdAt } = delivery;
  return (
    <dl className="facts">
      <Fact name="Endpoint">
        <ViewLink change={{ endpointId, call: null, delivery: null }}>
          {endpoints.get(endpointId)?.name ?? 'removed'}
        </ViewLink>
        <Id id={endpointId} what="the endpoint id" />
      </Fact>
      <Fact name="Call">
        <ViewLink change={{ call: callId, delivery: null }}>
          <span className="mono">{callId}</span>
        </ViewLink>
        <CopyButton text={callId} what="the call id" />
      </Fact>
      <Fact name="Sequence">{sequence} of this call at this endpoint</Fact>
      <Fact name="webhook-id">
        <Id id={messageId} what="the webhook-id" />
      </Fact>
      <Fact name="Delivery">
        <Id id={id} what="the delivery id" />
      </Fact>
      <Fact name="Created">
        <time dateTime={createdAt} title={createdAt}>
          {clockTime(createdAt, nowMs, { seconds: true })}
        </time>
      </Fact>
    </dl>
  );
}

function Id({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <span className="id">
      <span className="mono">{id}</span>
      <CopyButton text={id} what={what} />
    </span>
  );
}
