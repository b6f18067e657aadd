/**
 * The figures of an analysis: of the call as tiles, of agent and customer side by side.
 * A figure that was not computed says so; it is never shown as 0.
 */

import { type Format, useFormat } from '../../i18n/format.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { Panel } from '../../kit/panel.tsx';
import { StatTile, StatTiles } from '../../kit/stat-tile.tsx';
import { type Analysis, PARTIES, type PartyFigures, type Segment } from './result-shape.ts';
import type { AxisRow, TalkAxis } from './talk-axis.ts';

export function AnalysisFigures({ analysis }: { readonly analysis: Analysis }) {
  const t = useText('acw');
  const format = useFormat();
  const { silence, party, overlapMs, sentiment, durationMs } = analysis;
  const none = t.result.notComputed;
  const cuts = [party.AGENT.interruptions, party.CUSTOMER.interruptions];
  const [agent, customer] = cuts;
  return (
    <Panel title={t.analysis.figures}>
      <StatTiles>
        <StatTile name={t.analysis.duration} value={format.duration(durationMs)} />
        <StatTile
          name={t.analysis.silence}
          value={silence.ratio === null ? none : format.percent(silence.ratio)}
          {...(silence.longestMs === null
            ? {}
            : { note: t.analysis.longest(format.duration(silence.longestMs)) })}
        />
        <StatTile
          name={t.analysis.interruptions}
          value={agent == null || customer == null ? none : format.number(agent + customer)}
          {...(agent == null || customer == null
            ? {}
            : { note: t.analysis.by(format.number(agent), format.number(customer)) })}
        >
          {overlapMs !== null && (
            <div className="stat-note">{t.analysis.overlap(format.duration(overlapMs))}</div>
          )}
        </StatTile>
        <StatTile
          name={t.analysis.sentiment}
          value={sentiment === null ? null : signed(sentiment.overall, format)}
          note={sentiment === null ? t.result.needsModel : t.analysis.sentimentScale}
        />
      </StatTiles>
      {sentiment !== null && sentiment.quarters.length > 0 && (
        <p className="quiet small">
          {sentiment.quarters
            .map(({ quarter, score }) => `${t.analysis.quarter(quarter)}: ${signed(score, format)}`)
            .join(' · ')}
        </p>
      )}
      <PartyTable analysis={analysis} t={t} />
    </Panel>
  );
}

type FigureKey = keyof PartyFigures;

function PartyTable({ analysis, t }: { readonly analysis: Analysis; readonly t: Words['acw'] }) {
  const format = useFormat();
  const { p50, p95, talk, share, words, pace, turns, party: caption, row } = t.analysis;
  const time = (ms: number): string => `${minus(ms)}${format.duration(Math.abs(ms))}`;
  const columns: readonly {
    readonly key: FigureKey;
    readonly head: string;
    readonly show: (value: number) => string;
  }[] = [
    { key: 'ms', head: talk, show: format.duration },
    { key: 'ratio', head: share, show: format.percent },
    { key: 'p50', head: p50, show: time },
    { key: 'p95', head: p95, show: time },
    { key: 'words', head: words, show: format.number },
    { key: 'wpm', head: pace, show: format.number },
    { key: 'turns', head: turns, show: format.number },
  ];
  const noTimes = PARTIES.every((name) => analysis.party[name].p50 === null);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <section className="wide" tabIndex={0} aria-label={t.analysis.partyCaption}>
        <table className="numbers">
          <caption className="unseen">{t.analysis.partyCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{caption}</th>
              {columns.map(({ key, head }) => (
                <th key={key} scope="col" data-cell="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PARTIES.map((name) => (
              <tr key={name}>
                <th scope="row">{row[name]}</th>
                {columns.map(({ key, show }) => (
                  <Figure key={key} value={analysis.party[name][key]} show={show} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {noTimes && <p className="quiet small">{t.analysis.noLatency}</p>}
    </>
  );
}

interface FigureProps {
  readonly value: number | null;
  readonly show: (value: number) => string;
}

function Figure({ value, show }: FigureProps) {
  const t = useText('acw').result;
  return (
    <td className={value === null ? 'quiet' : undefined} data-cell="number">
      {value === null ? t.notComputed : show(value)}
    </td>
  );
}

function signed(score: number, format: Format): string {
  return score > 0
    ? `+${format.number(score)}`
    : `${minus(score)}${format.number(Math.abs(score))}`;
}

function minus(value: number): string {
  return value < 0 ? '−' : '';
}

const WIDTH = 1_000;
const HEIGHT = 16;
/** The least width of a span, so that it is visible. */
const WIDTH_MIN = 2;

/**
 * Talk, announcements, both at once and silence as bars on the time of the call. Drawn as SVG;
 * each row says its sum in words, so that no reader needs the drawing.
 */
export function TalkAxisView({ axis }: { readonly axis: TalkAxis }) {
  const t = useText('acw').analysis;
  const format = useFormat();
  return (
    <figure className="talk" aria-label={t.axisLabel}>
      {axis.rows.map((row) => (
        <TalkRow key={row.id} row={row} lengthMs={axis.lengthMs} />
      ))}
      <div className="talk-row" aria-hidden="true">
        <span />
        <span className="talk-times">
          <span>{format.number(0)}</span>
          <span>{format.duration(axis.lengthMs / 2)}</span>
          <span>{format.duration(axis.lengthMs)}</span>
        </span>
        <span />
      </div>
    </figure>
  );
}

function TalkRow({ row, lengthMs }: { readonly row: AxisRow; readonly lengthMs: number }) {
  const t = useText('acw').analysis.row;
  const format = useFormat();
  const sumMs = row.spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    <div className="talk-row">
      <span className="talk-name">{t[row.id]}</span>
      <svg
        className="talk-bar"
        data-row={row.id}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {row.spans.map((span) => (
          <Bar key={span.startMs} span={span} lengthMs={lengthMs} />
        ))}
      </svg>
      <span className="quiet small talk-sum">{format.duration(sumMs)}</span>
    </div>
  );
}

function Bar({ span, lengthMs }: { readonly span: Segment; readonly lengthMs: number }) {
  const format = useFormat();
  const x = place(span.startMs, lengthMs);
  const width = Math.max(WIDTH_MIN, place(span.endMs, lengthMs) - x);
  return (
    <rect x={x} y={0} width={width} height={HEIGHT}>
      <title>{`${format.duration(span.startMs)} – ${format.duration(span.endMs)}`}</title>
    </rect>
  );
}

function place(ms: number, lengthMs: number): number {
  return Math.round((ms / lengthMs) * WIDTH * 10) / 10;
}
