/**
 * The platforms that report calls by
 * their own callbacks, each with its address.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './source.css';
import { adaptersQuery, type SourceRecord, sourcesQuery } from './source-query.ts';

export function Page() {
  const t = useText('source');
  const client = useClient();
  const query = useQuery(sourcesQuery(client));
  useLiveQueries(['sources'], ['sources', client.project, 'list']);
  const rows = query.data?.data ?? [];
  const columns = useColumns();
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={<Connect />} />
      <DataRegion
        title={t.title}
        titleHidden
        region={regionOf(query, { count: rows.length })}
        empty={
          <EmptyState title={t.empty} action={<Connect />}>
            {t.emptyText}
          </EmptyState>
        }
      >
        <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
      </DataRegion>
    </>
  );
}

function Connect() {
  const t = useText('source');
  const project = useClient().project ?? '';
  const may = useMay('project:admin');
  const navigate = useNavigate();
  return (
    <Button
      size="sm"
      leftSection={<Icon name="plus" />}
      disabled={!may}
      title={may ? undefined : t.mayNot}
      onClick={() => void navigate({ to: '/p/$project/sources/new', params: { project } })}
    >
      {t.create}
    </Button>
  );
}

function useColumns(): readonly Column<SourceRecord>[] {
  const t = useText('source');
  const client = useClient();
  const project = client.project ?? '';
  const adapters = useQuery(adaptersQuery(client)).data?.data ?? [];
  return [
    {
      id: 'name',
      head: t.column.name,
      as: 'link',
      cell: ({ id, name }) => (
        <Link
          to="/p/$project/sources/$sourceId"
          params={{ project, sourceId: id }}
          {...ROW_LINK}
          className="wrap"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'platform',
      head: t.column.platform,
      as: 'state',
      cell: ({ adapter }) => adapters.find(({ name }) => name === adapter)?.title ?? adapter,
    },
    {
      id: 'address',
      head: t.column.address,
      as: 'quiet',
      cell: ({ url }) => (
        <>
          <span className="mono small wrap">{url}</span>
          <CopyButton text={url} what={t.address} />
        </>
      ),
    },
    {
      id: 'changed',
      head: t.column.changed,
      as: 'when',
      cell: ({ updatedAt }) => <Moment iso={updatedAt} />,
    },
  ];
}
