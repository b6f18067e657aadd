/**
 * One endpoint at a glance: warnings, figures of the last day, and its settings in words. Figures
 * count real deliveries only, no tests.
 */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import type { StatsReply } from '../../../api/endpoint.ts';
import { statsQuery } from '../../../api/endpoint-act.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText, type Words } from '../../../i18n/words.ts';
import type { ChartData } from '../../../kit/chart/series.ts';
import { ChartsPlace, TimeChart } from '../../../kit/chart/time-chart.tsx';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Fact, Facts, Panel } from '../../../kit/panel.tsx';
import { DataRegion } from '../../../kit/region/data-region.tsx';
import { regionOf } from '../../../kit/region/region.ts';
import { StatTile, StatTiles, StatTilesPlace } from '../../../kit/stat-tile.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { useLiveQueries } from '../../../live/use-live-queries.ts';
import { attemptShare, firstTryShare, successShare } from '../../../word/delivery-figure.ts';
import { LatestAlerts } from '../../alert/alert-list.tsx';
import { useAlertWords } from '../../alert/alert-query.ts';
import { FirstResult, useAgentAnswers } from '../agent-first-result.tsx';
import { isBuiltIn } from '../form/endpoint-draft.ts';
import { filterWords } from '../form/filter-panel.tsx';
import { resultCurl } from '../form/result-curl.ts';
import { useBase } from '../use-base.ts';

/** 48 steps of the last 24 hours. */
const STEP_S = 1_800;

export function OverviewTab({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText('endpoint');
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
      <LatestAlerts endpointId={endpoint.id} />
      {endpoint.kind === 'self-provided-agent' && <AgentResults agentId={endpoint.id} />}
      <SettingFacts endpoint={endpoint} />
    </>
  );
}

function Figures({ stats }: { readonly stats: StatsReply }) {
  const t = useText('endpoint').tile;
  const { figure } = useText('word');
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
  const t = useText('endpoint');
  const { steps } = stats;
  const data: ChartData = {
    timesMs: steps.map(({ from }) => Date.parse(from)),
    series: [
      {
        id: 'delivered',
        name: t.series.delivered,
        tone: 'good',
        stacked: true,
        values: steps.map(({ delivered }) => delivered),
      },
      {
        id: 'failed',
        name: t.series.failed,
        tone: 'bad',
        stacked: true,
        values: steps.map(({ failed }) => failed),
      },
    ],
  };
  return <TimeChart title={t.chart} data={data} unit="count" />;
}

/**
 * How a self-provided agent is doing at a glance: its first result, awaited live, the request by
 * which it posts one, until it did, and the way to all its runs.
 */
function AgentResults({ agentId }: { readonly agentId: string }) {
  const t = useText('endpoint');
  const project = useClient().project ?? '';
  const base = useBase();
  const answers = useAgentAnswers(agentId);
  const { answer, waiting } = answers;
  return (
    <Panel
      title={t.answer.title}
      tools={
        <Link to="/p/$project/acw/runs" params={{ project }} search={{ agent: agentId }}>
          {t.results}
        </Link>
      }
    >
      <FirstResult answers={answers} />
      {answer === null && (
        <>
          <p className="quiet small">{waiting === null ? t.answer.byHand : t.answer.ready}</p>
          <CodeView
            label={t.answer.curl}
            content={resultCurl({ base, token: null, agentId, run: waiting })}
            plain
          />
        </>
      )}
    </Panel>
  );
}

/**
 * The settings of an endpoint as facts, each in words. Secrets are masked, as the service shows
 * them.
 */
function SettingFacts({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText('endpoint');
  const { fact } = t;
  const { filter: filterText } = useText('endpointForm');
  const { direction } = useText('call');
  const say = useAlertWords();
  const { health } = endpoint;
  return (
    <Panel title={t.settings}>
      <Facts>
        <Fact name={fact.destination}>
          {endpoint.target === null ? (
            fact.none
          ) : (
            <span className="mono wrap">{endpoint.target}</span>
          )}
        </Fact>
        <Fact name={fact.triggers}>
          <Triggers endpoint={endpoint} />
        </Fact>
        {endpoint.opsTriggers.length > 0 && (
          <Fact name={fact.alerts}>
            {endpoint.opsTriggers.map((trigger) => say.titleOf({ trigger })).join(', ')}
          </Fact>
        )}
        <Fact name={fact.filter}>{filterWords(endpoint.filter, filterText, direction)}</Fact>
        {endpoint.payloadVersion !== 1 && (
          <Fact name={fact.payloadVersion}>{endpoint.payloadVersion}</Fact>
        )}
        <Fact name={fact.auth}>{authText(endpoint, t)}</Fact>
        {!isBuiltIn(endpoint.kind) && <Sending endpoint={endpoint} />}
        <Agent endpoint={endpoint} />
        <Fact name={fact.lastSuccess}>
          {health.lastSuccessAt === null ? t.never : <Moment iso={health.lastSuccessAt} />}
        </Fact>
        <Fact name={fact.failures}>{health.consecutiveFailures}</Fact>
        <Fact name={fact.id}>
          <span className="mono wrap">{endpoint.id}</span>
          <CopyButton text={endpoint.id} what={fact.id} />
        </Fact>
        <Fact name={fact.created}>
          <Moment iso={endpoint.createdAt} />
        </Fact>
        <Fact name={fact.updated}>
          <Moment iso={endpoint.updatedAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}

type Text = Words['endpoint'];

function authText({ auth, signatureFormat }: EndpointRecord, t: Text): string {
  if (auth === null) return t.fact.noAuth;
  if (auth.method === 'bearer') return t.bearer(auth.token ?? '');
  return auth.method === 'hmac-sha256' ? t.secret(auth.secret ?? '') : t.signed(signatureFormat);
}

function Triggers({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const project = useClient().project ?? '';
  return (
    <ul className="chip-list">
      {endpoint.triggers.map((trigger) => (
        <li key={trigger}>
          <Link to="/p/$project/catalog/{-$trigger}" params={{ project, trigger }} className="mono">
            {trigger}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sending({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const { fact } = useText('endpoint');
  const format = useFormat();
  const { pacing, retryScheduleMs, timeoutMs } = endpoint;
  const waits = retryScheduleMs.map((wait) => format.duration(wait)).join(', ');
  const rate = pacing.ratePerS === null ? null : format.number(pacing.ratePerS);
  return (
    <>
      <Fact name={fact.retries}>{waits === '' ? fact.noRetries : waits}</Fact>
      <Fact name={fact.timeout}>{format.duration(timeoutMs)}</Fact>
      <Fact name={fact.pacing}>
        {fact.paced(rate, format.number(pacing.burst), format.number(pacing.concurrency))}
      </Fact>
    </>
  );
}

function Agent({ endpoint: { agent } }: { readonly endpoint: EndpointRecord }) {
  const { fact } = useText('endpoint');
  const format = useFormat();
  if (agent === null) return null;
  const { deadlineMs, engine, callLogWaitMs } = agent;
  return (
    <Fact name={fact.agent}>
      {deadlineMs === undefined
        ? fact.engine(engine ?? 'AUTO', format.duration(callLogWaitMs ?? 0))
        : fact.deadline(format.duration(deadlineMs))}
    </Fact>
  );
}
