/**
 * The figures of the range as tiles, each compared with the range before, the backlog with what was
 * seen first in the range. What was not counted is
 * a dash, never a zero.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import type { StatsReply } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { StatTile, StatTiles } from '../../kit/stat-tile.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { attemptShare, failingIn, successShare } from '../../word/delivery-figure.ts';
import { type ChartRange, deltaOf } from './figure.ts';
import { backlogQuery, openIssuesQuery } from './overview-query.ts';
import { backlogAtBegin } from './trend-figure.ts';

export interface FigureTilesProps {
  readonly stats: StatsReply;
  /** The figures of the range before; undefined until they have arrived. */
  readonly before: StatsReply | undefined;
  readonly range: ChartRange;
}

export function FigureTiles({ stats, before, range }: FigureTilesProps) {
  const { total, backlog, oldestOpenAt } = stats;
  const { tile: t, delta, atBegin } = useText('overview');
  const { figure } = useText('word');
  const format = useFormat();
  const nowMs = useNow();
  const past = before?.total ?? null;
  const common = { percent: format.percent, t: delta };
  const failing = failingIn(stats, nowMs);
  const success = successShare(total, failing);
  const attempts = attemptShare(total);
  const median = total.latencyMs?.p50 ?? null;
  const { data: seen } = useQuery(backlogQuery(useClient(), range));
  const deltas = {
    backlog: deltaOf(backlog, seen === undefined ? null : backlogAtBegin(seen.steps), {
      ...common,
      show: format.number,
      better: 'less',
      t: atBegin,
    }),
    delivered: deltaOf(total.delivered, past?.delivered ?? null, {
      ...common,
      show: format.number,
      better: null,
    }),
    success: deltaOf(success, past === null ? null : successShare(past), {
      ...common,
      show: format.percent,
      better: 'more',
      points: true,
    }),
    latency: deltaOf(median, past?.latencyMs?.p50 ?? null, {
      ...common,
      show: format.duration,
      better: 'less',
    }),
  };
  return (
    <StatTiles>
      <StatTile
        name={t.delivered}
        value={format.number(total.delivered)}
        note={figure.ended(total.failed, failing)}
        {...given(deltas.delivered)}
      />
      <StatTile
        name={t.success}
        value={success === null ? null : format.percent(success)}
        note={attempts === null ? figure.noTraffic : figure.ofAttempts(format.percent(attempts))}
        {...given(deltas.success)}
      />
      <StatTile
        name={t.latency}
        value={median === null ? null : format.duration(median)}
        note={total.latencyMs === null ? '' : t.p95(format.duration(total.latencyMs.p95))}
        {...given(deltas.latency)}
      />
      <StatTile
        name={t.backlog}
        value={format.number(backlog)}
        note={
          oldestOpenAt === null ? t.nothingWaits : t.oldest(format.relative(oldestOpenAt, nowMs))
        }
        {...given(deltas.backlog)}
      />
      <IssueTile />
    </StatTiles>
  );
}

function given<Delta>(delta: Delta | undefined): { readonly delta: Delta } | object {
  return delta === undefined ? {} : { delta };
}

function IssueTile() {
  const { tile: t } = useText('overview');
  const format = useFormat();
  const client = useClient();
  const { data: open } = useQuery(openIssuesQuery(client));
  const link = (
    <Link
      to="/p/$project/issues"
      params={{ project: client.project ?? '' }}
      search={{ status: ['open'] }}
    >
      {t.look}
    </Link>
  );
  return (
    <StatTile
      name={t.issues}
      value={open === undefined ? null : format.number(open)}
      note={open === undefined ? '' : open === 0 ? t.noIssues : link}
    />
  );
}
