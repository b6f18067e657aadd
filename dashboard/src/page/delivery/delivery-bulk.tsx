/**
 * Retry and cancel of the selected deliveries. More than one asks first, with the count and what
 * receivers will see; so does what cannot be undone: a cancellation, and sending again what was
 * delivered. Requests go one after another; what is refused is told, and stays selected.
 * With the whole page selected, all that match the filter can be taken instead: one bulk job.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { cancelDelivery, retryDelivery } from '../../api/delivery.ts';
import { queryClient } from '../../api/query-client.ts';
import type { DeliveryRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { BulkBar } from '../../kit/table/data-table.tsx';
import { currentRow, type Selection } from '../../kit/table/selection.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { rangeQuery } from '../../range/range.ts';
import { AskJob } from '../bulk/ask-job.tsx';
import { jobFilter } from '../bulk/job-filter.ts';
import type { DeliverySearch } from './delivery-search.ts';

export interface DeliveryBulkProps {
  readonly rows: readonly DeliveryRecord[];
  readonly selection: Selection;
  /** The filter that the rows match. */
  readonly search: DeliverySearch;
}

type Action = 'retry' | 'cancel';

/**
 * The request at the time of the click, which stays even if the list or the selection changes
 * meanwhile.
 */
interface Asked {
  readonly action: Action;
  readonly taken: readonly DeliveryRecord[];
}

function asksFirst(action: Action, taken: readonly DeliveryRecord[]): boolean {
  if (action === 'cancel' || taken.length > 1) return true;
  return taken.some(({ state }) => state === 'delivered');
}

export function DeliveryBulk({ rows, selection, search }: DeliveryBulkProps) {
  const t = useText('delivery');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState<Asked | null>(null);
  const [wanted, setWanted] = useState(false);
  const isPage = selection.ids.size > 0 && selection.ids.size === rows.length;
  const whole = wanted && isPage;
  // The wish for all matches belonged to that selection; the next one is only the selected rows.
  if (wanted && !isPage) setWanted(false);
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const count = chosen.length;
  const why = may ? undefined : onlyRole(role.operator);
  const run = async (action: Action, taken: readonly DeliveryRecord[]): Promise<void> => {
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
  const start = (action: Action, taken = chosen): void => {
    if (!may || taken.length === 0) return;
    if (whole || asksFirst(action, taken)) setAsking({ action, taken });
    else void run(action, taken);
  };
  // Without a selection the keys act on the current row.
  const press = (action: Action): void => {
    start(action, count > 0 ? chosen : rows.filter(({ id }) => id === currentRow()));
  };
  useHotkey('r', () => press('retry'));
  useHotkey('c', () => press('cancel'));
  return (
    <>
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
      </BulkBar>
      {asking !== null && whole && (
        <AskWhole action={asking.action} search={search} onClose={() => setAsking(null)} />
      )}
      {asking !== null && !whole && (
        <ConfirmDialog
          title={t[asking.action](asking.taken.length)}
          action={t[asking.action](asking.taken.length)}
          effect={
            asking.action === 'retry' ? t.retryEffect(endpointCount(asking.taken)) : t.cancelEffect
          }
          count={asking.taken.length}
          dangerous={asking.action === 'cancel'}
          onConfirm={() => run(asking.action, asking.taken)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

interface WholeProps {
  readonly whole: boolean;
  onChange(): void;
}

function Whole({ whole, onChange }: WholeProps) {
  const t = useText('delivery').whole;
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
  const t = useText('delivery').whole;
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
