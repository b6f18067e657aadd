/**
 * The charts of the range: deliveries, success, latency and calls. A drag over one of them makes
 * what was drawn over the range of the page.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { StatsReply } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import type { ChartData, ChartUnit } from '../../kit/chart/series.ts';
import { ChartsPlace, TimeChart } from '../../kit/chart/time-chart.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type ChartRange, callChart, deliveryChart, latencyChart, successChart } from './figure.ts';
import { backlogQuery, callStatsQuery, runStatsQuery } from './overview-query.ts';
import { backlogChart, oldestChart, runChart, runTimeChart } from './trend-figure.ts';

interface OverviewChartsProps {
  readonly stats: StatsReply;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

export function OverviewCharts({ stats, onRange }: OverviewChartsProps) {
  const { chart: t } = useText('overview');
  const deliveries = useMemo(() => deliveryChart(stats, t), [stats, t]);
  const success = useMemo(() => successChart(stats, t), [stats, t]);
  const latency = useMemo(() => latencyChart(stats), [stats]);
  const charts: ReadonlyArray<readonly [string, ChartData, ChartUnit]> = [
    [t.deliveries, deliveries, 'count'],
    [t.success, success, 'share'],
    [t.latency, latency, 'duration'],
  ];
  return charts.map(([title, data, unit]) => (
    <TimeChart key={title} title={title} data={data} unit={unit} onRange={onRange} />
  ));
}

interface CallsChartProps {
  readonly range: ChartRange;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

export function CallsChart({ range, onRange }: CallsChartProps) {
  const { chart: t, status, callFigures } = useText('overview');
  const format = useFormat();
  const query = useQuery(callStatsQuery(useClient(), range));
  const { data: stats } = query;
  const data = useMemo(() => callChart(stats?.steps ?? [], status), [stats, status]);
  return (
    <DataRegion
      title={callFigures}
      titleHidden
      plain
      region={regionOf(query, { partial: stats?.complete === false })}
      place={<ChartsPlace count={1} />}
      partial={stats !== undefined && t.notAll(format.full(stats.completeFrom))}
      empty={null}
    >
      {stats !== undefined && (
        <TimeChart title={t.calls} data={data} unit="count" onRange={onRange} />
      )}
    </DataRegion>
  );
}

/**
 * The charts of what waited, and of runs of agents. Each asks for itself, so that one that fails
 * takes no other along. A project whose agents did not run shows none of their charts.
 */
export function BacklogCharts({ range, onRange }: CallsChartProps) {
  const { chart: t, backlogFigures } = useText('overview');
  const query = useQuery(backlogQuery(useClient(), range));
  const steps = query.data?.steps;
  const [waiting, oldest] = useMemo(
    () => [backlogChart(steps ?? [], t), oldestChart(steps ?? [], t)],
    [steps, t],
  );
  return (
    <DataRegion
      title={backlogFigures}
      titleHidden
      plain
      region={regionOf(query)}
      place={<ChartsPlace count={2} />}
      empty={null}
    >
      {steps !== undefined && (
        <div className="charts">
          <TimeChart title={t.waiting} data={waiting} unit="count" onRange={onRange} />
          <TimeChart title={t.oldest} data={oldest} unit="duration" onRange={onRange} />
        </div>
      )}
    </DataRegion>
  );
}

export function RunCharts({ range, onRange }: CallsChartProps) {
  const { chart: t, runFigures } = useText('overview');
  const format = useFormat();
  const query = useQuery(runStatsQuery(useClient(), range));
  const { data: stats } = query;
  const [ended, took] = useMemo(
    () => [runChart(stats?.steps ?? [], t), runTimeChart(stats?.steps ?? [])],
    [stats, t],
  );
  if (stats !== undefined && stats.total.succeeded + stats.total.failed === 0) return null;
  return (
    <DataRegion
      title={runFigures}
      titleHidden
      plain
      region={regionOf(query, { partial: stats?.complete === false })}
      place={<ChartsPlace count={2} />}
      partial={stats !== undefined && t.notAllRuns(format.full(stats.completeFrom))}
      empty={null}
    >
      {stats !== undefined && (
        <div className="charts">
          <TimeChart title={t.runs} data={ended} unit="count" onRange={onRange} />
          <TimeChart title={t.runTime} data={took} unit="duration" onRange={onRange} />
        </div>
      )}
    </DataRegion>
  );
}
