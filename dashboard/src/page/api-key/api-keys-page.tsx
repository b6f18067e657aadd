/**
 * The project's API keys: who may do what by program, and when each was used last. A key is shown
 * whole once, right after it was made.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { apiKeysQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/ticker.ts';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { type ApiKeyRecord, keyState } from './api-key-record.ts';
import { NewKey } from './new-key.tsx';
import { apiKeyText } from './text.ts';

export function Page() {
  const t = useText(apiKeyText);
  const client = useClient();
  const may = useMay('project:admin');
  const { queryKey: key, ...asked } = apiKeysQuery(client);
  const query = useQuery({ queryKey: key, ...asked });
  useLiveQueries(['api-keys'], key);
  const [making, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<ApiKeyRecord | null>(null);
  const columns = useColumns(may, setLeaving);
  const rows = query.data?.data ?? [];
  const orphans = rows.filter(
    ({ revokedAt, madeBy }) =>
      revokedAt === null && (madeBy.state === 'removed' || madeBy.state === 'demoted'),
  ).length;
  const create = (
    <Button
      size="sm"
      disabled={!may}
      title={may ? undefined : t.mayNot}
      onClick={() => setMaking(true)}
    >
      {t.create}
    </Button>
  );
  const revoke = async (id: string, name: string): Promise<void> => {
    await client.remove(`v1/api-keys/${id}`);
    await queryClient.invalidateQueries({ queryKey: key });
    showToast({ text: t.revokedToast(name) });
  };
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={create} />
      <DataRegion
        title={t.title}
        titleHidden
        region={regionOf(query, { count: rows.length })}
        empty={
          <EmptyState title={t.empty} action={create}>
            {t.emptyText}
          </EmptyState>
        }
      >
        {orphans > 0 && (
          <p className="asked-note" role="status">
            {t.orphans(orphans)}
          </p>
        )}
        <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
      </DataRegion>
      {making && <NewKey onClose={() => setMaking(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t.revokeTitle(leaving.name)}
          effect={t.revokeEffect}
          action={t.revokeAction}
          dangerous
          onConfirm={() => revoke(leaving.id, leaving.name)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function useColumns(
  may: boolean,
  onRevoke: (key: ApiKeyRecord) => void,
): readonly Column<ApiKeyRecord>[] {
  const t = useText(apiKeyText);
  const nowMs = useNow();
  return [
    {
      id: 'name',
      head: t.name,
      as: 'link',
      cell: ({ name, hint }) => (
        <>
          {name}
          <span className="quiet mono small below">{hint}</span>
        </>
      ),
    },
    {
      id: 'state',
      head: t.state,
      as: 'state',
      cell: (key) => {
        const state = keyState(key, nowMs);
        return <StateBadge {...t[state]} tone={state === 'active' ? 'good' : 'off'} />;
      },
    },
    {
      id: 'scopes',
      head: t.scopesHead,
      as: 'quiet',
      cell: ({ scopes }) => (
        <span className="mono small wrap" title={scopes.map((one) => t.scopes[one]).join(', ')}>
          {scopes.join(', ')}
        </span>
      ),
    },
    {
      id: 'maker',
      head: t.madeBy,
      as: 'quiet',
      cell: ({ madeBy, revokedAt }) => (
        <>
          {madeBy.kind === 'system' ? t.bySystem : (madeBy.name ?? t.byUnknown)}
          {madeBy.kind === 'api-key' && <span className="quiet small"> ({t.byKey})</span>}
          {revokedAt === null && (madeBy.state === 'removed' || madeBy.state === 'demoted') && (
            <span className="below">
              <StateBadge {...t.maker[madeBy.state]} tone="warn" />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'used',
      head: t.lastUsed,
      as: 'when',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="quiet">{t.notUsed}</span>
        ) : (
          <Moment iso={lastUsedAt} />
        ),
    },
    {
      id: 'expires',
      head: t.expires,
      as: 'minor',
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className="quiet">{t.never}</span> : <Moment iso={expiresAt} />,
    },
    {
      id: 'revoke',
      head: <span className="unseen">{t.revoke}</span>,
      as: 'actions',
      cell: (key) =>
        key.revokedAt === null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!may}
            title={may ? undefined : t.mayNot}
            onClick={() => onRevoke(key)}
          >
            {t.revoke}
          </Button>
        ),
    },
  ];
}
