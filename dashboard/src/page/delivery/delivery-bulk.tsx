/**
 * Retry and cancel of the selected deliveries. More than one asks first, with the count and what
 * receivers will see. Requests go one after another; what is refused is told, and stays selected.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { cancelDelivery, retryDelivery } from '../../api/delivery.ts';
import { queryClient } from '../../api/query-client.ts';
import type { DeliveryRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { BulkBar } from '../../kit/table/bulk-bar.tsx';
import { currentRow } from '../../kit/table/current-row.ts';
import type { Selection } from '../../kit/table/selection.ts';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { deliveryText } from './text.ts';

export interface DeliveryBulkProps {
  readonly rows: readonly DeliveryRecord[];
  readonly selection: Selection;
}

type Action = 'retry' | 'cancel';

export function DeliveryBulk({ rows, selection }: DeliveryBulkProps) {
  const t = useText(deliveryText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState<Action | null>(null);
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const count = chosen.length;
  const why = may ? undefined : onlyRole(role.operator);
  const run = async (action: Action, taken = chosen): Promise<void> => {
    const one = action === 'retry' ? retryDelivery : cancelDelivery;
    const { done, refused } = await inTurn(taken, ({ id }) => one(client, id));
    await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    const text = action === 'retry' ? t.retried(done) : t.cancelled(done);
    showToast(
      refused === null
        ? { text }
        : { text: t.someRefused(done, taken.length, refused.message), tone: 'bad' },
    );
    if (refused === null) selection.clear();
  };
  const start = (action: Action): void => {
    if (!may) return;
    if (count > 1) setAsking(action);
    else void run(action);
  };
  // Without a selection the keys are for the row that one is at.
  const press = (action: Action): void => {
    const current = rows.filter(({ id }) => id === currentRow());
    if (count > 0) start(action);
    else if (may && current.length > 0) void run(action, current);
  };
  useHotkey('r', () => press('retry'));
  useHotkey('c', () => press('cancel'));
  return (
    <BulkBar selection={selection}>
      {(['retry', 'cancel'] as const).map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'retry' ? 'filled' : 'default'}
          disabled={!may}
          title={why}
          onClick={() => start(action)}
        >
          {t[action](count)}
        </Button>
      ))}
      {asking !== null && (
        <ConfirmDialog
          title={t[asking](count)}
          action={t[asking](count)}
          effect={asking === 'retry' ? t.retryEffect(endpointCount(chosen)) : t.cancelEffect}
          count={count}
          dangerous={asking === 'cancel'}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </BulkBar>
  );
}

interface Outcome {
  readonly done: number;
  readonly refused: Error | null;
}

async function inTurn(
  rows: readonly DeliveryRecord[],
  act: (row: DeliveryRecord) => Promise<unknown>,
): Promise<Outcome> {
  let done = 0;
  let refused: Error | null = null;
  for (const row of rows) {
    try {
      await act(row);
      done += 1;
    } catch (error) {
      refused ??= error instanceof Error ? error : new Error(String(error));
    }
  }
  return { done, refused };
}

function endpointCount(rows: readonly DeliveryRecord[]): number {
  return new Set(rows.map(({ endpointId }) => endpointId)).size;
}
