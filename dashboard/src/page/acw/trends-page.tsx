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
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useNow } from '../../kit/time/ticker.ts';
import { useLiveNowAndThen } from '../../live/use-live-now-and-then.ts';
import { type ChartRange, chartRange, rangeBefore, stepQuery } from '../overview/chart-step.ts';
import './acw.css';
import { trendText } from './text.ts';
import { TrendContent } from './trend-content.tsx';

const route = getRouteApi('/p/$project/acw/trends');
const PAUSE_MS = 5_000;

export function Page() {
  const t = useText(trendText);
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
  const t = useText(trendText);
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
  const t = useText(trendText);
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
  const t = useText(trendText);
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
