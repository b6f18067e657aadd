/**
 * One endpoint at a glance: warnings, figures of the last day, and its settings in words. Figures
 * count real deliveries only, no tests.
 */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-context.tsx';
import { statsQuery } from '../../../api/endpoint-act.ts';
import type { StatsReply } from '../../../api/endpoint-record.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { ChartsPlace } from '../../../kit/chart/charts-place.tsx';
import type { ChartData } from '../../../kit/chart/series.ts';
import { TimeChart } from '../../../kit/chart/time-chart.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { StatTile, StatTiles, StatTilesPlace } from '../../../kit/stat-tile.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { useLiveQueries } from '../../../live/use-live-queries.ts';
import { attemptShare, firstTryShare, successShare } from '../../../word/delivery-figure.ts';
import { wordText } from '../../../word/text.ts';
import { endpointText } from '../text.ts';
import { AgentResults } from './agent-results.tsx';
import { SettingFacts } from './setting-facts.tsx';

/** 48 steps of the last 24 hours. */
const STEP_S = 1_800;

export function OverviewTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText(endpointText);
  const client = useClient();
  const query = useQuery(statsQuery(client, { endpointId: endpoint.id, step: STEP_S }));
  useLiveQueries(['deliveries'], ['deliveries', client.project, 'stats']);
  return (
    <>
      {endpoint.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" icon={<Icon name="warn" />} mb="sm">
          {warning}
        </Alert>
      ))}
      <DataRegion
        title={t.figures}
        region={regionOf(query)}
        place={
          <>
            <StatTilesPlace count={4} />
            <ChartsPlace count={1} />
          </>
        }
        empty={null}
      >
        {query.data !== undefined && (
          <>
            <Figures stats={query.data} />
            <Chart stats={query.data} />
          </>
        )}
      </DataRegion>
      {endpoint.kind === 'self-provided-agent' && <AgentResults agentId={endpoint.id} />}
      <SettingFacts endpoint={endpoint} />
    </>
  );
}

function Figures({ stats }: { readonly stats: StatsReply }) {
  const t = useText(endpointText).tile;
  const { figure } = useText(wordText);
  const format = useFormat();
  const { total, backlog, failing, oldestOpenAt } = stats;
  const share = successShare(total, failing);
  const firstTry = firstTryShare(total, failing);
  const attempts = attemptShare(total);
  const { latencyMs } = total;
  return (
    <StatTiles>
      <StatTile
        name={t.delivered}
        value={format.number(total.delivered)}
        note={figure.ended(total.failed, failing)}
      />
      <StatTile
        name={t.success}
        value={share === null ? null : format.percent(share)}
        note={
          firstTry === null || attempts === null
            ? figure.noTraffic
            : figure.shares(format.percent(firstTry), format.percent(attempts))
        }
      />
      <StatTile
        name={t.latency}
        value={latencyMs === null ? null : format.duration(latencyMs.p95)}
        note={latencyMs === null ? undefined : t.p50(format.duration(latencyMs.p50))}
      />
      <StatTile
        name={t.backlog}
        value={format.number(backlog)}
        note={
          oldestOpenAt !== null && (
            <>
              {t.oldest} <Moment iso={oldestOpenAt} />
            </>
          )
        }
      />
    </StatTiles>
  );
}

function Chart({ stats }: { readonly stats: StatsReply }) {
  const t = useText(endpointText);
  const { steps } = stats;
  const data: ChartData = {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: [
      {
        ...{ id: 'delivered', name: t.series.delivered, tone: 'good', stacked: true },
        values: steps.map(({ delivered }) => delivered),
      },
      {
        ...{ id: 'failed', name: t.series.failed, tone: 'bad', stacked: true },
        values: steps.map(({ failed }) => failed),
      },
    ],
  };
  return <TimeChart title={t.chart} data={data} unit="count" />;
}
