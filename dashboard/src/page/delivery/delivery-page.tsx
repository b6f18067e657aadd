/**
 * One delivery: its outcome in a sentence, the possible actions, why it failed, for what its lane
 * waits, and every attempt with its request, answer, timing, signature and schedule.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { deliveryQuery } from '../../api/delivery.ts';
import { useEndpoints, useEndpointsKnown } from '../../api/endpoint.ts';
import type { DeliveryDetail, EndpointRecord } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { useCopyKey } from '../../kit/copy.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { deliveryWord, stateWord } from '../../word/delivery-state.ts';
import { DiagnosisBox } from '../issue/diagnosis-box.tsx';
import { fingerprintOf } from '../issue/issue-query.ts';
import { trailOf } from './came-from.ts';
import './delivery.css';
import type { ReactNode } from 'react';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { Icon } from '../../kit/icon.tsx';
import { neighboursOf } from '../../list/list-course.ts';
import { AttemptsPanel } from './one/attempts-panel.tsx';
import { DeliveryActions } from './one/delivery-actions.tsx';
import { DeliveryFacts, LaneNote } from './one/delivery-facts.tsx';
import { stateSentence } from './one/state-sentence.ts';

const route = getRouteApi('/p/$project/deliveries/$deliveryId');

export function Page() {
  const t = useText('deliveryRecord');
  const words = useText('word');
  const { deliveryId } = route.useParams();
  useCopyKey(() => deliveryId);
  const client = useClient();
  const query = useQuery(deliveryQuery(client, deliveryId));
  useLiveQueries(['deliveries', 'endpoints'], deliveryQuery(client, deliveryId).queryKey);
  const endpoints = useEndpoints();
  // Before the endpoints arrive, the page would call the endpoint removed for a moment.
  const known = useEndpointsKnown();
  const delivery = known ? query.data : undefined;
  const endpoint = endpoints.get(delivery?.endpointId ?? '');
  const state = delivery === undefined ? [] : [stateWord(delivery.state, words).word];
  return (
    <>
      <PageHead
        title={delivery?.trigger ?? deliveryId}
        mono
        pending={query.isPending || !known}
        documentTitle={[deliveryId, ...state, t.back].join(' · ')}
        back={<BackLine id={deliveryId} />}
        badge={delivery !== undefined && <Badge delivery={delivery} endpoint={endpoint} />}
        lead={delivery !== undefined && <Sentence delivery={delivery} endpoint={endpoint} />}
        actions={
          delivery !== undefined && <DeliveryActions delivery={delivery} endpoint={endpoint} />
        }
      />
      <DataRegion
        title={t.fact.label}
        titleHidden
        region={regionOf({ ...query, data: delivery })}
        rows={6}
        empty={null}
      >
        {delivery !== undefined && <Known delivery={delivery} endpoint={endpoint} />}
      </DataRegion>
      {delivery !== undefined && <AttemptsPanel delivery={delivery} endpoint={endpoint} />}
    </>
  );
}

/** Back to the list as it was filtered, and to its other deliveries. */
function BackLine({ id }: { readonly id: string }) {
  const t = useText('deliveryRecord');
  const project = useClient().project ?? '';
  const trail = trailOf(project);
  const search = trail?.ids.includes(id) === true ? trail.search : null;
  return (
    <div className="back-line">
      <Link to="/p/$project/deliveries" params={{ project }} search={search ?? {}}>
        {t.back}
      </Link>
      <NeighbourLinks id={id} />
    </div>
  );
}

interface PartProps {
  readonly delivery: DeliveryDetail;
  readonly endpoint: EndpointRecord | undefined;
}

function Badge({ delivery, endpoint }: PartProps) {
  const t = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  return <StateBadge {...deliveryWord(delivery.state, endpoint, { t, format, nowMs })} filled />;
}

function Sentence({ delivery, endpoint }: PartProps) {
  const one = useText('deliveryRecord');
  const t = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  return stateSentence(delivery, endpoint, { t, one, format, nowMs });
}

function Known({ delivery, endpoint }: PartProps) {
  const t = useText('deliveryRecord');
  const project = useClient().project ?? '';
  const fingerprint = fingerprintOf(delivery);
  return (
    <>
      {delivery.behind !== null && <LaneNote behind={delivery.behind} endpoint={endpoint} />}
      {delivery.diagnosis !== null && (
        <DiagnosisBox diagnosis={delivery.diagnosis} nextLabel={t.nextStep}>
          {fingerprint !== null && (
            <Link to="/p/$project/issues/$fingerprint" params={{ project, fingerprint }}>
              {t.issue}
            </Link>
          )}
        </DiagnosisBox>
      )}
      <DeliveryFacts delivery={delivery} endpoint={endpoint} />
      <p className="small">
        <Link to="/p/$project/deliveries" params={{ project }} search={{ call: delivery.callId }}>
          {t.action.moreOfCall}
        </Link>
      </p>
    </>
  );
}

/**
 * The next and the previous delivery of the list that this one was opened from, as links and by
 * `j` and `k`. They take the place of this page in the history, so that "back" leads to the list.
 */
function NeighbourLinks({ id }: { readonly id: string }) {
  const t = useText('deliveryRecord').neighbour;
  const format = useFormat();
  const project = useClient().project ?? '';
  const near = neighboursOf(trailOf(project)?.ids ?? [], id);
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const go = (deliveryId: string | null): void => {
    if (deliveryId === null) return;
    void navigate({
      to: '/p/$project/deliveries/$deliveryId',
      params: { project, deliveryId },
      search: { tab },
      replace: true,
    });
  };
  const before = near?.before ?? null;
  const after = near?.after ?? null;
  useHotkey('j', () => go(after), after !== null);
  useHotkey('k', () => go(before), before !== null);
  if (near === null) return null;
  return (
    <nav className="neighbours small" aria-label={t.label}>
      <Neighbour id={before} title={t.beforeTitle}>
        <Icon name="left" /> {t.before}
      </Neighbour>
      <span className="quiet">{t.place(format.number(near.place), format.number(near.of))}</span>
      <Neighbour id={after} title={t.afterTitle}>
        {t.after} <Icon name="right" />
      </Neighbour>
    </nav>
  );
}

interface NeighbourProps {
  readonly id: string | null;
  readonly title: string;
  readonly children: ReactNode;
}

function Neighbour({ id, title, children }: NeighbourProps) {
  const { tab } = route.useSearch();
  const project = useClient().project ?? '';
  if (id === null) return <span className="neighbour quiet">{children}</span>;
  return (
    <Link
      to="/p/$project/deliveries/$deliveryId"
      params={{ project, deliveryId: id }}
      search={{ tab }}
      replace
      className="neighbour"
      title={title}
    >
      {children}
    </Link>
  );
}
