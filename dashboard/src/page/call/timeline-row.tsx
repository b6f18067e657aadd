/**
 * One row of the timeline: its name on the left, its bars on the right, or the line about a lane.
 * Its height is known before it is drawn.
 */
import { memo } from 'react';
import { LaneLine } from './lane-line.tsx';
import type { Axis, View } from './timeline-axis.ts';
import type { BarKind, Row } from './timeline-layout.ts';
import {
  boxOf,
  LANE_PX,
  pixelOf,
  pointLines,
  pointRowPx,
  pointY,
  ROW_PX,
} from './timeline-place.ts';
import { barName, pointLabel, type TimelineWords } from './timeline-words.ts';

interface RowProps {
  readonly row: Row;
  readonly axis: Axis;
  readonly view: View;
  readonly width: number;
  readonly words: TimelineWords;
  /** The bar that Tab leads to, when it is in this row. */
  readonly current: string | null;
  /** The delivery in the side panel, when it is of this row. */
  readonly peek: string | null;
  readonly callId: string;
}

export const TimelineRow = memo(function TimelineRow(props: RowProps) {
  const { row, words } = props;
  if (row.kind === 'lane') {
    return (
      <div className="timeline-row timeline-lane" data-lane={row.id}>
        <LaneLine lane={row.lane} words={words} callId={props.callId} />
      </div>
    );
  }
  return (
    <div className="timeline-row" data-kind={row.kind}>
      <div className="timeline-name">
        <RowName row={row} words={words} />
      </div>
      <Bars {...props} />
    </div>
  );
});

function RowName({ row, words }: Pick<RowProps, 'row' | 'words'>) {
  const { t } = words;
  switch (row.kind) {
    case 'status':
    case 'triggers':
      return <b>{t.row[row.kind]}</b>;
    case 'runs-head':
      return <b>{t.row.runs}</b>;
    case 'delivery':
      return (
        <span className="timeline-cut" title={row.delivery.trigger}>
          <span className="quiet">{row.delivery.sequence}</span> {row.delivery.trigger}
        </span>
      );
    case 'run':
      return (
        <span className="timeline-cut" title={row.run.agentName}>
          {row.run.agentName}
        </span>
      );
    case 'lane':
      return null;
  }
}

function Bars(props: RowProps) {
  const { row, axis, view, width, words, current, peek } = props;
  const isPoint = row.kind === 'status' || row.kind === 'triggers';
  if (isPoint) {
    const { points, lines } = pointsOf(row, props);
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: its buttons have names; a title hovers
      <svg width={width} height={pointRowPx(lines)} className="timeline-bars">
        {points.map(({ bar, x, line, labelled }) => (
          <Shape
            key={bar.id}
            id={bar.id}
            kind={bar.kind}
            name={barName(bar, words)}
            x={x}
            width={0}
            y={pointY(line)}
            current={bar.id === current}
            peeked={false}
            {...(labelled ? { label: pointLabel(bar, words) } : {})}
          />
        ))}
      </svg>
    );
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its buttons have names; a title hovers
    <svg width={width} height={rowHeight(row, props)} className="timeline-bars">
      {row.bars.map((bar) => {
        const box = boxOf(axis, view, width, bar);
        if (box === null) return null;
        return (
          <Shape
            key={bar.id}
            id={bar.id}
            kind={bar.kind}
            name={barName(bar, words)}
            {...box}
            y={ROW_PX / 2}
            current={bar.id === current}
            peeked={peek === row.id}
          />
        );
      })}
    </svg>
  );
}

type PlaceProps = Pick<RowProps, 'axis' | 'view' | 'width' | 'words'>;

function pointsOf(row: Row, { axis, view, width, words }: PlaceProps) {
  const places = row.bars.map(({ fromMs }) => pixelOf(axis, view, width, fromMs));
  return pointLines(
    row.bars,
    places,
    row.bars.map((bar) => pointLabel(bar, words)),
    width,
  );
}

export function rowHeight(row: Row, props: PlaceProps): number {
  if (row.kind === 'lane') return LANE_PX;
  if (row.kind === 'status' || row.kind === 'triggers') {
    return pointRowPx(pointsOf(row, props).lines);
  }
  return ROW_PX;
}

interface ShapeProps {
  readonly id: string;
  readonly kind: BarKind;
  readonly name: string;
  readonly x: number;
  readonly width: number;
  /** The middle of its line. */
  readonly y: number;
  /** True for the one bar that Tab reaches. */
  readonly current: boolean;
  readonly peeked: boolean;
  readonly label?: string;
}

const HALF = 7;
const HIT = 12;

/**
 * One bar as SVG: a button whose name says what it is. Each kind has a form of its own beside its
 * colour: hatched, dotted, solid, striped, outlined. A hit area reaches the height of the row.
 */
function Shape({ id, kind, name, x, width, y, current, peeked, label }: ShapeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: inside SVG there is no button element
    <g
      role="button"
      tabIndex={current ? 0 : -1}
      aria-label={name}
      className="bar"
      data-bar={id}
      data-kind={kind}
      data-peeked={peeked}
    >
      <title>{name}</title>
      <rect className="bar-hit" x={x - 3} width={width + 6} y={y - HIT} height={HIT * 2} />
      <Mark kind={kind} x={x} width={width} y={y} />
      {label !== undefined && (
        <text className="bar-label" x={x + 10} y={y + 4}>
          {label}
        </text>
      )}
    </g>
  );
}

type MarkProps = Pick<ShapeProps, 'kind' | 'x' | 'width' | 'y'>;

function Mark({ kind, x, width, y }: MarkProps) {
  switch (kind) {
    case 'report':
    case 'ignored':
    case 'stale':
      return <circle className="bar-mark" cx={x} cy={y} r={5} />;
    case 'trigger':
      return <path className="bar-mark" d={`M${x} ${y - 6}l6 6l-6 6l-6-6z`} />;
    case 'future':
      return <circle className="bar-mark" cx={x + 3} cy={y} r={5} />;
    case 'scheduled':
      return <path className="bar-mark" d={`M${x} ${y}h${width}`} />;
    case 'waiting':
      return <Box x={x} width={width} y={y} half={4} fill="url(#bar-hatch)" />;
    case 'held':
      return <Box x={x} width={width} y={y} half={4} fill="url(#bar-stripe)" />;
    case 'good':
    case 'bad':
    case 'busy':
      return <Box x={x} width={width} y={y} half={HALF} />;
  }
}

interface BoxProps {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly half: number;
  readonly fill?: string;
}

function Box({ x, width, y, half, fill }: BoxProps) {
  return (
    <rect
      className="bar-mark"
      x={x}
      y={y - half}
      width={width}
      height={half * 2}
      rx={2}
      fill={fill}
    />
  );
}

/** The fills of hatched and striped bars; needed once on the page. */
export function ShapeFills() {
  return (
    <svg className="unseen" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="bar-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="bar-hatch" d="M0 6L6 0M-1 1L1 -1M5 7L7 5" />
        </pattern>
        <pattern id="bar-stripe" width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="bar-stripe" d="M2 0V6" />
        </pattern>
      </defs>
    </svg>
  );
}
