/**
 * What can be done with one delivery by hand. Every button is always there; one that is off says
 * why. What was refused stays said in a message, what was done shows in the page itself.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CopyReply } from '../../../../../src/http/schema/delivery-copy.ts';
import { useClient } from '../../../api/api-context.tsx';
import { cancelDelivery, retryDelivery } from '../../../api/delivery.ts';
import { boxesQuery } from '../../../api/endpoint-act.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { DeliveryDetail, EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useHotkey } from '../../../keys/use-hotkey.ts';
import { kitText } from '../../../kit/text.ts';
import { showToast } from '../../../kit/toast.tsx';
import { cancelRefusal, retryRefusal } from '../../../word/delivery-state.ts';
import { wordText } from '../../../word/text.ts';
import { isInside, replayRefusal } from './replay-refusal.ts';
import { oneText } from './text.ts';

export interface DeliveryActionsProps {
  readonly delivery: DeliveryDetail;
  /** Undefined: removed. */
  readonly endpoint: EndpointRecord | undefined;
}

type Action = 'retry' | 'cancel' | 'replay' | 'copy';

export function DeliveryActions({ delivery, endpoint }: DeliveryActionsProps) {
  const t = useText(oneText).action;
  const words = useText(wordText);
  const { onlyRole } = useText(kitText);
  const may = useMay('deliveries:write');
  const { running, run } = useRun(delivery);
  const copyRefusal = useCopyRefusal(endpoint, t.copyAgent);
  const role = may ? null : onlyRole(words.role.operator);
  const refusals: Readonly<Record<Action, string | null>> = {
    retry: role ?? retryRefusal(delivery.state, words),
    cancel: role ?? cancelRefusal(delivery.state, words),
    replay: role ?? replayRefusal(delivery.state, endpoint, t),
    copy: role ?? copyRefusal,
  };
  const titles = {
    ...{ retry: t.retryTitle, cancel: t.cancelTitle, replay: t.replayTitle },
    copy: t.copyTitle,
  };
  useHotkey('r', () => run('retry'), refusals.retry === null && running === null);
  useHotkey('c', () => run('cancel'), refusals.cancel === null && running === null);
  return (['copy', 'replay', 'cancel', 'retry'] as const).map((action) => (
    <Button
      key={action}
      size="xs"
      variant={action === 'retry' ? 'filled' : 'default'}
      loading={running === action}
      disabled={refusals[action] !== null || (running !== null && running !== action)}
      title={refusals[action] ?? titles[action]}
      onClick={() => run(action)}
    >
      {t[action]}
    </Button>
  ));
}

/** The inbox says itself why it is off. */
function useCopyRefusal(endpoint: EndpointRecord | undefined, inside: string): string | null {
  const { error } = useQuery({ ...boxesQuery(useClient()), retry: false });
  if (endpoint !== undefined && isInside(endpoint.kind)) return inside;
  return error === null ? null : error.message;
}

function useRun({ id }: DeliveryDetail) {
  const t = useText(oneText).action;
  const client = useClient();
  const navigate = useNavigate();
  const [running, setRunning] = useState<Action | null>(null);
  const act = async (action: Action): Promise<void> => {
    if (action === 'replay') {
      const path = `v1/deliveries/${encodeURIComponent(id)}/replay`;
      const made = await client.post<DeliveryDetail>(path);
      showToast({ text: t.replayed });
      await navigate({
        to: '/p/$project/deliveries/$deliveryId',
        params: { project: client.project ?? '', deliveryId: made.id },
      });
      return;
    }
    if (action === 'copy') {
      const path = `v1/deliveries/${encodeURIComponent(id)}/send-to-inbox`;
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
  const run = (action: Action): void => {
    setRunning(action);
    act(action)
      .catch((error: unknown) => {
        showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
      })
      .then(() => queryClient.invalidateQueries({ queryKey: ['deliveries'] }))
      .finally(() => setRunning(null));
  };
  return { running, run };
}
