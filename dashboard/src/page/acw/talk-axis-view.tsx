/**
 * Talk, announcements, both at once and silence as bars on the time of the call. Drawn as SVG;
 * each row says its sum in words, so that nobody needs the drawing.
 */
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import type { Segment } from './read-analysis.ts';
import type { AxisRow, TalkAxis } from './talk-axis.ts';
import { acwText } from './text.ts';

const WIDTH = 1_000;
const HEIGHT = 16;
/** What is shorter is still seen. */
const WIDTH_MIN = 2;

export function TalkAxisView({ axis }: { readonly axis: TalkAxis }) {
  const t = useText(acwText).analysis;
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
  const t = useText(acwText).analysis.row;
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
