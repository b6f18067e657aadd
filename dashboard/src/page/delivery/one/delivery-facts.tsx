/**
 * The facts of one delivery: where it goes, of which call, when, under which ids, and which other
 * deliveries repeat it. And what its lane waits for.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { deliveryQuery } from '../../../api/delivery.ts';
import type { DeliveryDetail, EndpointRecord } from '../../../api/record.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { CopyButton } from '../../../kit/copy.tsx';
import { Fact, Facts } from '../../../kit/panel.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { useNow } from '../../../kit/time/server-clock.ts';
import { useLiveQueries } from '../../../live/use-live-queries.ts';
import { KindIcon } from '../../endpoint/kind-icon.tsx';
import { stateSentence } from './state-sentence.ts';

export interface DeliveryFactsProps {
  readonly delivery: DeliveryDetail;
  readonly endpoint: EndpointRecord | undefined;
}

export function DeliveryFacts({ delivery, endpoint }: DeliveryFactsProps) {
  const { fact: t } = useText('deliveryRecord');
  const { removedEndpoint } = useText('delivery');
  const format = useFormat();
  const project = useClient().project ?? '';
  const { endpointId, callId, createdAt, lastAttemptAt, closedAt, replayOf, replays } = delivery;
  return (
    <Facts across>
      <Fact name={t.endpoint}>
        {endpoint === undefined ? (
          removedEndpoint
        ) : (
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId }}
            className="with-icon"
          >
            <KindIcon kind={endpoint.kind} />
            {endpoint.name}
          </Link>
        )}
      </Fact>
      <Fact name={t.call}>
        <Link to="/p/$project/calls/$callId" params={{ project, callId }} className="mono wrap">
          {callId}
        </Link>
      </Fact>
      <Fact name={t.sequence}>{t.place(format.number(delivery.sequence))}</Fact>
      <Fact name={t.created}>
        <Moment iso={createdAt} />
      </Fact>
      <Fact name={t.last}>{lastAttemptAt === null ? t.none : <Moment iso={lastAttemptAt} />}</Fact>
      <Fact name={t.closed}>{closedAt === null ? t.open : <Moment iso={closedAt} />}</Fact>
      <Fact name={t.message}>
        <Copied text={delivery.messageId} what={t.message} />
      </Fact>
      <Fact name={t.id}>
        <Copied text={delivery.id} what={t.id} />
      </Fact>
      {replayOf !== null && (
        <Fact name={t.replayOf}>
          <DeliveryLink id={replayOf}>{replayOf}</DeliveryLink>
        </Fact>
      )}
      {replays.length > 0 && (
        <Fact name={t.replays}>
          {replays.map((id) => (
            <DeliveryLink key={id} id={id}>
              {id}
            </DeliveryLink>
          ))}
        </Fact>
      )}
    </Facts>
  );
}

function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="with-copy">
      <span className="mono small">{text}</span> <CopyButton text={text} what={what} />
    </span>
  );
}

interface DeliveryLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

function DeliveryLink({ id, children }: DeliveryLinkProps) {
  const project = useClient().project ?? '';
  return (
    <Link
      to="/p/$project/deliveries/$deliveryId"
      params={{ project, deliveryId: id }}
      className="mono wrap small delivery-link"
    >
      {children}
    </Link>
  );
}

/** "Waiting behind dlv_…": with what that one does now. */
export function LaneNote({ behind, endpoint }: LaneNoteProps) {
  const one = useText('deliveryRecord');
  const words = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  const client = useClient();
  const query = useQuery(deliveryQuery(client, behind));
  useLiveQueries(['deliveries'], deliveryQuery(client, behind).queryKey);
  const head = query.data;
  return (
    <p className="lane-note" role="status">
      <strong>{one.lane.behind}</strong> <DeliveryLink id={behind}>{behind}</DeliveryLink>
      {'. '}
      {head === undefined
        ? query.error === null && one.lane.reads
        : stateSentence(head, endpoint, { t: words, one, format, nowMs })}
    </p>
  );
}

interface LaneNoteProps {
  readonly behind: string;
  readonly endpoint: EndpointRecord | undefined;
}
