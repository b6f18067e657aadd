/**
 * The actions on one delivery by hand. Every button is always there; a disabled one says why.
 * Actions that cannot be undone ask first: a cancelled delivery is missing from the order of its
 * call, and a receiver may get a delivery again that it has accepted. A refusal is shown as a
 * message; a success shows in the page itself.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../../../src/core/error/service-error.ts';
import type { CopyReply } from '../../../../../src/http/schema/delivery-copy.ts';
import { useClient } from '../../../api/api-context.tsx';
import { cancelDelivery, retryDelivery } from '../../../api/delivery.ts';
import { boxesQuery } from '../../../api/endpoint-act.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { DeliveryDetail, EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/words.ts';
import { useHotkey } from '../../../keys/use-hotkey.ts';
import { ConfirmDialog } from '../../../kit/dialog.tsx';
import { showToast } from '../../../kit/toast.tsx';
import { cancelRefusal, retryRefusal } from '../../../word/delivery-state.ts';
import { isInside, replayRefusal } from './request-parts.ts';

export interface DeliveryActionsProps {
  readonly delivery: DeliveryDetail;
  /** Undefined: the endpoint was removed. */
  readonly endpoint: EndpointRecord | undefined;
}

type Action = 'retry' | 'cancel' | 'replay' | 'copy';

export function DeliveryActions({ delivery, endpoint }: DeliveryActionsProps) {
  const t = useText('deliveryRecord').action;
  const words = useText('word');
  const { onlyRole } = useText('kit');
  const may = useMay('deliveries:write');
  const { running, run } = useRun(delivery);
  const [asking, setAsking] = useState<Question | null>(null);
  const copyRefusal = useCopyRefusal(endpoint, t.copyAgent);
  const role = may ? null : onlyRole(words.role.operator);
  const refusals: Readonly<Record<Action, string | null>> = {
    retry: role ?? retryRefusal(delivery.state, words),
    cancel: role ?? cancelRefusal(delivery.state, words),
    replay: role ?? replayRefusal(delivery.state, endpoint, t),
    copy: role ?? copyRefusal,
  };
  const titles = {
    retry: t.retryTitle,
    cancel: t.cancelTitle,
    replay: t.replayTitle,
    copy: t.copyTitle,
  };
  const press = (action: Action): void => {
    const question = questionOf(action, delivery);
    if (question === null) run(action).catch(tell);
    else setAsking(question);
  };
  useHotkey('r', () => press('retry'), refusals.retry === null && running === null);
  useHotkey('c', () => press('cancel'), refusals.cancel === null && running === null);
  const buttons = (['copy', 'replay', 'cancel', 'retry'] as const).map((action) => (
    <Button
      key={action}
      size="xs"
      variant={action === 'retry' ? 'filled' : 'default'}
      loading={running === action}
      disabled={refusals[action] !== null || (running !== null && running !== action)}
      title={refusals[action] ?? titles[action]}
      onClick={() => press(action)}
    >
      {t[action]}
    </Button>
  ));
  return (
    <>
      {buttons}
      {asking !== null && (
        <ConfirmDialog
          title={t.ask[asking].title}
          effect={<p>{t.ask[asking].effect}</p>}
          action={t.ask[asking].action}
          dangerous={asking === 'cancel'}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

type Question = 'cancel' | 'replay' | 'retry';

/**
 * Null: the action needs no confirmation, such as one more attempt of a delivery that was never
 * accepted.
 */
function questionOf(action: Action, { state }: DeliveryDetail): Question | null {
  if (action === 'copy') return null;
  return action === 'retry' && state !== 'delivered' ? null : action;
}

function tell(error: unknown): void {
  showToast({ text: messageOf(error), tone: 'bad' });
}

/** The inbox says itself why it is off. */
function useCopyRefusal(endpoint: EndpointRecord | undefined, inside: string): string | null {
  const { error } = useQuery({ ...boxesQuery(useClient()), retry: false });
  if (endpoint !== undefined && isInside(endpoint.kind)) return inside;
  return error === null ? null : error.message;
}

function useRun({ id }: DeliveryDetail) {
  const t = useText('deliveryRecord').action;
  const client = useClient();
  const navigate = useNavigate();
  const [running, setRunning] = useState<Action | null>(null);
  const act = async (action: Action): Promise<void> => {
    if (action === 'replay') {
      const path = `v1/deliveries/${encodeURIComponent(id)}/replay` as const;
      const made = await client.post<DeliveryDetail>(path);
      showToast({ text: t.replayed });
      await navigate({
        to: '/p/$project/deliveries/$deliveryId',
        params: { project: client.project ?? '', deliveryId: made.id },
      });
      return;
    }
    if (action === 'copy') {
      const path = `v1/deliveries/${encodeURIComponent(id)}/send-to-inbox` as const;
      const { itemId } = await client.post<CopyReply>(path);
      if (itemId === null) throw new Error(t.copyLost);
      showToast({ text: t.copied });
      await navigate({
        to: '/p/$project/inbox/$itemId',
        params: { project: client.project ?? '', itemId },
      });
      return;
    }
    await (action === 'retry' ? retryDelivery : cancelDelivery)(client, id);
    showToast({ text: action === 'retry' ? t.retried : t.cancelled });
  };
  const run = async (action: Action): Promise<void> => {
    setRunning(action);
    try {
      await act(action);
    } finally {
      setRunning(null);
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    }
  };
  return { running, run };
}
