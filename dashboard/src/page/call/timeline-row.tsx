/**
 * One row of the timeline: its name on the left, its bars on the right, or the line about a lane.
 * Its height is known before it is drawn.
 */
import { memo } from 'react';
import { LaneLine } from './lane-line.tsx';
import type { Axis, View } from './timeline-axis.ts';
import type { Row } from './timeline-layout.ts';
import {
  boxOf,
  LANE_PX,
  pixelOf,
  pointLines,
  pointRowPx,
  pointY,
  ROW_PX,
} from './timeline-place.ts';
import { Shape } from './timeline-shape.tsx';
import { barName, pointLabel, type TimelineWords } from './timeline-words.ts';

export interface RowProps {
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
            {...{ id: bar.id, kind: bar.kind, name: barName(bar, words), x, width: 0 }}
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
            {...{ id: bar.id, kind: bar.kind, name: barName(bar, words), ...box }}
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
