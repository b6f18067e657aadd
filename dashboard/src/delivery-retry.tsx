/**
 * One more attempt of a delivery, by hand. What was already accepted is sent again only after a
 * sentence about duplicates was read; nothing is retried by itself.
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Api } from './api.ts';
import type { DeliveryDetail } from './record.ts';
import { type RetryOffer, retryOffer } from './wording.ts';

const ATTEMPT_MS = 1_000;

export function DeliveryRetry({
  delivery,
  api,
}: {
  readonly delivery: DeliveryDetail;
  readonly api: Api;
}) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const retry = useMutation({
    mutationFn: () => api.retry(delivery.id),
    onSettled: () => {
      void queries.invalidateQueries();
      // The answer comes before the attempt; most have ended by then.
      setTimeout(() => void queries.invalidateQueries(), ATTEMPT_MS);
    },
  });
  const offer = retryOffer(delivery.state);
  const send = (): void => {
    setAsking(false);
    retry.mutate();
  };
  return (
    <Stack gap="xs" align="flex-start">
      {typeof offer === 'string' ? (
        <Text size="sm" c="dimmed">
          {offer}
        </Text>
      ) : (
        <Offer
          offer={offer}
          asking={asking}
          busy={retry.isPending}
          onAsk={setAsking}
          onSend={send}
        />
      )}
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

function Offer({
  offer,
  asking,
  busy,
  onAsk,
  onSend,
}: {
  readonly offer: RetryOffer;
  readonly asking: boolean;
  readonly busy: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly onSend: () => void;
}) {
  const { label, primary, note, confirm } = offer;
  if (asking && confirm !== null) {
    return (
      <fieldset className="confirm">
        <legend className="unseen">{label}?</legend>
        <Text size="sm" id="confirm-note">
          {confirm}
        </Text>
        <Group gap="xs">
          <Button size="xs" onClick={onSend} aria-describedby="confirm-note">
            {label}
          </Button>
          <Button variant="default" size="xs" ref={focusOnce} onClick={() => onAsk(false)}>
            Leave it
          </Button>
        </Group>
      </fieldset>
    );
  }
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        size="sm"
        loading={busy}
        onClick={() => (confirm === null ? onSend() : onAsk(true))}
      >
        {confirm === null ? label : `${label}…`}
      </Button>
      {note !== '' && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** The harmless answer has the focus. Not an inline function: that would take it ever anew. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
