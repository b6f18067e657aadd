/**
 * Who changed what: the audit log, the newest first, with each change before and after, and the
 * whole of it as a file.
 */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Static } from 'typebox';
import type { AuditRecord } from '../../../../src/http/schema/audit.ts';
import { useClient } from '../../api/api-context.tsx';
import { useNames } from '../../api/names.ts';
import type { Page as PageOf } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { Fact, Facts } from '../../kit/panel.tsx';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import type { Column } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { rangeQuery } from '../../range/range.ts';
import { Named } from '../../word/named.tsx';
import { isAction, readAudit } from './audit-search.ts';
import { failedTries } from './failed-tries.ts';

type Entry = Static<typeof AuditRecord>;

const route = getRouteApi('/p/$project/audit');
/** Every change ends in the log. */
const LIVE = ['endpoints', 'project', 'members', 'api-keys', 'signing-keys', 'sources', 'bulk'];

export function Page() {
  const t = useText('audit');
  const client = useClient();
  const search = route.useSearch();
  const { range, cursor, ...filter } = search;
  const key = ['audit', client.project];
  const query = useQuery({
    queryKey: [...key, filter, range, cursor],
    queryFn: ({ signal }) => {
      const asked = { ...filter, ...rangeQuery(range, serverNowMs()), cursor };
      return client.get<PageOf<Entry>>('v1/audit', { query: asked, signal });
    },
    placeholderData: keepPreviousData,
  });
  useLiveQueries(LIVE, key);
  const [shown, setShown] = useState<Entry | null>(null);
  const rows = query.data?.data ?? null;
  const list = {
    region: regionOf(query, {
      count: rows?.length ?? 0,
      filtered: Object.keys(search).length > 0,
    }),
    rows,
    nextCursor: query.data?.nextCursor ?? null,
  };
  return (
    <ListPage
      name="audit"
      title={t.title}
      lead={t.lead}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields: useAuditFields(), read: readAudit, placeholder: t.filter.placeholder }}
      file={{ path: 'v1/audit', query: filter }}
      columns={useColumns(setShown)}
      rowId={idOf}
      empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
      noMatch={t.noMatch}
    >
      {shown !== null && <ShownEntry entry={shown} onClose={() => setShown(null)} />}
    </ListPage>
  );
}

/** Frequently searched actions; any other one can be typed. */
const ACTIONS = [
  'endpoint.created',
  'endpoint.updated',
  'endpoint.disabled',
  'endpoint.enabling',
  'endpoint.enabled',
  'endpoint.deleted',
  'endpoint.deliveries-cancelled',
  'delivery.retried',
  'delivery.cancelled',
  'lane.head-skipped',
  'bulk.started',
  'bulk.ended',
  'member.role-changed',
  'api-key.created',
  'project.updated',
  'personal-data.read',
  'sign-in.failed',
  'second-factor.failed',
  'reauthentication.failed',
  'api-key.refused',
];

function useAuditFields(): readonly FilterField[] {
  const t = useText('audit');
  return useMemo(
    () => [
      {
        key: 'action',
        label: t.action,
        many: true,
        accepts: isAction,
        offers: ACTIONS,
        not: { key: 'notAction', label: t.filter.notAction },
      },
      { key: 'actor', label: t.actor, offers: ['system'] },
      { key: 'target', label: t.target },
    ],
    [t],
  );
}

function useColumns(onShow: (entry: Entry) => void): readonly Column<Entry>[] {
  const t = useText('audit');
  const names = useNames();
  return [
    {
      id: 'action',
      head: t.action,
      as: 'link',
      cell: (entry) => (
        <>
          <button
            type="button"
            className="link-button mono"
            data-row-link=""
            onClick={() => onShow(entry)}
          >
            {entry.action}
          </button>
          <span className="quiet small below">{failedTries(entry, t)}</span>
        </>
      ),
    },
    {
      id: 'target',
      head: t.target,
      as: 'quiet',
      cell: ({ target }) => (target === null ? '–' : <Named id={target} names={names} />),
    },
    {
      id: 'actor',
      head: t.actor,
      as: 'quiet',
      cell: ({ actor, actorName }) =>
        actor === 'system' ? t.system : (actorName ?? <Named id={actor} names={names} />),
    },
    {
      id: 'address',
      head: t.address,
      as: 'minor',
      cell: ({ address }) => <span className="mono small">{address}</span>,
    },
    { id: 'at', head: t.at, as: 'when', cell: ({ at }) => <Moment iso={at} /> },
  ];
}

function ShownEntry({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const t = useText('audit');
  const names = useNames();
  const parts = [
    ['before', entry.before],
    ['after', entry.after],
  ] as const;
  return (
    <Dialog
      title={entry.action}
      size="large"
      onClose={onClose}
      foot={
        <Button variant="default" size="sm" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Facts across>
        <Fact name={t.at}>
          <Moment iso={entry.at} exact />
        </Fact>
        <Fact name={t.actor}>
          <Named id={entry.actor} names={names} whole />
        </Fact>
        {entry.target !== null && (
          <Fact name={t.target}>
            <Named id={entry.target} names={names} whole />
          </Fact>
        )}
        {entry.requestId !== null && <Fact name={t.request}>{entry.requestId}</Fact>}
      </Facts>
      {parts.map(([name, value]) => (
        <section key={name}>
          <h3 className="region-title">{t[name]}</h3>
          {value === null || value === undefined ? (
            <p className="quiet">{t.nothing}</p>
          ) : (
            <CodeView label={t[name]} content={JSON.stringify(value)} />
          )}
        </section>
      ))}
    </Dialog>
  );
}

function idOf({ id }: Entry): string {
  return id;
}
