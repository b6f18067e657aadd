/**
 * The columns of the list of endpoints.
 * What is not known is a dash, never a zero.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/ticker.ts';
import { successShare } from '../../word/delivery-figure.ts';
import { endpointWord } from '../../word/endpoint-state.ts';
import { wordText } from '../../word/text.ts';
import { EndpointMenu } from './endpoint-menu.tsx';
import type { EndpointRow } from './endpoint-row.ts';
import { KindIcon } from './kind-icon.tsx';
import { endpointText } from './text.ts';

export function useEndpointColumns(): readonly Column<EndpointRow>[] {
  const t = useText(endpointText);
  const words = useText(wordText);
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
  const t = useText(wordText);
  const format = useFormat();
  const nowMs = useNow();
  return <StateBadge {...endpointWord(endpoint, { t, format, nowMs })} filled={filled} />;
}

function Course({ row: { figures } }: { readonly row: EndpointRow }) {
  const t = useText(endpointText);
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
