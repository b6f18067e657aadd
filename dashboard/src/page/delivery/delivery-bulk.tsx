/**
 * Retry and cancel of the selected deliveries. More than one asks first, with the count and what
 * receivers will see. Requests go one after another; what is refused is told, and stays selected.
 * With the whole page selected, all that match the filter can be taken instead: one bulk job.
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
import { Dialog } from '../../kit/dialog.tsx';
import { BulkBar } from '../../kit/table/bulk-bar.tsx';
import { currentRow } from '../../kit/table/current-row.ts';
import type { Selection } from '../../kit/table/selection.ts';
import { kitText } from '../../kit/text.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { rangeQuery } from '../../range/range.ts';
import { wordText } from '../../word/text.ts';
import { AskJob } from '../bulk/ask-job.tsx';
import { jobFilter } from '../bulk/job-filter.ts';
import type { DeliverySearch } from './delivery-search.ts';
import { deliveryText } from './text.ts';

export interface DeliveryBulkProps {
  readonly rows: readonly DeliveryRecord[];
  readonly selection: Selection;
  /** The filter that the rows match. */
  readonly search: DeliverySearch;
}

type Action = 'retry' | 'cancel';

export function DeliveryBulk({ rows, selection, search }: DeliveryBulkProps) {
  const t = useText(deliveryText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState<Action | null>(null);
  const [wanted, setWanted] = useState(false);
  const isPage = selection.ids.size > 0 && selection.ids.size === rows.length;
  const whole = wanted && isPage;
  // It was for that selection: the next one is only what is selected.
  if (wanted && !isPage) setWanted(false);
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
    if (count > 1 || whole) setAsking(action);
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
    <BulkBar
      selection={selection}
      all={isPage && <Whole whole={whole} onChange={() => setWanted(!whole)} />}
    >
      {(['retry', 'cancel'] as const).map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'retry' ? 'filled' : 'default'}
          disabled={!may}
          title={why}
          onClick={() => start(action)}
        >
          {whole ? t.whole[action] : t[action](count)}
        </Button>
      ))}
      {asking !== null && whole && (
        <AskWhole action={asking} search={search} onClose={() => setAsking(null)} />
      )}
      {asking !== null && !whole && (
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

interface WholeProps {
  readonly whole: boolean;
  onChange(): void;
}

function Whole({ whole, onChange }: WholeProps) {
  const t = useText(deliveryText).whole;
  return (
    <>
      {whole && <span role="status">{t.chosen}</span>}
      <Button size="xs" variant="subtle" onClick={onChange}>
        {whole ? t.back : t.choose}
      </Button>
    </>
  );
}

interface AskWholeProps {
  readonly action: Action;
  readonly search: DeliverySearch;
  onClose(): void;
}

/** The range is fixed when the dialog opens: what is counted is what is taken. */
function AskWhole({ action, search, onClose }: AskWholeProps) {
  const t = useText(deliveryText).whole;
  const [filter] = useState(() =>
    jobFilter(action, search, rangeQuery(search.range, serverNowMs())),
  );
  if (filter === null) {
    return (
      <Dialog title={t[action]} onClose={onClose} foot={null}>
        <p>{action === 'retry' ? t.noRetry : t.noCancel}</p>
      </Dialog>
    );
  }
  return (
    <AskJob
      action={action}
      filter={filter}
      title={t[action]}
      effect={({ endpoints }) => (action === 'retry' ? t.retryEffect(endpoints) : t.cancelEffect)}
      onClose={onClose}
    />
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
