/**
 * The event catalog: all triggers, or the one of the address with samples for every kind of
 * endpoint.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { triggersQuery } from '../../api/endpoint-act.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import '../endpoint/endpoint.css';
import { firesText, firesWords } from '../../word/fires.ts';
import { catalogText } from './text.ts';
import { TriggerDetail } from './trigger-detail.tsx';
import { TriggerTable } from './trigger-table.tsx';
import { UnknownStatuses } from './unknown-statuses.tsx';

const route = getRouteApi('/p/$project/catalog/{-$trigger}');

export function Page() {
  const { trigger } = route.useParams();
  const client = useClient();
  useLiveQueries(['endpoints'], triggersQuery(client).queryKey);
  return trigger === undefined ? <AllTriggers /> : <OneTrigger name={trigger} />;
}

function AllTriggers() {
  const t = useText(catalogText);
  const query = useQuery(triggersQuery(useClient()));
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <TriggerTable query={query} search={route.useSearch()} />
      <UnknownStatuses statuses={query.data?.unknownStatuses ?? []} />
    </>
  );
}

function OneTrigger({ name }: { readonly name: string }) {
  const t = useText(catalogText);
  const words = useText(firesText);
  const client = useClient();
  const { kind } = route.useSearch();
  const query = useQuery(triggersQuery(client));
  const record = query.data?.data.find((one) => one.name === name);
  const region = regionOf(query);
  const missing = query.data !== undefined && record === undefined;
  return (
    <>
      <PageHead
        title={name}
        documentTitle={`${name} · ${t.title}`}
        mono
        back={
          <Link
            to="/p/$project/catalog/{-$trigger}"
            params={{ project: client.project ?? '', trigger: undefined }}
          >
            {t.back}
          </Link>
        }
        {...(record === undefined ? {} : { lead: firesWords(record, words) })}
      />
      <DataRegion
        title={name}
        titleHidden
        plain
        region={missing ? { ...region, state: 'empty' } : region}
        rows={8}
        empty={
          <EmptyState title={t.unknown(name)}>
            <p>{t.unknownText}</p>
          </EmptyState>
        }
      >
        {record !== undefined && query.data !== undefined && (
          <TriggerDetail record={record} countedSince={query.data.countedSince} kind={kind} />
        )}
      </DataRegion>
    </>
  );
}
