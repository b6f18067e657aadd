/**
 * The charts of the range: deliveries, success, latency and calls. A drag over one of them makes
 * what was drawn over the range of the page.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { StatsReply } from '../../api/endpoint-record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import type { ChartUnit } from '../../kit/chart/axis.ts';
import { ChartsPlace } from '../../kit/chart/charts-place.tsx';
import type { ChartData } from '../../kit/chart/series.ts';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import type { ChartRange } from './chart-step.ts';
import { callChart, deliveryChart, latencyChart, successChart } from './figure.ts';
import { callStatsQuery } from './overview-query.ts';
import { overviewText } from './text.ts';

export interface OverviewChartsProps {
  readonly stats: StatsReply;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

export function OverviewCharts({ stats, onRange }: OverviewChartsProps) {
  const { chart: t } = useText(overviewText);
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

export interface CallsChartProps {
  readonly range: ChartRange;
  readonly onRange: (fromMs: number, toMs: number) => void;
}

export function CallsChart({ range, onRange }: CallsChartProps) {
  const { chart: t, status, callFigures } = useText(overviewText);
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
