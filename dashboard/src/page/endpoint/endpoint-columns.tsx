/**
 * The columns of the list of endpoints.
 * What is not known is a dash, never a zero.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { EndpointRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Menu, type MenuAction } from '../../kit/menu.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { successShare } from '../../word/delivery-figure.ts';
import { endpointWord } from '../../word/endpoint-state.ts';
import { type EndpointAct, EndpointActDialog } from './endpoint-act-dialog.tsx';
import type { EndpointRow } from './endpoint-row.ts';
import { KindIcon } from './kind-icon.tsx';

export function useEndpointColumns(): readonly Column<EndpointRow>[] {
  const t = useText('endpoint');
  const words = useText('word');
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(() => {
    const { column } = t;
    return [
      {
        id: 'name',
        head: column.name,
        as: 'link',
        cell: ({ endpoint }) => (
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId: endpoint.id, tab: undefined }}
            {...ROW_LINK}
          >
            {endpoint.name}
          </Link>
        ),
      },
      {
        id: 'state',
        head: column.state,
        as: 'state',
        cell: ({ endpoint }) => <EndpointBadge endpoint={endpoint} />,
      },
      {
        id: 'kind',
        head: column.kind,
        as: 'quiet',
        cell: ({ endpoint }) => (
          <span className="with-icon">
            <KindIcon kind={endpoint.kind} />
            {words.kind[endpoint.kind]}
          </span>
        ),
      },
      {
        id: 'line',
        head: column.line,
        as: 'minor',
        cell: (row) => <Course row={row} />,
      },
      {
        id: 'success',
        head: column.success,
        as: 'number',
        cell: ({ figures }) =>
          shareText(figures === null ? null : successShare(figures, figures.failing), format),
      },
      {
        id: 'latency',
        head: column.latency,
        as: 'number',
        cell: ({ figures }) =>
          figures?.latencyMs == null ? '–' : format.duration(figures.latencyMs.p95),
      },
      {
        id: 'backlog',
        head: column.backlog,
        as: 'number',
        cell: ({ figures }) => (figures === null ? '–' : format.number(figures.backlog)),
      },
      {
        id: 'last',
        head: column.last,
        as: 'when',
        cell: ({ endpoint: { health } }) =>
          health.lastSuccessAt === null ? t.never : <Moment iso={health.lastSuccessAt} />,
      },
      {
        id: 'actions',
        head: <span className="unseen">{column.actions}</span>,
        as: 'minor',
        cell: ({ endpoint }) => <EndpointMenu endpoint={endpoint} />,
      },
    ];
  }, [t, words, format, project]);
}

function shareText(share: number | null, format: Format): string {
  return share === null ? '–' : format.percent(share);
}

interface BadgeProps {
  readonly endpoint: EndpointRecord;
  readonly filled?: boolean;
}

export function EndpointBadge({ endpoint, filled = false }: BadgeProps) {
  const t = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  return <StateBadge {...endpointWord(endpoint, { t, format, nowMs })} filled={filled} />;
}

function Course({ row: { figures } }: { readonly row: EndpointRow }) {
  const t = useText('endpoint');
  const format = useFormat();
  if (figures === null) return '–';
  const { line, made, failed, failing, delivered } = figures;
  return (
    <Sparkline
      values={line.made}
      label={t.line(format.number(made), format.number(failed))}
      tone={failed + failing > 0 ? 'bad' : delivered > 0 ? 'good' : 'busy'}
    />
  );
}

/**
 * The actions on an endpoint as a menu: an action that the role or the state does not allow stays
 * in it and says why.
 */
export function EndpointMenu({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText('endpoint');
  const { more } = useText('kit').table;
  const [act, setAct] = useState<EndpointAct | null>(null);
  const navigate = useNavigate();
  const project = useClient().project ?? '';
  const mayChange = useMay('endpoints:write');
  const maySwitch = useMay('deliveries:write');
  const operators = maySwitch ? {} : { disabled: t.onlyOperators };
  const off = !endpoint.enabled;
  const held = endpoint.health.state === 'held';
  const actions: readonly MenuAction[] = [
    {
      id: 'test',
      label: t.tab.test,
      onSelect: () =>
        void navigate({
          to: '/p/$project/endpoints/$endpointId/{-$tab}',
          params: { project, endpointId: endpoint.id, tab: 'test' },
        }),
    },
    off
      ? { id: 'enable', label: t.enable, onSelect: () => setAct('enable'), ...operators }
      : { id: 'disable', label: t.disable, onSelect: () => setAct('disable'), ...operators },
    ...(held && !off
      ? [{ id: 'end-hold', label: t.endHold, onSelect: () => setAct('end-hold'), ...operators }]
      : []),
    {
      id: 'recover',
      label: t.recover,
      onSelect: () => setAct('recover'),
      ...(off ? { disabled: t.recoverWhenOn } : operators),
    },
    {
      id: 'remove',
      label: t.remove,
      dangerous: true,
      onSelect: () => setAct('remove'),
      ...(mayChange ? {} : { disabled: t.onlyAdmins }),
    },
  ];
  return (
    <>
      <Menu label={`${more}: ${endpoint.name}`} button={<Icon name="more" />} actions={actions} />
      {act !== null && (
        <EndpointActDialog act={act} endpoint={endpoint} onClose={() => setAct(null)} />
      )}
    </>
  );
}
