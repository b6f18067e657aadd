/**
 * The keys as a list: state, times, how many endpoints their signatures go to; and where receivers
 * find the public halves.
 */

import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../api/endpoint.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Page } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyButton, CopyLine } from '../../kit/copy.tsx';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/menu.tsx';
import { Fact, Facts, Panel } from '../../kit/panel.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useBase } from '../endpoint/use-base.ts';
import { fingerprintOf } from './check-request.ts';
import { jwksUrl } from './fill-snippet.ts';
import { isPublished, KEY_TONES, signs } from './key-state.ts';
import { COUNTED_MAX, signedEndpointsQuery } from './snippets-panel.tsx';

interface KeysPanelProps {
  readonly query: UseQueryResult<Page<SigningKeyRecord>>;
  /** The button of the page, again where there is no key. */
  readonly rotate: ReactNode;
}

export function KeysPanel({ query, rotate }: KeysPanelProps) {
  const t = useText('signing');
  const base = useBase().replace(/\/$/, '');
  const { project } = useClient();
  const url = jwksUrl(base, project ?? '');
  const [shown, setShown] = useState<SigningKeyRecord | null>(null);
  const [stopping, setStopping] = useState<SigningKeyRecord | null>(null);
  const columns = useColumns({ onShow: setShown, onStop: setStopping });
  const rows = query.data?.data ?? [];
  return (
    <>
      <DataRegion
        title={t.tab.keys}
        titleHidden
        region={regionOf(query, { count: rows.length })}
        rows={2}
        empty={
          <EmptyState title={t.empty} action={rotate}>
            {t.emptyText}
          </EmptyState>
        }
      >
        <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ kid }) => kid} />
      </DataRegion>
      <Panel title={t.jwks.title} lead={t.jwks.lead}>
        <CopyLine text={url} what={t.jwks.url} />
      </Panel>
      {shown !== null && <KeyDialog record={shown} onClose={() => setShown(null)} />}
      {stopping !== null && <RevokeDialog record={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

interface Acts {
  onShow(record: SigningKeyRecord): void;
  onStop(record: SigningKeyRecord): void;
}

function useColumns({ onShow, onStop }: Acts): readonly Column<SigningKeyRecord>[] {
  const t = useText('signing');
  const may = useMay('project:admin');
  return [
    {
      id: 'kid',
      head: t.kid,
      as: 'link',
      cell: (record) => (
        <button
          type="button"
          className="link-button mono wrap"
          data-row-link=""
          onClick={() => onShow(record)}
        >
          {record.kid}
        </button>
      ),
    },
    {
      id: 'state',
      head: t.state,
      as: 'state',
      cell: ({ state }) => <StateBadge {...t.states[state]} tone={KEY_TONES[state]} />,
    },
    {
      id: 'created',
      head: t.created,
      as: 'when',
      cell: ({ createdAt }) => <Moment iso={createdAt} />,
    },
    { id: 'until', head: t.until, as: 'quiet', cell: (record) => <Until record={record} /> },
    { id: 'used', head: t.used, as: 'minor', cell: (record) => <UsedBy record={record} /> },
    {
      id: 'menu',
      head: <span className="unseen">{t.menu('')}</span>,
      as: 'actions',
      cell: (record) => (
        <Menu
          label={t.menu(record.kid)}
          button={<Icon name="more" />}
          actions={[
            { id: 'show', label: t.copyPem, onSelect: () => onShow(record) },
            {
              id: 'stop',
              label: record.state === 'retiring' ? t.retireNow : t.revoke,
              dangerous: true,
              ...(may && isPublished(record) ? {} : { disabled: may ? t.over : t.mayNot }),
              onSelect: () => onStop(record),
            },
          ]}
        />
      ),
    },
  ];
}

function Until({ record }: { readonly record: SigningKeyRecord }) {
  const t = useText('signing');
  if (record.stateUntil === null) return <span className="quiet">{t.noEnd}</span>;
  return (
    <>
      {signs(record) ? t.signsUntil : t.listedUntil} <Moment iso={record.stateUntil} />
    </>
  );
}

/** Every key that signs, signs for each endpoint with RSA. */
function UsedBy({ record }: { readonly record: SigningKeyRecord }) {
  const t = useText('signing');
  const format = useFormat();
  const { data } = useQuery(signedEndpointsQuery(useClient()));
  if (!signs(record) || data === undefined) {
    return <span className="quiet">{signs(record) ? '' : t.notUsed}</span>;
  }
  const { endpoints, more } = data;
  if (endpoints.length === 1 && !more) return t.oneEndpoint;
  return t.endpoints(format.number(endpoints.length), more && endpoints.length < COUNTED_MAX);
}

/** The command for browsers without WebCrypto. */
const BY_OPENSSL = 'openssl pkey -pubin -in key.pem -outform der | openssl dgst -sha256 -c';

interface KeyDialogProps {
  readonly record: SigningKeyRecord;
  onClose(): void;
}

/**
 * One key to copy: its PEM, its address for
 * receivers, its fingerprint.
 */
function KeyDialog({ record, onClose }: KeyDialogProps) {
  const all = useText('signing');
  const t = all.details;
  const base = useBase();
  const { project } = useClient();
  const { kid, state, publicKey } = record;
  return (
    <Dialog
      title={t.title(kid)}
      size="large"
      onClose={onClose}
      foot={
        <Button size="sm" variant="default" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Facts>
        <Fact name={all.kid}>
          <span className="mono wrap">{kid}</span> <CopyButton text={kid} what={all.kid} />
        </Fact>
        <Fact name={all.state}>
          <StateBadge {...all.states[state]} tone={KEY_TONES[state]} />{' '}
          <span className="quiet">{all.states[state].meaning}</span>
        </Fact>
        <Fact name={t.fingerprint}>
          <Fingerprint pem={publicKey} />
        </Fact>
      </Facts>
      <CodeView label={t.pem} content={publicKey} plain />
      {isPublished(record) ? (
        <CodeView
          label={t.address}
          content={`${base}v1/projects/${project ?? ''}/signing-keys/${kid}.pem`}
          plain
        />
      ) : (
        <p className="quiet">{t.notPublished}</p>
      )}
    </Dialog>
  );
}

function Fingerprint({ pem }: { readonly pem: string }) {
  const t = useText('signing').details;
  const { data } = useQuery({
    queryKey: ['fingerprint', pem],
    queryFn: () => fingerprintOf(pem, globalThis.crypto.subtle),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return null;
  if (data === null) {
    return (
      <>
        <span className="quiet">{t.noFingerprint}</span>{' '}
        <code className="mono small wrap">{BY_OPENSSL}</code>
      </>
    );
  }
  return (
    <>
      <span className="mono small wrap">{data}</span>{' '}
      <CopyButton text={data} what={t.fingerprint} />
    </>
  );
}

interface RevokeDialogProps {
  readonly record: SigningKeyRecord;
  onClose(): void;
}

/**
 * Stops a key at once. It says what that does to receivers, which differs by state, and the key's
 * id has to be typed.
 */
function RevokeDialog({ record, onClose }: RevokeDialogProps) {
  const all = useText('signing');
  const t = all.revoking;
  const client = useClient();
  const { kid, state } = record;
  const retiring = state === 'retiring';
  const effect =
    state === 'active' ? `${t.active} ${t.activeMore}` : retiring ? t.retiring : t.next;
  const stop = async (): Promise<void> => {
    await client.post(`v1/signing-keys/${encodeURIComponent(kid)}/revoke`);
    await queryClient.invalidateQueries({ queryKey: ['signing-keys', client.project] });
    showToast({ text: t.done(kid) });
  };
  return (
    <ConfirmDialog
      title={retiring ? t.retireTitle : t.title}
      effect={effect}
      action={retiring ? t.retireAction : t.action}
      typeWord={kid}
      dangerous
      onConfirm={stop}
      onClose={onClose}
    >
      <p>
        <span className="mono wrap">{kid}</span> <CopyButton text={kid} what={all.kid} />
      </p>
    </ConfirmDialog>
  );
}
