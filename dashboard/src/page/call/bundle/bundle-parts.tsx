/**
 * Deliveries, call log and after-call work of an imported bundle, each to be read and nothing
 * else. Deliveries open in the panel, never on a page of the service.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CallDetail, DeliveryRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { EmptyState } from '../../../kit/region/data-region.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../../kit/table/data-table.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { lastAnswer, stateWord } from '../../../word/delivery-state.ts';
import { Transcript } from '../call-log-tab.tsx';
import { CallRuns } from '../call-runs.tsx';
import type { CallSearch } from '../call-search.ts';
import { turnRows } from '../transcript.ts';
import { type CallBundle, useImported } from './read-bundle.ts';

export interface BundleDeliveriesProps {
  readonly call: CallDetail;
  readonly search: CallSearch;
  onPeek(id: string): void;
}

export function BundleDeliveries({ call, search, onPeek }: BundleDeliveriesProps) {
  const t = useText('call').deliveries;
  const columns = useColumns();
  const { deliveries } = call.timeline;
  if (deliveries.length === 0) return <EmptyState title={t.empty} />;
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={deliveries}
      rowId={({ id }) => id}
      onPeek={onPeek}
      peeked={search.peek ?? null}
    />
  );
}

function useColumns(): readonly Column<DeliveryRecord>[] {
  const { column } = useText('delivery');
  const words = useText('word');
  const endpoints = useImported()?.endpoints;
  return useMemo(
    () => [
      {
        ...({ id: 'trigger', head: column.trigger, as: 'link' } as const),
        cell: ({ id, trigger }) => (
          <Link
            to="."
            search={(before) => ({ ...before, peek: id })}
            resetScroll={false}
            {...ROW_LINK}
          >
            {trigger}
          </Link>
        ),
      },
      {
        ...({ id: 'state', head: column.state, as: 'state' } as const),
        cell: ({ state }) => <StateBadge {...stateWord(state, words)} />,
      },
      {
        ...({ id: 'endpoint', head: column.endpoint, as: 'quiet' } as const),
        cell: ({ endpointId }) => endpoints?.get(endpointId)?.name ?? endpointId,
      },
      {
        ...({ id: 'attempts', head: column.attempts, as: 'number' } as const),
        cell: ({ attempts }) => attempts,
      },
      {
        ...({ id: 'last', head: column.last, as: 'minor' } as const),
        cell: (delivery) => lastAnswer(delivery, words),
      },
      {
        ...({ id: 'created', head: column.created, as: 'when' } as const),
        cell: ({ createdAt }) => <Moment iso={createdAt} exact />,
      },
    ],
    [column, words, endpoints],
  );
}

export function BundleLog({ bundle }: { readonly bundle: CallBundle }) {
  const t = useText('call');
  const { noLog } = useText('bundle');
  const { call, callLog } = bundle;
  const rows = useMemo(() => (callLog === null ? [] : turnRows(callLog)), [callLog]);
  if (callLog !== null) return <Transcript log={callLog} rows={rows} />;
  const { state } = call.callLog;
  return (
    <EmptyState title={t.log.none}>
      <p>{state === 'PRESENT' ? noLog : t.logMeaning[state]}</p>
    </EmptyState>
  );
}

export interface BundleAcwProps {
  readonly bundle: CallBundle;
  onPeek(id: string): void;
}

export function BundleAcw({ bundle, onPeek }: BundleAcwProps) {
  const t = useText('call').acw;
  const { call, acwResults } = bundle;
  if (call.acwRuns.length === 0) return <EmptyState title={t.empty} />;
  return (
    <>
      <CallRuns call={call} onPeek={onPeek} />
      {acwResults.map(
        (result, index) =>
          result !== null && (
            <CodeView
              // biome-ignore lint/suspicious/noArrayIndexKey: the results of a file never move
              key={index}
              label={`${t.result} ${index + 1}`}
              content={JSON.stringify(result, null, 2)}
            />
          ),
      )}
    </>
  );
}
