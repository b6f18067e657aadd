/**
 * The project's API keys: who may do what by program, and when each was used last. A key is shown
 * whole once, right after it was made.
 */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPES } from '../../../../src/core/key/scope.ts';
import { useClient } from '../../api/api-context.tsx';
import { apiKeysQuery } from '../../api/names.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyLine } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { type Form, FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { saveFile } from '../../kit/save-file.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs, useNow } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import {
  type ApiKeyRecord,
  expiryOf,
  keyState,
  LIFETIMES,
  type Lifetime,
  PRESETS,
  type Scope,
} from './api-key-record.ts';

export function Page() {
  const t = useText('apiKey');
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
  const isLeftInEnvironment = rows.some(
    ({ revokedAt, inEnvironment }) => revokedAt !== null && inEnvironment,
  );
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
        {isLeftInEnvironment && (
          <p className="asked-note" role="status">
            {t.environmentRevoked}
          </p>
        )}
        <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ id }) => id} />
      </DataRegion>
      {making && <NewKey onClose={() => setMaking(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t.revokeTitle(leaving.name)}
          effect={
            leaving.inEnvironment ? `${t.revokeEffect} ${t.revokeEnvironment}` : t.revokeEffect
          }
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
  const t = useText('apiKey');
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
        return (
          <>
            <StateBadge {...t[state]} tone={state === 'active' ? 'good' : 'off'} />
            {key.inEnvironment && (
              <span className="below">
                <StateBadge {...t.environment} tone={state === 'active' ? 'off' : 'warn'} />
              </span>
            )}
          </>
        );
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
          {madeBy.kind === 'instance-key' && (
            <span className="quiet small"> ({t.byInstanceKey})</span>
          )}
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

interface Values {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lifetime: Lifetime;
}

type Made = ApiKeyRecord & { readonly token: string };

/**
 * Makes an API key: a name, what it may do, until when. Then it shows the key, once, with the
 * command that tries it.
 */
function NewKey({ onClose }: { readonly onClose: () => void }) {
  const t = useText('apiKey');
  const client = useClient();
  const [made, setMade] = useState<Made | null>(null);
  const start: Values = { name: '', scopes: PRESETS.report, lifetime: 'never' };
  const form = useForm<Values>(start, async ({ name, scopes, lifetime }) => {
    const expiresAt = expiryOf(lifetime, serverNowMs());
    setMade(await client.post<Made>('v1/api-keys', { name, scopes, expiresAt }));
    await queryClient.invalidateQueries({ queryKey: ['api-keys', client.project] });
  });
  if (made !== null) return <MadeKey made={made} onClose={onClose} />;
  return (
    <Dialog title={t.createTitle} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          description={t.nameHint}
          data-autofocus
          value={form.values.name}
          error={form.faultOf('/name')}
          onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
        />
        <ScopeFields form={form} />
        <NativeSelect
          label={t.expiresLabel}
          value={form.values.lifetime}
          error={form.faultOf('/expiresAt')}
          onChange={({ currentTarget }) => {
            const chosen = LIFETIME_NAMES.find((name) => name === currentTarget.value);
            if (chosen !== undefined) form.set('lifetime', chosen);
          }}
          data={LIFETIME_NAMES.map((value) => ({ value, label: t.expiresIn[value] }))}
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

const SHOWN = ['/name', '/expiresAt', '/scopes'];
const LIFETIME_NAMES = Object.keys(LIFETIMES) as readonly Lifetime[];

function ScopeFields({ form }: { readonly form: Form<Values> }) {
  const t = useText('apiKey');
  const { scopes } = form.values;
  const toggle = (scope: Scope): void => {
    const without = scopes.filter((one) => one !== scope);
    form.set('scopes', without.length < scopes.length ? without : [...scopes, scope]);
  };
  const fault = form.faultOf('/scopes');
  return (
    <fieldset className="choices">
      <legend>{t.scopesLegend}</legend>
      <p className="preset-line">
        <span className="quiet small">{t.presets}</span>
        {PRESET_NAMES.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => form.set('scopes', PRESETS[name])}
          >
            {t.preset[name]}
          </Button>
        ))}
      </p>
      <div className="scope-list">
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            size="xs"
            label={scope}
            description={t.scopes[scope]}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const PRESET_NAMES = Object.keys(PRESETS) as readonly (keyof typeof PRESETS)[];

function MadeKey({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const t = useText('apiKey');
  const base = document.baseURI.replace(/\/$/, '');
  const curl = `curl ${base}/v1/calls \\\n  -H 'authorization: Bearer ${made.token}'`;
  return (
    <Dialog
      title={t.made}
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button
            variant="default"
            size="sm"
            onClick={() => saveFile(new Blob([made.token]), `${made.name}.key.txt`)}
          >
            {t.download}
          </Button>
          <Button size="sm" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{t.madeLead}</p>
      <CopyLine text={made.token} what={t.key} />
      {made.scopes.includes('calls:read') || made.scopes.includes('project:admin') ? (
        <CodeView label={t.try} content={curl} plain />
      ) : null}
    </Dialog>
  );
}
