/**
 * The columns of a list of deliveries; the endpoint's page shows the same. On narrow screens what
 * is `minor` is left out.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpointsKnown } from '../../api/endpoint.ts';
import type { DeliveryRecord, EndpointRecord } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Countdown, Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { deliveryWord, lastAnswer } from '../../word/delivery-state.ts';

export function useDeliveryColumns(
  endpoints: ReadonlyMap<string, EndpointRecord>,
): readonly Column<DeliveryRecord>[] {
  const t = useText('delivery');
  const words = useText('word');
  const project = useClient().project ?? '';
  const known = useEndpointsKnown();
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'trigger',
        head: column.trigger,
        as: 'link',
        cell: ({ id, trigger }) => (
          <Link
            to="/p/$project/deliveries/$deliveryId"
            params={{ project, deliveryId: id }}
            {...ROW_LINK}
          >
            {trigger}
          </Link>
        ),
      },
      {
        id: 'state',
        head: column.state,
        as: 'state',
        cell: (delivery) => (
          <StateCell delivery={delivery} endpoint={endpoints.get(delivery.endpointId)} />
        ),
      },
      {
        id: 'endpoint',
        head: column.endpoint,
        as: 'quiet',
        cell: ({ endpointId }) =>
          endpoints.get(endpointId)?.name ?? (known ? t.removedEndpoint : ''),
      },
      {
        id: 'call',
        head: column.call,
        as: 'minor',
        cell: ({ callId }) => (
          <Link
            to="/p/$project/calls/$callId"
            params={{ project, callId }}
            className="mono cut"
            title={callId}
          >
            {callId}
          </Link>
        ),
      },
      { id: 'attempts', head: column.attempts, as: 'number', cell: ({ attempts }) => attempts },
      {
        id: 'last',
        head: column.last,
        as: 'minor',
        cell: (delivery) => (
          <>
            {lastAnswer(delivery, words)}
            <NextAttempt delivery={delivery} />
          </>
        ),
      },
      {
        id: 'created',
        head: column.created,
        as: 'when',
        cell: ({ createdAt }) => <Moment iso={createdAt} />,
      },
    ];
  }, [t, words, project, endpoints, known]);
}

interface StateCellProps {
  readonly delivery: DeliveryRecord;
  readonly endpoint: EndpointRecord | undefined;
}

function StateCell({ delivery, endpoint }: StateCellProps) {
  const t = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  return <StateBadge {...deliveryWord(delivery.state, endpoint, { t, format, nowMs })} />;
}

function NextAttempt({ delivery }: { readonly delivery: DeliveryRecord }) {
  const t = useText('delivery');
  const { state, dueAt } = delivery;
  if (dueAt === null || (state !== 'due' && state !== 'retrying')) return null;
  return (
    <span className="quiet small below">
      {t.column.next} <Countdown iso={dueAt} past={t.nextDue} />
    </span>
  );
}
