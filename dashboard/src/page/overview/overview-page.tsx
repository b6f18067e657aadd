/**
 * How the project is doing in the range of the address: figures, charts, endpoints. A project
 * without calls shows its first steps instead of empty axes.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';
import { ChartsPlace } from '../../kit/chart/time-chart.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StatTilesPlace } from '../../kit/stat-tile.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { pinnedRange } from '../../range/range.ts';
import { type ChartRange, chartRange, rangeBefore } from './figure.ts';
import { FigureTiles } from './figure-tiles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HealthTable } from './health-table.tsx';
import './overview.css';
import { useLiveNowAndThen } from '../../live/use-live-queries.ts';
import { BacklogCharts, CallsChart, OverviewCharts, RunCharts } from './overview-charts.tsx';
import { figuresQuery, onboardingQuery } from './overview-query.ts';

const route = getRouteApi('/p/$project/overview');

export function Page() {
  const t = useText('overview');
  const range = useChartRange(route.useSearch().range ?? '24h');
  useLiveOverview();
  const { data: onboarding, isPending } = useQuery(onboardingQuery(useClient()));
  const isNew = onboarding?.steps.some(({ step, done }) => step === 'call' && !done) === true;
  return (
    <>
      <PageHead title={t.title} />
      <FirstSteps />
      {/* Asked for at once, but shown when it is known how high the steps above are. */}
      <div hidden={isPending}>
        {isNew ? <p className="quiet">{t.nothingYet}</p> : <Figures range={range} />}
        <HealthTable range={range} />
      </div>
    </>
  );
}

function Figures({ range }: { readonly range: ChartRange }) {
  const t = useText('overview');
  const client = useClient();
  const navigate = useNavigate();
  const query = useQuery(figuresQuery(client, range));
  const before = useQuery(figuresQuery(client, rangeBefore(range)));
  const stats = query.data;
  const onRange = (fromMs: number, toMs: number): void => {
    void navigate({
      to: '.',
      search: (search) => ({ ...search, range: pinnedRange(fromMs, toMs) }),
      resetScroll: false,
    });
  };
  return (
    <DataRegion
      title={t.figures}
      titleHidden
      plain
      region={regionOf(query)}
      place={<FiguresPlace />}
      empty={null}
    >
      {stats !== undefined && (
        <>
          <FigureTiles stats={stats} before={before.data} range={range} />
          <section className="region" aria-label={t.charts}>
            <div className="charts">
              <OverviewCharts stats={stats} onRange={onRange} />
              <CallsChart range={range} onRange={onRange} />
            </div>
            <BacklogCharts range={range} onRange={onRange} />
            <RunCharts range={range} onRange={onRange} />
          </section>
        </>
      )}
    </DataRegion>
  );
}

/** A placeholder as high as the tiles and charts that replace it. */
function FiguresPlace() {
  return (
    <>
      <StatTilesPlace count={5} />
      <section className="region">
        <ChartsPlace count={4} />
        <ChartsPlace count={2} />
      </section>
    </>
  );
}

/** Stays the same object until its next step begins. */
function useChartRange(range: string): ChartRange {
  const { fromMs, toMs, stepMs } = chartRange(range, useNow());
  return useMemo(() => ({ fromMs, toMs, stepMs }), [fromMs, toMs, stepMs]);
}

const PAUSE_MS = 1_500;
const NOUNS = [
  'calls',
  'deliveries',
  'endpoints',
  'issues',
  'inbox',
  'members',
  'api-keys',
  'acw-runs',
  'acw-results',
];

/**
 * Keeps the overview fresh: figures are asked for again when something happened, but only now and
 * then, since each answer counts over the whole range.
 */
function useLiveOverview(): void {
  useLiveNowAndThen(NOUNS, ['overview'], PAUSE_MS);
}
