/**
 * The scorecards of the project, the default one marked.
 * A project has at most a hundred: they are one list.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { ListExport } from '../../list/list-export.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { type ScorecardRecord, scorecardsQuery } from './acw-api.ts';

export function Page() {
  const t = useText('scorecard');
  const client = useClient();
  const query = useQuery(scorecardsQuery(client));
  const columns = useColumns();
  useLiveQueries(['scorecards'], ['scorecards', client.project, 'all']);
  const rows = query.data?.data;
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={<CreateButton />} />
      <DataRegion
        title={t.title}
        titleHidden
        tools={
          <div className="list-tools">
            <ListExport path="v1/scorecards" filter={{}} range={undefined} />
          </div>
        }
        region={regionOf(query, { count: rows?.length ?? 0 })}
        empty={
          <EmptyState title={t.emptyTitle} action={<CreateButton />}>
            <p>{t.empty}</p>
          </EmptyState>
        }
      >
        {rows !== undefined && (
          <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
        )}
      </DataRegion>
    </>
  );
}

function CreateButton() {
  const t = useText('scorecard');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  const may = useMay('endpoints:write');
  const params = { project, scorecardId: 'new' };
  return (
    <Button
      size="xs"
      disabled={!may}
      title={may ? undefined : onlyRole(role.admin)}
      onClick={() => void navigate({ to: '/p/$project/acw/scorecards/$scorecardId', params })}
    >
      {t.create}
    </Button>
  );
}

function useColumns(): readonly Column<ScorecardRecord>[] {
  const t = useText('scorecard');
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'name',
        head: column.name,
        as: 'link',
        cell: ({ id, name }) => (
          <Link
            to="/p/$project/acw/scorecards/$scorecardId"
            params={{ project, scorecardId: id }}
            {...ROW_LINK}
          >
            {name}
          </Link>
        ),
      },
      {
        id: 'default',
        head: <span className="unseen">{t.isDefault}</span>,
        as: 'state',
        cell: ({ isDefault }) =>
          isDefault && <StateBadge word={t.isDefault} tone="good" meaning={t.defaultMeaning} />,
      },
      {
        id: 'criteria',
        head: column.criteria,
        as: 'number',
        cell: ({ criteria }) => format.number(criteria.length),
      },
      {
        id: 'passMark',
        head: column.passMark,
        as: 'number',
        cell: ({ passMark }) => format.percent(passMark / 100),
      },
      {
        id: 'revision',
        head: column.revision,
        as: 'number',
        cell: ({ revision }) => format.number(revision),
      },
      {
        id: 'updated',
        head: column.updated,
        as: 'when',
        cell: ({ updatedAt }) => <Moment iso={updatedAt} />,
      },
    ];
  }, [t, format, project]);
}
