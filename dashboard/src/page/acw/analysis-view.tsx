/**
 * An analysis to read: its summary, who talked when, the figures, and what was said. What was not
 * computed says so in words and is never 0.
 */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/words.ts';
import { Panel } from '../../kit/panel.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { AnalysisFigures, TalkAxisView } from './analysis-figures.tsx';
import type { Turn } from './json-part.ts';
import type { Analysis, Quote } from './result-shape.ts';
import { talkAxis } from './talk-axis.ts';
import { type Transcript, TurnLink } from './turn-link.tsx';

interface AnalysisViewProps {
  readonly analysis: Analysis;
  readonly transcript: Transcript;
  /** Null: the call log was removed. */
  readonly turns: readonly Turn[] | null;
}

export function AnalysisView({ analysis, transcript, turns }: AnalysisViewProps) {
  const t = useText('acw').analysis;
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
  const t = useText('acw').analysis;
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
  const t = useText('acw').analysis;
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

interface AnalysisFindsProps {
  readonly analysis: Analysis;
  readonly transcript: Transcript;
}

/**
 * The findings of an analysis in the words: topics, phrases and entities, each with its place in
 * the transcript.
 */
function AnalysisFinds({ analysis, transcript }: AnalysisFindsProps) {
  const t = useText('acw').analysis;
  const { topics, phrases, entities } = analysis;
  return (
    <div className="columns">
      <Panel title={t.phrases}>
        <QuoteTable
          quotes={phrases}
          names={t.phraseNames}
          heads={{ caption: t.phrases, name: t.phrase, text: t.said, none: t.noPhrases }}
          transcript={transcript}
        />
      </Panel>
      <div>
        <Panel title={t.entities}>
          <QuoteTable
            quotes={entities}
            names={t.entityNames}
            heads={{ caption: t.entities, name: t.entity, text: t.value, none: t.noEntities }}
            transcript={transcript}
          />
        </Panel>
        <Panel title={t.topics}>
          {topics === null && <NotComputed />}
          {topics?.length === 0 && <p className="quiet">{t.noTopics}</p>}
          <ul className="acw-list">
            {topics?.map(({ name, turns }) => (
              <li key={name}>
                {name}{' '}
                <span className="small acw-places">
                  {turns.slice(0, PLACES_MAX).map((turn) => (
                    <TurnLink key={turn} transcript={transcript} turn={turn} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

const PLACES_MAX = 8;

interface QuoteTableProps {
  readonly quotes: readonly Quote[];
  readonly names: Readonly<Record<string, string>>;
  readonly heads: {
    readonly caption: string;
    readonly name: string;
    readonly text: string;
    readonly none: string;
  };
  readonly transcript: Transcript;
}

function QuoteTable({ quotes, names, heads, transcript }: QuoteTableProps) {
  const t = useText('acw').analysis;
  if (quotes.length === 0) return <p className="quiet">{heads.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <section className="wide" tabIndex={0} aria-label={`${heads.name}, ${heads.text}`}>
      <table className="numbers acw-quotes">
        <caption className="unseen">{heads.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heads.name}</th>
            <th scope="col">{heads.text}</th>
            <th scope="col">{t.where}</th>
          </tr>
        </thead>
        <tbody>
          {quotes.map(({ name, text, turn }) => (
            <tr key={`${name} ${turn} ${text}`}>
              <th scope="row">{Object.hasOwn(names, name) ? names[name] : name}</th>
              <td className="wrap">{text}</td>
              <td>
                <TurnLink transcript={transcript} turn={turn} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/**
 * Shown if an analysis is empty because no model was asked. Must never look like "nothing was
 * found".
 */
function NotComputed() {
  const t = useText('acw').result;
  return <p className="quiet">{t.needsModel}</p>;
}
