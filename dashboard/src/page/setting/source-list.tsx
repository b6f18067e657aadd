/**
 * Platforms that post their own callbacks: their addresses,
 * and what came from each lately.
 */
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { SourceRequestRecord, showSource } from '../../../../src/http/schema/source.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Page as PageOf } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';

export function SourceList() {
  const t = useText('setting');
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
  const t = useText('setting');
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

const START = { name: 'Twilio', adapter: 'twilio', secret: '', publicUrl: '' };
const SHOWN = ['/name', '/adapter', '/secret', '/publicUrl'];

/**
 * Makes a source: a platform's name and the secret by
 * which its callbacks are proved.
 */
function NewSource({ onClose }: { readonly onClose: () => void }) {
  const t = useText('setting').source;
  const client = useClient();
  const form = useForm(START, async ({ publicUrl, ...values }) => {
    await client.post('v1/sources', { ...values, publicUrl: publicUrl === '' ? null : publicUrl });
    await queryClient.invalidateQueries({ queryKey: ['sources', client.project] });
    showToast({ text: t.made(values.name) });
    onClose();
  });
  const { values, set, faultOf } = form;
  return (
    <Dialog title={t.create} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          value={values.name}
          error={faultOf('/name')}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
        />
        <TextInput
          label={t.adapter}
          value={values.adapter}
          error={faultOf('/adapter')}
          onChange={({ currentTarget }) => set('adapter', currentTarget.value)}
        />
        <PasswordField
          label={t.secret}
          description={t.secretHint}
          autoComplete="off"
          value={values.secret}
          error={faultOf('/secret')}
          onChange={({ currentTarget }) => set('secret', currentTarget.value)}
        />
        <TextInput
          label={t.publicUrl}
          description={t.publicUrlHint}
          inputMode="url"
          value={values.publicUrl}
          error={faultOf('/publicUrl')}
          onChange={({ currentTarget }) => set('publicUrl', currentTarget.value)}
        />
        <FormFoot form={form} action={t.create} shown={SHOWN} always guarded={false}>
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}

type SourceRecord = Readonly<ReturnType<typeof showSource>>;
type Request = Static<typeof SourceRequestRecord>;

interface SourceRequestsProps {
  readonly source: SourceRecord;
  onClose(): void;
}

/**
 * The last callbacks of one source,
 * and what became of each.
 */
function SourceRequests({ source, onClose }: SourceRequestsProps) {
  const t = useText('setting').source;
  const client = useClient();
  const query = useQuery({
    queryKey: ['sources', client.project, source.id, 'requests'],
    queryFn: ({ signal }) =>
      client.get<PageOf<Request>>(`v1/sources/${source.id}/requests`, { signal }),
  });
  const rows = query.data?.data ?? [];
  return (
    <Dialog
      title={t.requestsOf(source.name)}
      size="large"
      onClose={onClose}
      foot={
        <Button variant="default" size="sm" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <DataRegion
        title={t.requests}
        titleHidden
        plain
        region={regionOf(query, { count: rows.length })}
        empty={<EmptyState title={t.noRequests} />}
      >
        {rows.map((request) => (
          <details key={`${request.at} ${request.result}`}>
            <summary>
              <Moment iso={request.at} exact /> {request.result}
            </summary>
            <CodeView label={t.body} content={request.body} plain />
          </details>
        ))}
      </DataRegion>
    </Dialog>
  );
}
