/**
 * What an analysis found in the words: topics, phrases and entities, each with its place in the
 * transcript.
 */
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { NotComputed } from './not-computed.tsx';
import type { Analysis, Quote } from './read-analysis.ts';
import { acwText } from './text.ts';
import { type Transcript, TurnLink } from './turn-link.tsx';

export interface AnalysisFindsProps {
  readonly analysis: Analysis;
  readonly transcript: Transcript;
}

export function AnalysisFinds({ analysis, transcript }: AnalysisFindsProps) {
  const t = useText(acwText).analysis;
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
  const t = useText(acwText).analysis;
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
