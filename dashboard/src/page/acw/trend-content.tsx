/**
 * A trend as tiles, each compared with the range before, charts, and the criteria that failed most
 * with links to their scorecards.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EvaluationStatsReply } from '../../../../src/http/schema/trend.ts';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { TimeChart } from '../../kit/chart/time-chart.tsx';
import { Panel } from '../../kit/panel.tsx';
import { StatTile, StatTiles } from '../../kit/stat-tile.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { pinnedRange } from '../../range/range.ts';
import { type Delta, deltaOf } from '../overview/figure.ts';
import { overviewText } from '../overview/text.ts';
import { trendText } from './text.ts';
import {
  averageScore,
  type CriterionFigures,
  countChart,
  failureShare,
  passRate,
  scoreChart,
} from './trend-figure.ts';

export interface TrendContentProps {
  readonly stats: EvaluationStatsReply;
  /** Of the range before; undefined until it came. */
  readonly before: EvaluationStatsReply | undefined;
}

export function TrendContent({ stats, before }: TrendContentProps) {
  return (
    <>
      <Tiles stats={stats} before={before} />
      <Charts stats={stats} />
      <Criteria criteria={stats.criteria} />
    </>
  );
}

function Tiles({ stats: { total }, before }: TrendContentProps) {
  const { tile: t } = useText(trendText);
  const { delta } = useText(overviewText);
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
            ...{ ...share, show: format.number, better: null },
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
  const { chart: t, charts } = useText(trendText);
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
  const { criteria: t } = useText(trendText);
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
  const { criteria: t } = useText(trendText);
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(
    () => [
      {
        ...{ id: 'criterion', head: t.criterion, as: 'link' },
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
        ...{ id: 'share', head: t.share, as: 'state', sorted: 'descending' },
        cell: (row) => (
          <>
            {format.percent(failureShare(row))}{' '}
            <span className="quiet small">{t.of(row.failed, row.failed + row.passed)}</span>
          </>
        ),
      },
      {
        ...{ id: 'unknown', head: t.unknown, as: 'number' },
        cell: ({ unknown }) => format.number(unknown),
      },
    ],
    [t, format, project],
  );
}
