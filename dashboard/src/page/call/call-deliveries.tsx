/**
 * The deliveries of one call, and why an endpoint did or did not get something.
 * Both are of this call alone.
 */

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail, ExplanationRecord } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { stateWord } from '../../word/delivery-state.ts';
import { useDeliveryColumns } from '../delivery/delivery-columns.tsx';
import { useKeepTrail } from '../delivery/use-keep-trail.ts';
import { callPath } from './call-query.ts';
import type { CallSearch } from './call-search.ts';

interface CallDeliveriesProps {
  readonly call: CallDetail;
  readonly search: CallSearch;
  onPeek(id: string): void;
}

export function CallDeliveries({ call, search, onPeek }: CallDeliveriesProps) {
  const t = useText('call').deliveries;
  const columns = useDeliveryColumns(useEndpoints()).filter(({ id }) => id !== 'call');
  const { deliveries } = call.timeline;
  useKeepTrail(deliveries);
  return (
    <>
      {deliveries.length === 0 ? (
        <EmptyState title={t.empty}>
          <p>{t.emptyText}</p>
        </EmptyState>
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={deliveries}
          rowId={({ id }) => id}
          onPeek={onPeek}
          peeked={search.peek ?? null}
        />
      )}
      <CallExplain callId={call.callId} endpointId={search.endpoint} />
    </>
  );
}

interface Explained {
  readonly truncated: boolean;
  readonly explanations: readonly ExplanationRecord[];
}

interface CallExplainProps {
  readonly callId: string;
  readonly endpointId: string | undefined;
}

/**
 * "Why did or didn't this endpoint get it": the service's own answer for each trigger of the call.
 * Which endpoint stands in the address.
 */
function CallExplain({ callId, endpointId }: CallExplainProps) {
  const t = useText('call').explain;
  const id = useId();
  const endpoints = useEndpoints();
  const navigate = useNavigate();
  const choose = (endpoint: string): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, endpoint: endpoint === '' ? undefined : endpoint }),
      resetScroll: false,
    });
  };
  return (
    <section className="call-explain" aria-labelledby={id}>
      <h2 id={id} className="region-title">
        {t.title}
      </h2>
      <select
        aria-label={t.choose}
        className="select"
        value={endpointId ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t.none}</option>
        {[...endpoints.values()].map((endpoint) => (
          <option key={endpoint.id} value={endpoint.id}>
            {endpoint.name}
          </option>
        ))}
        {endpointId !== undefined && !endpoints.has(endpointId) && (
          <option value={endpointId}>{endpointId}</option>
        )}
      </select>
      {endpointId !== undefined && <Explanation callId={callId} endpointId={endpointId} />}
    </section>
  );
}

function Explanation({
  callId,
  endpointId,
}: {
  readonly callId: string;
  readonly endpointId: string;
}) {
  const t = useText('call').explain;
  const client = useClient();
  const query = useQuery({
    queryKey: ['calls', client.project, 'one', callId, 'explain', endpointId],
    queryFn: ({ signal }) =>
      client.get<Explained>(`${callPath(callId)}/explain`, { query: { endpointId }, signal }),
  });
  const count = query.data?.explanations.length ?? 0;
  return (
    <DataRegion
      title={t.title}
      titleHidden
      plain
      region={regionOf(query, { count, partial: query.data?.truncated === true })}
      rows={3}
      empty={<EmptyState title={t.empty} />}
      partial={t.truncated}
    >
      <ul className="explanations">
        {query.data?.explanations.map((one) => (
          <Reason key={one.messageId ?? one.trigger} one={one} />
        ))}
      </ul>
    </DataRegion>
  );
}

function Reason({ one }: { readonly one: ExplanationRecord }) {
  const t = useText('call').explain;
  const words = useText('word');
  const { deliveryId } = one;
  return (
    <li>
      <b className="wrap">{one.trigger}</b>{' '}
      {one.state === null ? (
        <StateBadge word={t.notSent} tone="off" meaning={one.text} />
      ) : (
        <StateBadge {...stateWord(one.state, words)} />
      )}
      {one.firedAt !== null && (
        <span className="quiet small">
          {' '}
          {t.fired} <Moment iso={one.firedAt} exact />
        </span>
      )}
      <p>
        {one.text}{' '}
        {deliveryId !== null && (
          <Link
            to="."
            search={(before) => ({ ...before, peek: deliveryId })}
            resetScroll={false}
            data-explained={deliveryId}
          >
            {t.delivery}
          </Link>
        )}
      </p>
    </li>
  );
}
