/**
 * How each endpoint is doing in the range: its state in a word, a line of what it took, success,
 * time, what waits, and when it last took something. Those that need an operator stand first.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { failingIn, successShare } from '../../word/delivery-figure.ts';
import { endpointStateOf, endpointWord } from '../../word/endpoint-state.ts';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import type { ChartRange } from './figure.ts';
import { type EndpointStats, healthQuery } from './overview-query.ts';

export function HealthTable({ range }: { readonly range: ChartRange }) {
  const { endpoints: t } = useText('overview');
  const client = useClient();
  const query = useQuery(healthQuery(client, range));
  const columns = useHealthColumns(query.data?.to);
  const rows = useMemo(
    () => [...(query.data?.endpoints ?? [])].sort((one, other) => urgency(other) - urgency(one)),
    [query.data],
  );
  return (
    <DataRegion
      title={t.title}
      region={regionOf(query, { count: rows.length })}
      empty={
        <EmptyState
          title={t.emptyTitle}
          action={
            <Link to="/p/$project/endpoints/new" params={{ project: client.project ?? '' }}>
              {t.create}
            </Link>
          }
        >
          <p>{t.empty}</p>
        </EmptyState>
      }
    >
      <DataTable
        caption={t.listed}
        columns={columns}
        rows={rows}
        rowId={({ endpointId }) => endpointId}
        rowName={({ name }) => name}
      />
    </DataRegion>
  );
}

const ORDER: readonly string[] = ['healthy', 'untried', 'disabled', 'held', 'failing', 'attention'];

function urgency(endpoint: EndpointStats): number {
  return ORDER.indexOf(endpointStateOf(endpoint)) * 1_000_000 + Math.min(endpoint.backlog, 999_999);
}

/** `to`: the end of the time that the figures are of. */
function useHealthColumns(to = ''): readonly Column<EndpointStats>[] {
  const { endpoints: t } = useText('overview');
  const { kind: kinds } = useText('word');
  const format = useFormat();
  const project = useClient().project ?? '';
  const nowMs = useNow();
  return useMemo(
    () => [
      {
        id: 'name',
        head: t.name,
        as: 'link',
        cell: ({ endpointId, name, kind }) => (
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId }}
            className="with-icon"
            title={kinds[kind]}
            {...ROW_LINK}
          >
            <KindIcon kind={kind} />
            <span className="row-name">{name}</span>
          </Link>
        ),
      },
      { id: 'state', head: t.state, as: 'state', cell: (row) => <HealthState row={row} /> },
      {
        id: 'line',
        head: t.line,
        as: 'minor',
        cell: ({ name, line, delivered, failed, failing }) => (
          <Sparkline
            values={line.delivered}
            label={t.lineOf(name, delivered)}
            tone={failed + failing > delivered ? 'bad' : 'good'}
          />
        ),
      },
      {
        id: 'success',
        head: t.success,
        as: 'number',
        cell: (row) =>
          shown(successShare(row, failingIn({ to, failing: row.failing }, nowMs)), format.percent),
      },
      {
        id: 'p95',
        head: t.p95,
        as: 'number',
        cell: ({ latencyMs }) => shown(latencyMs?.p95 ?? null, format.duration),
      },
      {
        id: 'waiting',
        head: t.waiting,
        as: 'number',
        cell: ({ backlog }) => format.number(backlog),
      },
      {
        id: 'last',
        head: t.last,
        as: 'when',
        cell: ({ lastSuccessAt }) =>
          lastSuccessAt === null ? (
            <span className="quiet">{t.never}</span>
          ) : (
            <Moment iso={lastSuccessAt} />
          ),
      },
    ],
    [t, kinds, format, project, to, nowMs],
  );
}

function shown(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

/** Uses the words of the endpoint's own page; the figures do not say when a hold ends. */
function HealthState({ row }: { readonly row: EndpointStats }) {
  const t = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  const { enabled, disabledReason, health, attention, lastSuccessAt } = row;
  const known = {
    enabled,
    disabledReason,
    health: {
      state: health,
      holdUntil: null,
      consecutiveFailures: 0,
      lastSuccessAt,
      attentionSince: attention ? (lastSuccessAt ?? '') : null,
    },
  };
  return <StateBadge {...endpointWord(known, { t, format, nowMs })} />;
}
