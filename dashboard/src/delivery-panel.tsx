/**
 * One delivery: what it is, where it stands, its attempts and its exact body, and one button that
 * asks for one more attempt. The panel never retries by itself.
 */
import { Alert, Button, Drawer, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { Failure } from './data-region.tsx';
import { StateLabel } from './icon.tsx';
import type { AttemptRecord, DeliveryDetail } from './record.ts';
import { failedState, regionState } from './region.ts';
import { attemptAnswer, relative, retryRefusal, stateWord } from './wording.ts';

export interface DeliveryPanelProps {
  readonly api: Api;
  /** Null: the panel is closed. */
  readonly id: string | null;
  readonly endpointNames: ReadonlyMap<string, string>;
  readonly refetchInterval: number | false;
  readonly onClose: () => void;
}

export function DeliveryPanel({ api, id, refetchInterval, onClose, ...rest }: DeliveryPanelProps) {
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
      position="right"
      size="lg"
      lockScroll={false}
      title={<b>{data?.trigger ?? 'Delivery'}</b>}
      closeButtonProps={{ 'aria-label': 'Close the delivery' }}
    >
      <div data-state={state} aria-busy={state === 'loading'}>
        {error !== null && <Failure error={error} onRetry={() => void query.refetch()} />}
        {state === 'loading' && <Skeleton height={180} />}
        {data !== undefined && (error === null || failedState(error) !== 'not-found') && (
          <Content delivery={data} api={api} nowMs={query.dataUpdatedAt} {...rest} />
        )}
      </div>
    </Drawer>
  );
}

function Content({
  delivery,
  api,
  nowMs,
  endpointNames,
}: {
  readonly delivery: DeliveryDetail;
  readonly api: Api;
  readonly nowMs: number;
  readonly endpointNames: ReadonlyMap<string, string>;
}) {
  const word = stateWord(delivery.state);
  return (
    <Stack gap="lg">
      <div>
        <StateLabel {...word} />
        <Text size="sm" mt={4}>
          {word.meaning}
        </Text>
        {delivery.behind !== null && (
          <Text size="sm" c="dimmed">
            It waits behind <code>{delivery.behind}</code>
          </Text>
        )}
        {delivery.dueAt !== null && (
          <Text size="sm" c="dimmed">
            Next attempt {relative(delivery.dueAt, nowMs)}
          </Text>
        )}
      </div>
      <Retry delivery={delivery} api={api} />
      <dl className="facts">
        <Fact
          name="Endpoint"
          value={endpointNames.get(delivery.endpointId) ?? delivery.endpointId}
        />
        <Fact name="Call" value={delivery.callId} />
        <Fact name="Place in the call" value={String(delivery.sequence)} />
        <Fact name="webhook-id" value={delivery.messageId} />
        <Fact name="Delivery" value={delivery.id} />
        <Fact name="Made" value={delivery.createdAt} />
      </dl>
      <section>
        <Title order={3} size="h5">
          Attempts
        </Title>
        {delivery.attemptList.length === 0 ? (
          <Text size="sm" c="dimmed">
            None yet.
          </Text>
        ) : (
          <ol className="attempts">
            {delivery.attemptList.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
      <section>
        <Title order={3} size="h5">
          Body
        </Title>
        <pre className="body">{delivery.body}</pre>
      </section>
    </Stack>
  );
}

function Retry({ delivery, api }: { readonly delivery: DeliveryDetail; readonly api: Api }) {
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.retry(delivery.id),
    onSettled: () => queries.invalidateQueries(),
  });
  const refusal = retryRefusal(delivery.state);
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        loading={retry.isPending}
        disabled={refusal !== null}
        onClick={() => retry.mutate()}
        aria-describedby="retry-note"
      >
        Retry
      </Button>
      <Text size="sm" c="dimmed" id="retry-note">
        {refusal ?? 'One more attempt with the same webhook-id and the same bytes.'}
      </Text>
      {retry.error !== null && (
        <Alert color="red" variant="light" role="alert">
          {retry.error.message}
        </Alert>
      )}
      {retry.isSuccess && (
        <Text size="sm" role="status">
          Asked for one more attempt.
        </Text>
      )}
    </Stack>
  );
}

function Attempt({ attempt }: { readonly attempt: AttemptRecord }) {
  const good = attempt.outcome === 'delivered';
  const label = { word: good ? 'Accepted' : 'Failed', tone: good ? 'good' : 'bad' } as const;
  return (
    <li value={attempt.number}>
      <StateLabel {...label} meaning={attempt.outcome} /> {attemptAnswer(attempt)}
      {attempt.manual && ', by hand'}
      <div>
        <time dateTime={attempt.startedAt}>{attempt.startedAt}</time>
      </div>
      {attempt.excerpt !== null && attempt.excerpt !== '' && (
        <pre className="body">{attempt.excerpt}</pre>
      )}
    </li>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono wrap">{value}</dd>
    </div>
  );
}
