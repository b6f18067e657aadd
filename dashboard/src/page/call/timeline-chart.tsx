/**
 * The timeline drawn: an axis, and below it the rows with their bars. One bar is in the order of
 * Tab; arrows move between bars, Enter opens the delivery. Only the rows that are seen are drawn
 * when there are many. Pointer and focus say the moment; a click on the axis marks it.
 */
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { timelineText } from './text.ts';
import type { Axis, View } from './timeline-axis.ts';
import { TimelineAxis } from './timeline-axis-head.tsx';
import { TimelineCursor } from './timeline-cursor.tsx';
import type { Row } from './timeline-layout.ts';
import { type BarMove, firstBar, movedBar, rowWindow, topsOf } from './timeline-place.ts';
import { rowHeight, TimelineRow } from './timeline-row.tsx';
import { ShapeFills } from './timeline-shape.tsx';
import type { TimelineWords } from './timeline-words.ts';
import { useSize } from './use-size.ts';

export interface TimelineChartProps {
  readonly rows: readonly Row[];
  readonly axis: Axis;
  readonly view: View;
  readonly words: TimelineWords;
  readonly callId: string;
  readonly peek: string | null;
  /** The marked moment. */
  readonly atMs: number | null;
  onPeek(id: string): void;
  onMark(atMs: number): void;
}

const NAME_PX = 208;
/** Beside the rows on either side, so that a point at an edge is whole. */
const EDGE_PX = 8;
const MOVES: ReadonlySet<string> = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'],
]);

export function TimelineChart(props: TimelineChartProps) {
  const { rows, axis, view, words, callId, peek } = props;
  const t = useText(timelineText);
  const [box, size] = useSize();
  const [scroll, setScroll] = useState(0);
  const width = Math.max(size.width - NAME_PX - 2 * EDGE_PX, 120);
  const bars = useBarFocus(rows, box.current);
  const heights = rows.map((row) => rowHeight(row, { axis, view, width, words }));
  const seen = rowWindow(heights, scroll, size.height);
  bars.onReveal((index) => revealIn(box.current, topsOf(heights)[index] ?? 0));
  const open = (id: string | undefined): void => {
    const bar = rows.flatMap((row) => row.bars).find((one) => one.id === id);
    if (bar?.subject.of === 'delivery') props.onPeek(bar.subject.delivery.id);
    else if (bar?.subject.of === 'run') props.onPeek(bar.subject.run.deliveryId);
    else if (bar !== undefined) props.onMark(bar.fromMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = barOf(event.target);
    if (id === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') open(id);
    // The set holds exactly the names of the type.
    else if (MOVES.has(event.key)) bars.move(id, event.key as BarMove);
    else return;
    event.preventDefault();
  };
  return (
    <div className="timeline" data-rows={rows.length}>
      <ShapeFills />
      <TimelineAxis {...{ axis, view, width, words }} atMs={props.atMs} onMark={props.onMark} />
      <section
        className="timeline-rows"
        aria-label={t.rows}
        ref={box}
        onScroll={({ currentTarget }) => setScroll(currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
        onClick={({ target }) => open(barOf(target))}
        onFocus={({ target }) => bars.focused(barOf(target))}
      >
        <svg className="timeline-spacer" width="1" height={seen.abovePx} aria-hidden="true" />
        {/* Before the width is known nothing can be placed: rows drawn then are drawn twice. */}
        {rows.slice(seen.from, size.width === 0 ? seen.from : seen.to).map((row) => (
          <TimelineRow
            key={`${row.kind}-${row.id}`}
            {...{ row, axis, view, width, words, callId }}
            current={row.bars.some(({ id }) => id === bars.current) ? bars.current : null}
            peek={row.id === peek ? peek : null}
          />
        ))}
        <svg className="timeline-spacer" width="1" height={seen.belowPx} aria-hidden="true" />
        <TimelineCursor {...{ axis, view, width, words }} atMs={props.atMs} />
      </section>
    </div>
  );
}

interface BarFocus {
  readonly current: string | null;
  move(from: string, key: BarMove): void;
  focused(id: string | undefined): void;
  /** How a row that is not drawn is brought into view. */
  onReveal(reveal: (row: number) => void): void;
}

function useBarFocus(rows: readonly Row[], box: HTMLElement | null): BarFocus {
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const reveal = useRef<(row: number) => void>(() => {});
  const known = rows.some(({ bars }) => bars.some(({ id }) => id === current));
  useLayoutEffect(() => {
    if (wanted.current === null || box === null) return;
    const element = box.querySelector<SVGElement>(`[data-bar="${CSS.escape(wanted.current)}"]`);
    if (element === null) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
    element.closest('.timeline-row')?.scrollIntoView({ block: 'nearest' });
  });
  const move = (from: string, key: BarMove): void => {
    const next = movedBar(rows, from, key);
    if (next === null) return;
    wanted.current = next;
    const index = rows.findIndex(({ bars }) => bars.some(({ id }) => id === next));
    if (box?.querySelector(`[data-bar="${CSS.escape(next)}"]`) === null) reveal.current(index);
    setCurrent(next);
  };
  const focused = useCallback((id: string | undefined) => {
    if (id !== undefined) setCurrent(id);
  }, []);
  return {
    current: known ? current : firstBar(rows),
    ...{ move, focused },
    onReveal: (how) => {
      reveal.current = how;
    },
  };
}

function revealIn(box: HTMLElement | null, top: number): void {
  if (box === null) return;
  box.scrollTop = Math.max(0, top - box.clientHeight / 2);
}

function barOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<SVGElement>('[data-bar]')?.dataset.bar;
}
