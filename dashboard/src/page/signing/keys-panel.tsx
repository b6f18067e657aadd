/**
 * The keys as a list: state, times, how many endpoints their signatures go to; and where receivers
 * find the public halves.
 */

import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../api/endpoint-record.ts';
import type { Page } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/menu.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useBase } from '../endpoint/use-base.ts';
import { jwksUrl } from './fill-snippet.ts';
import { KeyDialog } from './key-dialog.tsx';
import { isPublished, KEY_TONES, signs } from './key-state.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { COUNTED_MAX, signedEndpointsQuery } from './signed-endpoint.ts';
import { signingText } from './text.ts';

export interface KeysPanelProps {
  readonly query: UseQueryResult<Page<SigningKeyRecord>>;
  /** The button of the page, again where there is no key. */
  readonly rotate: ReactNode;
}

export function KeysPanel({ query, rotate }: KeysPanelProps) {
  const t = useText(signingText);
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
  const t = useText(signingText);
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
  const t = useText(signingText);
  if (record.stateUntil === null) return <span className="quiet">{t.noEnd}</span>;
  return (
    <>
      {signs(record) ? t.signsUntil : t.listedUntil} <Moment iso={record.stateUntil} />
    </>
  );
}

/** Every key that signs, signs for each endpoint with RSA. */
function UsedBy({ record }: { readonly record: SigningKeyRecord }) {
  const t = useText(signingText);
  const format = useFormat();
  const { data } = useQuery(signedEndpointsQuery(useClient()));
  if (!signs(record) || data === undefined) {
    return <span className="quiet">{signs(record) ? '' : t.notUsed}</span>;
  }
  const { endpoints, more } = data;
  if (endpoints.length === 1 && !more) return t.oneEndpoint;
  return t.endpoints(format.number(endpoints.length), more && endpoints.length < COUNTED_MAX);
}
