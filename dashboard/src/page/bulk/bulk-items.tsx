/**
 * What became of each delivery of a job, in the order in which they were done, page by page.
 * Asked for anew as the job goes on.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge, type StateWord, type Tone } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { isSentLater, itemsQuery, type JobItem, type JobRecord, seenOf } from './bulk-query.ts';
import { bulkText } from './text.ts';

const TONES: Readonly<Record<JobItem['result'], Tone>> = {
  done: 'good',
  skipped: 'off',
  failed: 'bad',
};
/** Results that the service keeps of one job. */
const KEPT_MAX = 1_000;

export interface BulkItemsProps {
  readonly job: JobRecord;
  readonly cursor: string | undefined;
}

export function BulkItems({ job, cursor }: BulkItemsProps) {
  const t = useText(bulkText);
  const query = useQuery(itemsQuery(useClient(), job.id, cursor, seenOf(job)));
  const columns = useItemColumns(job.action);
  const rows = query.data?.data ?? [];
  const partial = seenOf(job) > KEPT_MAX;
  return (
    <DataRegion
      title={t.items}
      region={regionOf(query, { count: rows.length, partial })}
      partial={t.itemsMax}
      empty={
        <EmptyState title={t.itemsEmpty}>
          <p>{t.itemsEmptyText}</p>
        </EmptyState>
      }
      foot={
        <Pager
          what={t.items}
          cursor={cursor}
          nextCursor={query.data?.nextCursor ?? null}
          shown={rows.length}
        />
      }
    >
      <DataTable
        caption={t.listed}
        columns={columns}
        rows={rows}
        rowId={({ deliveryId }) => deliveryId}
      />
    </DataRegion>
  );
}

function useItemColumns(action: JobRecord['action']): readonly Column<JobItem>[] {
  const t = useText(bulkText);
  const project = useClient().project ?? '';
  return useMemo(() => {
    const link = (id: string, attributes: object) => (
      <Link
        to="/p/$project/deliveries/$deliveryId"
        params={{ project, deliveryId: id }}
        className="mono"
        {...attributes}
      >
        {id}
      </Link>
    );
    const columns: readonly Column<JobItem>[] = [
      {
        ...{ id: 'delivery', head: t.column.delivery, as: 'link' },
        cell: ({ deliveryId }) => link(deliveryId, ROW_LINK),
      },
      {
        ...{ id: 'result', head: t.column.result, as: 'state' },
        cell: ({ result }) => <StateBadge {...resultWord(result, action, t)} />,
      },
      {
        ...{ id: 'reason', head: t.column.reason, as: 'quiet' },
        cell: ({ reason }) => (reason === null ? '' : t.reason[reason]),
      },
    ];
    if (action !== 'replay') return columns;
    const made: Column<JobItem> = {
      ...{ id: 'made', head: t.column.made, as: 'minor' },
      cell: ({ madeId }) => (madeId === null ? '' : link(madeId, {})),
    };
    return [...columns, made];
  }, [t, project, action]);
}

/** That a delivery is due again is no success yet. */
function resultWord(
  result: JobItem['result'],
  action: JobRecord['action'],
  t: (typeof bulkText)['en'],
): StateWord {
  if (result !== 'done') return { tone: TONES[result], ...t.result[result] };
  return { tone: isSentLater(action) ? 'waiting' : TONES.done, ...t.taken[action] };
}
