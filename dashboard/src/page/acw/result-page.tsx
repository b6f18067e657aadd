/**
 * One result of after-call work: an analysis, an evaluation, or the result of a self-provided
 * agent, shown as it was sent. A failed run says why and what to do.
 */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText, type Words } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Fact, Facts, Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './acw.css';
import { useState } from 'react';
import { useEndpoints } from '../../api/endpoint.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import {
  callTurnsQuery,
  type ResultRecord,
  rerun,
  resultQuery,
  type WholeResult,
} from './acw-api.ts';
import { AnalysisView } from './analysis-view.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { type ResultShape, resultShape } from './result-shape.ts';
import { endOfRun, reasonWords, runWord, tookMs, warningWords } from './run-word.ts';

const route = getRouteApi('/p/$project/acw/results/$resultId');

export function Page() {
  const { resultId } = route.useParams();
  const { tab = 'result' } = route.useSearch();
  const all = useText('acw');
  const t = all.result;
  const client = useClient();
  const query = useQuery(resultQuery(client, resultId));
  const whole = query.data;
  const shape = resultShape(whole?.resultText ?? null);
  useLiveQueries(['acw-results'], ['acw-results', client.project, resultId]);
  const title = whole === undefined ? resultId : t.of(kindName(shape, t), whole.record.callId);
  return (
    <>
      <PageHead
        title={title}
        mono={whole === undefined}
        badge={
          whole !== undefined && <StateBadge {...runWord(endOfRun(whole.record), all)} filled />
        }
        back={
          <Link to="/p/$project/acw/runs" params={{ project: client.project ?? '' }}>
            {t.back}
          </Link>
        }
        actions={whole !== undefined && <RerunButton runId={whole.record.acwRunId} />}
      />
      <DataRegion title={t.region} titleHidden plain region={regionOf(query)} empty={null} rows={6}>
        {whole !== undefined && (
          <>
            <ResultFacts record={whole.record} />
            <Tabs
              label={t.tabs}
              current={tab}
              tabs={[
                { id: 'result', label: t.tab.result },
                { id: 'raw', label: t.tab.raw },
              ]}
            />
            {tab === 'raw' ? (
              <RawResult whole={whole} />
            ) : (
              <ShownResult whole={whole} shape={shape} />
            )}
          </>
        )}
      </DataRegion>
    </>
  );
}

interface ShownResultProps {
  readonly whole: WholeResult;
  readonly shape: ResultShape;
}

function ShownResult({ whole, shape }: ShownResultProps) {
  const t = useText('acw');
  const client = useClient();
  const { record } = whole;
  const ours = shape.kind === 'analysis' || shape.kind === 'evaluation';
  const log = useQuery({ ...callTurnsQuery(client, record.callId), enabled: ours });
  useLiveQueries(['call-logs'], ['call-logs', client.project, record.callId]);
  const transcript = { callId: record.callId, there: log.data !== null };
  return (
    <>
      {record.isError && <FailedRun record={record} />}
      {ours && <Warnings shape={shape} />}
      {ours && log.data === null && <p className="quiet small">{t.result.logGone}</p>}
      {shape.kind === 'analysis' && (
        <AnalysisView analysis={shape.analysis} transcript={transcript} turns={log.data ?? null} />
      )}
      {shape.kind === 'evaluation' && (
        <EvaluationView evaluation={shape.evaluation} transcript={transcript} />
      )}
      {shape.kind === 'own' && <RawResult whole={whole} />}
      {shape.kind === 'none' && !record.isError && <p className="quiet">{t.result.noResult}</p>}
    </>
  );
}

function Warnings({ shape }: { readonly shape: ResultShape }) {
  const t = useText('acw');
  const warnings =
    shape.kind === 'analysis'
      ? shape.analysis.warnings
      : shape.kind === 'evaluation'
        ? shape.evaluation.warnings
        : [];
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title={t.warningTitle(warnings.length)}
      className="failure"
    >
      <ul className="acw-list">
        {warnings.map((warning) => (
          <li key={warning}>
            {warningWords(warning, t)} <code>{warning}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function RawResult({ whole }: { readonly whole: WholeResult }) {
  const t = useText('acw').result;
  const own = whole.record.agentKind === 'SELF_PROVIDED';
  return (
    <Panel title={t.raw} {...(own ? { lead: t.ownShape } : {})}>
      {whole.resultText === null ? (
        <p className="quiet">{t.noResult}</p>
      ) : (
        <CodeView label={t.raw} content={whole.resultText} />
      )}
    </Panel>
  );
}

function kindName(shape: ResultShape, t: Words['acw']['result']): string {
  if (shape.kind === 'analysis' || shape.kind === 'evaluation') return t[shape.kind];
  return t.own;
}

/**
 * A run that failed or was cancelled: why in words, what to do, and what the agent itself said.
 * Texts of the agent are shown as text.
 */
function FailedRun({ record }: { readonly record: ResultRecord }) {
  const all = useText('acw');
  const t = all.result;
  const project = useClient().project ?? '';
  const { why, todo } = reasonWords(record.reason, all);
  const launch = record.acwRunId.replace(/^run_/, 'dlv_');
  const isCancelled = endOfRun(record) === 'CANCELLED';
  return (
    <>
      <Alert
        color={isCancelled ? 'gray' : 'red'}
        variant="light"
        role="status"
        title={isCancelled ? t.cancelled : t.failed}
        className="failure"
      >
        <p>
          {why} {record.reason !== null && <code>{record.reason}</code>}
        </p>
        <p>
          <b>{t.whatToDo}:</b> {todo}
        </p>
        {(isCancelled || record.reason === 'LAUNCH_FAILED') && (
          <Link to="/p/$project/deliveries/$deliveryId" params={{ project, deliveryId: launch }}>
            {t.launch}
          </Link>
        )}
      </Alert>
      {record.errors.length > 0 && (
        <Panel title={t.errors}>
          <ul className="acw-list">
            {record.errors.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <code>{code}</code>{' '}
                {message === null ? (
                  <span className="quiet">{t.noWords}</span>
                ) : (
                  <span className="wrap">{message}</span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/**
 * Runs an agent again for the call of a run, after asking. It records a new result; the old one
 * stays. A member whose role may not sees which role may.
 */
function RerunButton({ runId }: { readonly runId: string }) {
  const t = useText('acw').result;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const { again, againEffect } = useText('acw').runs;
  const [asking, setAsking] = useState(false);
  const run = async (): Promise<void> => {
    await rerun(client, runId);
    await queryClient.invalidateQueries({ queryKey: ['acw-runs'] });
    showToast({ text: t.rerunDone });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!may}
        title={may ? undefined : onlyRole(role.operator)}
        onClick={() => setAsking(true)}
      >
        {t.rerun}
      </Button>
      {asking && (
        <ConfirmDialog
          title={again(1)}
          action={again(1)}
          effect={againEffect}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/**
 * The facts of a result besides its content: its call, its agent, its engine and time. A removed
 * agent is marked as such.
 */
function ResultFacts({ record }: { readonly record: ResultRecord }) {
  const t = useText('acw').result;
  const format = useFormat();
  const project = useClient().project ?? '';
  const agent = useEndpoints().get(record.acwAgentId);
  const took = tookMs(record);
  return (
    <Facts across>
      <Fact name={t.call}>
        <Link
          to="/p/$project/calls/$callId"
          params={{ project, callId: record.callId }}
          search={{ tab: 'acw' }}
          className="mono wrap"
        >
          {record.callId}
        </Link>
      </Fact>
      <Fact name={t.agent}>
        {agent === undefined ? (
          <span className="quiet">{t.removedAgent}</span>
        ) : (
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId: record.acwAgentId, tab: undefined }}
          >
            {agent.name}
          </Link>
        )}
      </Fact>
      {record.engine !== null && (
        <Fact name={t.engine}>
          <span className="wrap">{record.engine}</span>
        </Fact>
      )}
      {took !== null && <Fact name={t.took}>{format.duration(took)}</Fact>}
      <Fact name={t.recorded}>
        <Moment iso={record.createdAt} exact />
      </Fact>
      <Fact name={t.id}>
        <code className="wrap">{record.acwResultId}</code>
        <CopyButton text={record.acwResultId} what={t.id} />
      </Fact>
      <Fact name={t.run}>
        <code className="wrap">{record.acwRunId}</code>
        <CopyButton text={record.acwRunId} what={t.run} />
      </Fact>
    </Facts>
  );
}
