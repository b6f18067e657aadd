/**
 * Platforms that post their own callbacks: their addresses,
 * and what came from each lately.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Page as PageOf } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { NewSource } from './new-source.tsx';
import { type SourceRecord, SourceRequests } from './source-requests.tsx';
import { settingText } from './text.ts';

export function SourceList() {
  const t = useText(settingText);
  const client = useClient();
  const may = useMay('project:admin');
  const key = ['sources', client.project];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.get<PageOf<SourceRecord>>('v1/sources', { signal }),
  });
  useLiveQueries(['sources'], key);
  const [making, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<SourceRecord | null>(null);
  const [looking, setLooking] = useState<SourceRecord | null>(null);
  const columns = useColumns(may, setLooking, setLeaving);
  const rows = query.data?.data ?? [];
  const create = (
    <Button
      size="xs"
      disabled={!may}
      title={may ? undefined : t.mayNot}
      onClick={() => setMaking(true)}
    >
      {t.source.create}
    </Button>
  );
  const remove = async ({ id, name }: SourceRecord): Promise<void> => {
    await client.remove(`v1/sources/${id}`);
    await queryClient.invalidateQueries({ queryKey: key });
    showToast({ text: t.source.removed(name) });
  };
  return (
    <DataRegion
      title={t.section.sources}
      region={regionOf(query, { count: rows.length })}
      tools={create}
      empty={<EmptyState title={t.source.empty}>{t.source.emptyText}</EmptyState>}
    >
      <p className="panel-lead">{t.sourcesLead}</p>
      <DataTable caption={t.source.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
      {making && <NewSource onClose={() => setMaking(false)} />}
      {looking !== null && <SourceRequests source={looking} onClose={() => setLooking(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t.source.removeTitle(leaving.name)}
          effect={t.source.removeEffect}
          action={t.source.removeAction}
          dangerous
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </DataRegion>
  );
}

function useColumns(
  may: boolean,
  onLook: (source: SourceRecord) => void,
  onLeave: (source: SourceRecord) => void,
): readonly Column<SourceRecord>[] {
  const t = useText(settingText);
  return [
    { id: 'name', head: t.source.name, as: 'link', cell: ({ name }) => name },
    { id: 'adapter', head: t.source.adapter, as: 'state', cell: ({ adapter }) => adapter },
    {
      id: 'address',
      head: t.source.address,
      as: 'quiet',
      cell: ({ url, publicUrl }) => (
        <>
          <span className="mono small wrap">{publicUrl ?? url}</span>
          <CopyButton text={publicUrl ?? url} what={t.source.address} />
        </>
      ),
    },
    {
      id: 'do',
      head: <span className="unseen">{t.source.requests}</span>,
      as: 'actions',
      cell: (source) => (
        <span className="cell-buttons">
          <Button size="compact-sm" variant="default" onClick={() => onLook(source)}>
            {t.source.requests}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!may}
            title={may ? undefined : t.mayNot}
            onClick={() => onLeave(source)}
          >
            {t.source.remove}
          </Button>
        </span>
      ),
    },
  ];
}
