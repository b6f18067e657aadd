/**
 * One result of after-call work: an analysis, an evaluation, or what an agent of one's own sent,
 * which is shown as it came. A run that failed says why and what to do.
 */
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import './acw.css';
import { callTurnsQuery, resultQuery, type WholeResult } from './acw-api.ts';
import { AnalysisView } from './analysis-view.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { FailedRun } from './failed-run.tsx';
import { RerunButton } from './rerun-button.tsx';
import { ResultFacts } from './result-facts.tsx';
import { type ResultShape, resultShape } from './result-shape.ts';
import { endOfRun, runWord, warningWords } from './run-word.ts';
import { type AcwText, acwText } from './text.ts';

const route = getRouteApi('/p/$project/acw/results/$resultId');

export function Page() {
  const { resultId } = route.useParams();
  const { tab = 'result' } = route.useSearch();
  const all = useText(acwText);
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
  const t = useText(acwText);
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
  const t = useText(acwText);
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
  const t = useText(acwText).result;
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

function kindName(shape: ResultShape, t: AcwText['result']): string {
  if (shape.kind === 'analysis' || shape.kind === 'evaluation') return t[shape.kind];
  return t.own;
}
