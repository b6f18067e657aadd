/**
 * An analysis to read: its summary, who talked when, the figures, and what was said. What was not
 * computed says so in words and is never 0.
 */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { AnalysisFigures } from './analysis-figures.tsx';
import { AnalysisFinds } from './analysis-finds.tsx';
import { NotComputed } from './not-computed.tsx';
import type { Analysis } from './read-analysis.ts';
import { talkAxis } from './talk-axis.ts';
import { TalkAxisView } from './talk-axis-view.tsx';
import { acwText } from './text.ts';
import type { Turn } from './turn.ts';
import { type Transcript, TurnLink } from './turn-link.tsx';

export interface AnalysisViewProps {
  readonly analysis: Analysis;
  readonly transcript: Transcript;
  /** Null: the call log is gone. */
  readonly turns: readonly Turn[] | null;
}

export function AnalysisView({ analysis, transcript, turns }: AnalysisViewProps) {
  const t = useText(acwText).analysis;
  return (
    <>
      <div className="columns">
        <SummaryPanel analysis={analysis} />
        <OutcomePanel analysis={analysis} transcript={transcript} />
      </div>
      <Panel title={t.axis}>
        <TalkAxisView axis={talkAxis(turns, analysis)} />
        {turns === null && <p className="quiet small">{t.axisLog}</p>}
      </Panel>
      <AnalysisFigures analysis={analysis} />
      <AnalysisFinds analysis={analysis} transcript={transcript} />
    </>
  );
}

function SummaryPanel({ analysis: { summary } }: { readonly analysis: Analysis }) {
  const t = useText(acwText).analysis;
  const method = summary === null ? null : methodOf(summary.method, t.method);
  return (
    <Panel
      title={t.summary}
      tools={method !== null && <StateBadge tone="off" icon="info" filled {...method} />}
    >
      {summary === null ? (
        <p className="quiet">{t.noSummary}</p>
      ) : (
        <p className="acw-summary">{summary.text}</p>
      )}
    </Panel>
  );
}

function OutcomePanel({
  analysis: { outcome, actionItems },
  transcript,
}: Pick<AnalysisViewProps, 'analysis' | 'transcript'>) {
  const t = useText(acwText).analysis;
  return (
    <Panel title={t.outcome}>
      {outcome === null ? (
        <NotComputed />
      ) : (
        <>
          <p>
            <b>{outcome.label}</b>{' '}
            <StateBadge
              {...successWord(outcome.success, t.outcomeIs)}
              meaning={outcome.rationale}
            />
          </p>
          <p className="quiet">{outcome.rationale}</p>
        </>
      )}
      <h3 className="acw-subtitle">{t.actions}</h3>
      {actionItems === null && <NotComputed />}
      {actionItems?.length === 0 && <p className="quiet">{t.noActions}</p>}
      <ul className="acw-list">
        {actionItems?.map(({ text, owner, due, turn }) => (
          <li key={`${turn} ${text}`}>
            {text}{' '}
            <span className="quiet small">
              {joined([
                owner === null ? null : t.owner(owner),
                due === null ? null : t.due(due),
                turn === null ? null : <TurnLink key="turn" transcript={transcript} turn={turn} />,
              ])}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Method = { readonly word: string; readonly meaning: string };

function methodOf(name: string, known: Readonly<Record<string, Method>>): Method {
  const method = Object.hasOwn(known, name) ? known[name] : undefined;
  return method ?? { word: name, meaning: name };
}

function successWord(
  success: boolean | null,
  words: { readonly good: string; readonly bad: string; readonly open: string },
): { readonly word: string; readonly tone: 'good' | 'bad' | 'off' } {
  if (success === null) return { word: words.open, tone: 'off' };
  return success ? { word: words.good, tone: 'good' } : { word: words.bad, tone: 'bad' };
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return parts
    .filter((part) => part !== null)
    .flatMap((part, index) => (index === 0 ? [part] : [' · ', part]));
}
