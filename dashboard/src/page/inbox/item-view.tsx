/**
 * One item of the inbox: what is known of it, and its views. The panel beside the list and the
 * full page show the same.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { markSeen } from '../../inbox-seen.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { CompareView } from './compare-view.tsx';
import { type InboxDetail, inboxItemQuery } from './inbox-api.ts';
import { AnswerBadge, VerdictBadge } from './inbox-badge.tsx';
import { INBOX_TABS, type InboxItemSearch } from './inbox-search.ts';
import { ItemHeaders } from './item-headers.tsx';
import { ItemShown } from './item-shown.tsx';
import { inboxText } from './text.ts';
import { VerificationReport } from './verification-report.tsx';

export interface ItemViewProps {
  readonly id: string;
  readonly tab: NonNullable<InboxItemSearch['tab']>;
}

export function ItemView({ id, tab }: ItemViewProps) {
  const t = useText(inboxText).item;
  const client = useClient();
  const query = useQuery(inboxItemQuery(client, id));
  const item = query.data;
  useLiveQueries(['inbox'], ['inbox', client.project, 'one', id]);
  const there = item !== undefined;
  useEffect(() => {
    if (there) markSeen(id);
  }, [there, id]);
  return (
    <DataRegion title={t.region} titleHidden plain region={regionOf(query)} empty={null} rows={6}>
      {item !== undefined && (
        <>
          <ItemFacts item={item} />
          <Tabs
            label={t.tabs}
            current={tab}
            tabs={INBOX_TABS.map((name) => ({ id: name, label: t.tab[name] }))}
          />
          <ItemTab item={item} tab={tab} />
        </>
      )}
    </DataRegion>
  );
}

function ItemTab({
  item,
  tab,
}: {
  readonly item: InboxDetail;
  readonly tab: ItemViewProps['tab'];
}) {
  const t = useText(inboxText).item;
  switch (tab) {
    case 'shown':
      return <ItemShown item={item} />;
    case 'raw':
      return (
        <CodeView
          label={item.mail === null ? t.rawLabel : t.mailSource}
          content={item.body}
          plain={item.mail !== null}
        />
      );
    case 'headers':
      return <ItemHeaders headers={item.headers} />;
    case 'verification':
      return <VerificationReport item={item} />;
    case 'compare':
      return <CompareView item={item} />;
  }
}

function ItemFacts({ item }: { readonly item: InboxDetail }) {
  const all = useText(inboxText);
  const t = all.item;
  const format = useFormat();
  const project = useClient().project ?? '';
  const endpoints = useEndpoints();
  const { callId, deliveryId, endpointId, attempt, answer, verification } = item;
  return (
    <Facts across>
      <Fact name={t.came}>
        <Moment iso={item.receivedAt} exact />
      </Fact>
      {callId !== null && (
        <Fact name={t.call}>
          <Link to="/p/$project/calls/$callId" params={{ project, callId }} className="mono wrap">
            {callId}
          </Link>
        </Fact>
      )}
      {deliveryId !== null && (
        <Fact name={t.delivery}>
          <Link
            to="/p/$project/deliveries/$deliveryId"
            params={{ project, deliveryId }}
            className="mono wrap"
          >
            {deliveryId}
          </Link>
        </Fact>
      )}
      {endpointId !== null && (
        <Fact name={t.endpoint}>{endpoints.get(endpointId)?.name ?? endpointId}</Fact>
      )}
      {attempt !== null && <Fact name={t.attempt}>{attempt}</Fact>}
      <Fact name={t.answer}>
        <AnswerBadge answer={answer} /> <span className="quiet small">{answer.reason}</span>
      </Fact>
      {verification !== null && (
        <Fact name={all.column.signature}>
          <VerdictBadge verdict={verification.verdict} />
        </Fact>
      )}
      <Fact name={t.size}>{format.bytes(item.bytes)}</Fact>
    </Facts>
  );
}
