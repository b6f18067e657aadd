/**
 * The trend of evaluations in the range of the address, of all evaluators or one: average score,
 * pass rate, and the criteria that failed most. Live, now and then.
 */
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EvaluationStatsReply } from '../../../../src/http/schema/trend.ts';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion, EmptyState, NoMatch } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useNow } from '../../kit/time/server-clock.ts';
import { useLiveNowAndThen } from '../../live/use-live-queries.ts';
import {
  type ChartRange,
  chartRange,
  type Delta,
  deltaOf,
  rangeBefore,
  stepQuery,
} from '../overview/figure.ts';
import './acw.css';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { Panel } from '../../kit/panel.tsx';
import { StatTile, StatTiles } from '../../kit/stat-tile.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { pinnedRange } from '../../range/range.ts';
import {
  averageScore,
  type CriterionFigures,
  countChart,
  failureShare,
  passRate,
  scoreChart,
} from './trend-figure.ts';

const route = getRouteApi('/p/$project/acw/trends');
const PAUSE_MS = 5_000;

export function Page() {
  const t = useText('trend');
  const client = useClient();
  const { range = '7d', agent } = route.useSearch();
  const steps = useSteps(range);
  const query = useQuery(trendQuery(client, steps, agent));
  const before = useQuery(trendQuery(client, rangeBefore(steps), agent));
  const format = useFormat();
  useLiveNowAndThen(['acw-results'], ['acw-results', client.project, 'trend'], PAUSE_MS);
  const { data: stats } = query;
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <AgentChoice agent={agent} />
      <DataRegion
        title={t.figures}
        titleHidden
        plain
        region={regionOf(query, {
          count: stats?.total.evaluations ?? 0,
          filtered: agent !== undefined,
          partial: stats?.complete === false,
        })}
        partial={stats !== undefined && t.notAll(format.full(stats.completeFrom))}
        rows={6}
        empty={<NoEvaluations />}
        noMatch={<NoMatchOf agent={agent ?? ''} />}
      >
        {stats !== undefined && <TrendContent stats={stats} before={before.data} />}
      </DataRegion>
    </>
  );
}

function trendQuery(client: Client, range: ChartRange, agent: string | undefined) {
  const query = { ...stepQuery(range), acwAgentId: agent };
  return queryOptions({
    queryKey: ['acw-results', client.project, 'trend', query],
    queryFn: ({ signal }) =>
      client.get<EvaluationStatsReply>('v1/stats/evaluations', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: PAUSE_MS,
  });
}

/** Stays the same object until its next step begins. */
function useSteps(range: string): ChartRange {
  const { fromMs, toMs, stepMs } = chartRange(range, useNow());
  return useMemo(() => ({ fromMs, toMs, stepMs }), [fromMs, toMs, stepMs]);
}

function AgentChoice({ agent = '' }: { readonly agent: string | undefined }) {
  const t = useText('trend');
  const navigate = useNavigate();
  const evaluators = [...useEndpoints().values()].filter(
    ({ kind }) => kind === 'builtin-evaluator',
  );
  const known = evaluators.some(({ id }) => id === agent);
  const options = [
    { value: '', label: t.allAgents },
    ...evaluators.map(({ id, name }) => ({ value: id, label: name })),
    // Deleted since, and still in the address.
    ...(agent === '' || known ? [] : [{ value: agent, label: agent }]),
  ];
  const choose = (chosen: string): void => {
    void navigate({
      to: '.',
      search: (search) => ({ ...search, agent: chosen === '' ? undefined : chosen }),
      resetScroll: false,
    });
  };
  return (
    <NativeSelect
      label={t.agent}
      value={agent}
      data={options}
      className="trend-agent"
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

function NoEvaluations() {
  const t = useText('trend');
  const project = useClient().project ?? '';
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        <Link
          to="/p/$project/endpoints/new"
          params={{ project }}
          search={{ kind: 'builtin-evaluator' }}
        >
          {t.create}
        </Link>
      }
    >
      <p>{t.empty}</p>
    </EmptyState>
  );
}

function NoMatchOf({ agent }: { readonly agent: string }) {
  const t = useText('trend');
  const name = useEndpoints().get(agent)?.name ?? agent;
  const navigate = useNavigate();
  const clear = (): void => {
    void navigate({ to: '.', search: (search) => ({ ...search, agent: undefined }) });
  };
  return (
    <NoMatch
      title={t.noMatch}
      filters={[{ id: 'agent', label: `${t.agent}: ${name}`, onRemove: clear }]}
      onClear={clear}
    />
  );
}

interface TrendContentProps {
  readonly stats: EvaluationStatsReply;
  /** The figures of the range before; undefined until they have arrived. */
  readonly before: EvaluationStatsReply | undefined;
}

/**
 * A trend as tiles, each compared with the range before, charts, and the criteria that failed most
 * with links to their scorecards.
 */
function TrendContent({ stats, before }: TrendContentProps) {
  return (
    <>
      <Tiles stats={stats} before={before} />
      <Charts stats={stats} />
      <Criteria criteria={stats.criteria} />
    </>
  );
}

function Tiles({ stats: { total }, before }: TrendContentProps) {
  const { tile: t } = useText('trend');
  const { delta } = useText('overview');
  const format = useFormat();
  const past = before?.total ?? null;
  const share = {
    show: format.percent,
    percent: format.percent,
    better: 'more',
    t: delta,
  } as const;
  const [average, rate] = [averageScore(total), passRate(total)];
  const unscored = total.evaluations - total.judged;
  return (
    <StatTiles>
      <StatTile
        name={t.average}
        value={average === null ? null : format.percent(average)}
        note={t.scored(total.judged)}
        {...given(
          deltaOf(average, past === null ? null : averageScore(past), { ...share, points: true }),
        )}
      />
      <StatTile
        name={t.passRate}
        value={rate === null ? null : format.percent(rate)}
        note={t.passed(total.passed, total.judged)}
        {...given(deltaOf(rate, past === null ? null : passRate(past), { ...share, points: true }))}
      />
      <StatTile
        name={t.evaluations}
        value={format.number(total.evaluations)}
        note={unscored === 0 ? t.allScored : t.noScore(unscored)}
        {...given(
          deltaOf(total.evaluations, past?.evaluations ?? null, {
            ...share,
            show: format.number,
            better: null,
          }),
        )}
      />
    </StatTiles>
  );
}

function given(delta: Delta | undefined): { readonly delta: Delta } | object {
  return delta === undefined ? {} : { delta };
}

function Charts({ stats: { steps } }: { readonly stats: EvaluationStatsReply }) {
  const { chart: t, charts } = useText('trend');
  const navigate = useNavigate();
  const scores = useMemo(() => scoreChart(steps, t), [steps, t]);
  const counts = useMemo(() => countChart(steps, t), [steps, t]);
  const onRange = (fromMs: number, toMs: number): void => {
    void navigate({
      to: '.',
      search: (search) => ({ ...search, range: pinnedRange(fromMs, toMs) }),
      resetScroll: false,
    });
  };
  return (
    <section className="region" aria-label={charts}>
      <div className="charts">
        <TimeChart title={t.scores} data={scores} unit="share" onRange={onRange} />
        <TimeChart title={t.counts} data={counts} unit="count" onRange={onRange} />
      </div>
    </section>
  );
}

function Criteria({ criteria }: { readonly criteria: readonly CriterionFigures[] }) {
  const { criteria: t } = useText('trend');
  const columns = useCriterionColumns();
  return (
    <Panel title={t.title}>
      {criteria.length === 0 ? (
        <p className="quiet">{t.none}</p>
      ) : (
        <DataTable
          caption={t.listed}
          columns={columns}
          rows={criteria}
          rowId={({ scorecardId, criterionId }) => `${scorecardId}/${criterionId}`}
        />
      )}
    </Panel>
  );
}

function useCriterionColumns(): readonly Column<CriterionFigures>[] {
  const { criteria: t } = useText('trend');
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(
    () => [
      {
        id: 'criterion',
        head: t.criterion,
        as: 'link',
        cell: ({ scorecardId, criterionId, question }) => (
          <Link
            to="/p/$project/acw/scorecards/$scorecardId"
            params={{ project, scorecardId }}
            className="whole-question"
            {...ROW_LINK}
          >
            {question ?? t.gone(criterionId)}
          </Link>
        ),
      },
      {
        id: 'share',
        head: t.share,
        as: 'state',
        sorted: 'descending',
        cell: (row) => (
          <>
            {format.percent(failureShare(row))}{' '}
            <span className="quiet small">{t.of(row.failed, row.failed + row.passed)}</span>
          </>
        ),
      },
      {
        id: 'unknown',
        head: t.unknown,
        as: 'number',
        cell: ({ unknown }) => format.number(unknown),
      },
    ],
    [t, format, project],
  );
}
