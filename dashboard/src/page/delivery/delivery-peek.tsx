/**
 * One delivery in the side panel: its state in words, its attempts, its body. It is live as the
 * list is.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { deliveryQuery } from '../../api/delivery.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import type { AttemptRecord, DeliveryDetail } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { Fact, Facts } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { SidePanel } from '../../kit/side-panel.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { deliveryWord, errorWords } from '../../word/delivery-state.ts';

export interface DeliveryPeekProps {
  readonly id: string;
  onClose(): void;
}

export function DeliveryPeek({ id, onClose }: DeliveryPeekProps) {
  const t = useText('delivery').peek;
  const client = useClient();
  const query = useQuery(deliveryQuery(client, id));
  useLiveQueries(['deliveries'], deliveryQuery(client, id).queryKey);
  return (
    <SidePanel
      title={query.data?.trigger ?? id}
      subject={id}
      onClose={onClose}
      full={
        <Link
          to="/p/$project/deliveries/$deliveryId"
          params={{ project: client.project ?? '', deliveryId: id }}
        >
          {t.open}
        </Link>
      }
    >
      <DataRegion title={t.attempts} titleHidden plain region={regionOf(query)} empty={null}>
        {query.data !== undefined && <Peek delivery={query.data} />}
      </DataRegion>
    </SidePanel>
  );
}

function Peek({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { peek: t, column } = useText('delivery');
  const words = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  const endpoint = useEndpoints().get(delivery.endpointId);
  const project = useClient().project ?? '';
  const word = deliveryWord(delivery.state, endpoint, { t: words, format, nowMs });
  return (
    <>
      <p>
        <StateBadge {...word} filled /> {word.meaning}
      </p>
      <Facts>
        <Fact name={column.endpoint}>{endpoint?.name ?? delivery.endpointId}</Fact>
        <Fact name={column.call}>
          <Link to="/p/$project/calls/$callId" params={{ project, callId: delivery.callId }}>
            <span className="mono wrap">{delivery.callId}</span>
          </Link>
        </Fact>
        <Fact name={column.created}>
          <Moment iso={delivery.createdAt} />
        </Fact>
        <Fact name={t.sequence}>{format.number(delivery.sequence)}</Fact>
        {delivery.behind !== null && (
          <Fact name={t.behind}>
            <Link to="." search={(before) => ({ ...before, peek: delivery.behind ?? undefined })}>
              <span className="mono wrap">{delivery.behind}</span>
            </Link>
          </Fact>
        )}
        <Fact name={t.id}>
          <span className="mono wrap">{delivery.id}</span>
          <CopyButton text={delivery.id} what={t.id} />
        </Fact>
        <Fact name={t.message}>
          <span className="mono wrap">{delivery.messageId}</span>
          <CopyButton text={delivery.messageId} what={t.message} />
        </Fact>
      </Facts>
      <h3>{t.attempts}</h3>
      {delivery.attemptList.length === 0 && <p className="quiet">{t.noAttempts}</p>}
      <ol className="attempts">
        {delivery.attemptList.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      <h3>{t.body}</h3>
      <CodeView label={t.bodyLabel} content={delivery.body} />
    </>
  );
}

export function Attempt({ attempt }: { readonly attempt: AttemptRecord }) {
  const t = useText('delivery').peek;
  const words = useText('word');
  const format = useFormat();
  const { number, status, error, outcome, durationMs, manual, startedAt, excerpt } = attempt;
  const good = outcome === 'delivered';
  const answer =
    status === null ? errorWords(error ?? outcome, words) : words.delivery.status(status);
  return (
    <li value={number}>
      <StateBadge word={answer} tone={good ? 'good' : 'bad'} meaning={t.number(number)} />{' '}
      <span className="quiet">
        {t.after(format.duration(durationMs))}
        {manual && `, ${t.by}`}, <Moment iso={startedAt} exact />
      </span>
      {excerpt !== null && excerpt !== '' && <CodeView label={t.excerpt} content={excerpt} plain />}
    </li>
  );
}
