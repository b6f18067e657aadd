/**
 * The event catalog: all triggers, or the one of the address with samples for every kind of
 * endpoint.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { triggersQuery } from '../../api/endpoint-act.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState, NoMatch } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import '../endpoint/endpoint.css';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { TriggerList, TriggerRecord } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { firesWords, inWords } from '../../word/trigger.ts';
import { isFound } from '../endpoint/form/trigger-choice.ts';
import type { CatalogSearch } from './catalog-search.ts';
import { TriggerDetail } from './trigger-detail.tsx';

const route = getRouteApi('/p/$project/catalog/{-$trigger}');

export function Page() {
  const { trigger } = route.useParams();
  const client = useClient();
  useLiveQueries(['endpoints'], triggersQuery(client).queryKey);
  return trigger === undefined ? <AllTriggers /> : <OneTrigger name={trigger} />;
}

function AllTriggers() {
  const t = useText('catalog');
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
  const t = useText('catalog');
  const words = useText('fires');
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

interface UnknownStatus {
  readonly status: string;
  readonly calls: number;
  readonly lastReportAt: string;
}

/**
 * Statuses that only a platform knows, in which calls stand: they fire nothing and end no call.
 * Nothing is shown where there are none.
 */
function UnknownStatuses({ statuses }: { readonly statuses: readonly UnknownStatus[] }) {
  const t = useText('catalog').unknownStatus;
  if (statuses.length === 0) return null;
  return (
    <Panel title={t.title} lead={t.lead}>
      <ul>
        {statuses.map(({ status, calls, lastReportAt }) => (
          <li key={status}>
            <code className="wrap">{status}</code> {t.calls(calls)} · <Moment iso={lastReportAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface TriggerTableProps {
  readonly query: UseQueryResult<TriggerList>;
  readonly search: CatalogSearch;
}

/**
 * All triggers as a table, with a search that the address holds. There are 19: all are shown, and
 * searched here.
 */
function TriggerTable({ query, search: { q = '' } }: TriggerTableProps) {
  const t = useText('catalog');
  const navigate = useNavigate();
  const columns = useColumns();
  const words = useText('fires');
  const all = inWords(query.data?.data ?? [], words);
  const rows = all.filter((record) => isFound(record, q));
  const find = (text: string): void => {
    const q = text === '' ? undefined : text;
    void navigate({ to: '.', search: (before) => ({ ...before, q }), replace: true });
  };
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={regionOf(query, { count: rows.length, filtered: q !== '' })}
      rows={19}
      tools={
        <TextInput
          type="search"
          size="xs"
          className="filter-field"
          aria-label={t.find}
          placeholder={t.find}
          value={q}
          onChange={({ currentTarget }) => find(currentTarget.value)}
        />
      }
      empty={<EmptyState title={t.empty} />}
      noMatch={
        <NoMatch
          title={t.noMatch}
          filters={[{ id: 'q', label: t.searched(q), onRemove: () => find('') }]}
          onClear={() => find('')}
        />
      }
    >
      <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ name }) => name} />
    </DataRegion>
  );
}

function useColumns(): readonly Column<TriggerRecord>[] {
  const t = useText('catalog');
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(
    () => [
      {
        id: 'name',
        head: t.column.name,
        as: 'link',
        cell: ({ name }) => (
          <Link
            to="/p/$project/catalog/{-$trigger}"
            params={{ project, trigger: name }}
            className="mono wrap"
            {...ROW_LINK}
          >
            {name}
          </Link>
        ),
      },
      { id: 'fires', head: t.column.fires, as: 'quiet', cell: ({ fires }) => fires },
      {
        id: 'keys',
        head: t.column.keys,
        as: 'minor',
        cell: ({ dataKeys }) => <code className="small wrap">{dataKeys.join(', ')}</code>,
      },
      {
        id: 'fired',
        head: t.column.fired,
        as: 'number',
        cell: ({ fired }) => format.number(fired),
      },
      {
        id: 'subscribers',
        head: t.column.subscribers,
        as: 'number',
        cell: ({ subscribers }) => format.number(subscribers.length),
      },
    ],
    [t, format, project],
  );
}
