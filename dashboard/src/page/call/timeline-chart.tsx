/**
 * The timeline drawn: an axis, and below it the rows with their bars. One bar is in the order of
 * Tab; arrows move between bars, Enter opens the delivery. Only the rows that are seen are drawn
 * when there are many. Pointer and focus say the moment; a click on the axis marks it.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../../i18n/words.ts';
import { type Axis, placeOf, ticksOf, type View } from './timeline-axis.ts';
import type { Row } from './timeline-layout.ts';
import {
  type BarMove,
  firstBar,
  momentUnder,
  movedBar,
  pixelOf,
  rowWindow,
  topsOf,
  useSize,
} from './timeline-place.ts';
import { rowHeight, ShapeFills, TimelineRow } from './timeline-row.tsx';
import type { TimelineWords } from './timeline-words.ts';

interface TimelineChartProps {
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
/** The space beside the rows on either side, so that a point at an edge is whole. */
const EDGE_PX = 8;
const MOVES: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
]);

export function TimelineChart(props: TimelineChartProps) {
  const { rows, axis, view, words, callId, peek } = props;
  const t = useText('timeline');
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
      <TimelineAxis
        axis={axis}
        view={view}
        width={width}
        words={words}
        atMs={props.atMs}
        onMark={props.onMark}
      />
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
            row={row}
            axis={axis}
            view={view}
            width={width}
            words={words}
            callId={callId}
            current={row.bars.some(({ id }) => id === bars.current) ? bars.current : null}
            peek={row.id === peek ? peek : null}
          />
        ))}
        <svg className="timeline-spacer" width="1" height={seen.belowPx} aria-hidden="true" />
        <TimelineCursor axis={axis} view={view} width={width} words={words} atMs={props.atMs} />
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
    move,
    focused,
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

interface TimelineAxisProps {
  readonly axis: Axis;
  readonly view: View;
  readonly width: number;
  readonly words: TimelineWords;
  readonly atMs: number | null;
  onMark(atMs: number): void;
}

const HEIGHT = 30;
/** Below the times, which must be read. */
const FOLD_HEIGHT = 10;
const STEP = 0.01;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  PageUp: -0.1,
  PageDown: 0.1,
};

/**
 * The axis above the rows: how long after the first moment, where idle time is folded, and the
 * marked moment, which keys move like a slider and a click sets.
 */
function TimelineAxis({ axis, view, width, words, atMs, onMark }: TimelineAxisProps) {
  const t = useText('timeline');
  const { format, nowMs } = words;
  const moment = atMs ?? axis.fromMs;
  const clock = (ms: number): string =>
    format.clock(new Date(ms).toISOString(), nowMs, { seconds: true });
  const share = (ms: number): number => (placeOf(axis, ms) - view.from) / (view.to - view.from);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const drawn = event.currentTarget.querySelector('svg') ?? event.currentTarget;
    const { left } = drawn.getBoundingClientRect();
    onMark(momentUnder(axis, view, event.clientX - left, width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? 1 : null;
    if (step === undefined && to === null) return;
    event.preventDefault();
    onMark(momentUnder(axis, view, (to ?? share(moment) + (step ?? 0)) * width, width));
  };
  return (
    <div className="timeline-head">
      <div className="timeline-name small quiet">{clock(axis.fromMs)}</div>
      <div
        className="timeline-axis"
        role="slider"
        tabIndex={0}
        aria-label={t.cursor}
        aria-valuemin={Math.round(axis.fromMs)}
        aria-valuemax={Math.round(axis.toMs)}
        aria-valuenow={Math.round(moment)}
        aria-valuetext={clock(moment)}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
          <rect className="axis-ground" width={width} height={HEIGHT} />
          {axis.parts
            .filter(({ folded }) => folded)
            .map((part) => {
              const x = share(part.fromMs) * width;
              const wide = (share(part.toMs) - share(part.fromMs)) * width;
              if (x + wide < 0 || x > width) return null;
              return (
                <g key={part.fromMs} className="axis-fold">
                  <title>{t.folded(format.duration(part.toMs - part.fromMs))}</title>
                  <rect
                    x={x}
                    y={HEIGHT - FOLD_HEIGHT}
                    width={wide}
                    height={FOLD_HEIGHT}
                    fill="url(#bar-hatch)"
                  />
                </g>
              );
            })}
          {ticksOf(axis, view).map(({ place, atMs: tickMs }) => (
            <g key={place} className="axis-tick">
              <path d={`M${place * width} ${HEIGHT - 7}v7`} />
              <text
                x={place * width + (place === 0 ? 3 : place === 1 ? -3 : 0)}
                y={13}
                textAnchor={place === 0 ? 'start' : place === 1 ? 'end' : 'middle'}
              >
                {`+${format.duration(tickMs - axis.fromMs)}`}
              </text>
            </g>
          ))}
          {atMs !== null && share(atMs) >= 0 && share(atMs) <= 1 && (
            <path className="axis-mark" d={`M${share(atMs) * width - 5} 0h10l-5 7z`} />
          )}
        </svg>
      </div>
    </div>
  );
}

interface TimelineCursorProps {
  readonly axis: Axis;
  readonly view: View;
  readonly width: number;
  readonly words: TimelineWords;
  readonly atMs: number | null;
}

const TEXT_ROOM_PX = 70;
/** Out of sight: the rows cut what lies beside them. */
const AWAY = -9_999;

/**
 * The line through all rows at the marked moment, and the one under the pointer with its time. The
 * pointer's line is moved by hand: drawing thousands of rows anew for every pixel would stutter.
 */
function TimelineCursor({ axis, view, width, words, atMs }: TimelineCursorProps) {
  const svg = useRef<SVGSVGElement>(null);
  const { format, nowMs } = words;
  useEffect(() => {
    const { current } = svg;
    const rows = current?.parentElement;
    if (current === null || rows === null || rows === undefined) return;
    const hover = current.querySelector('.hover-line');
    const text = current.querySelector('text');
    const onMove = (event: globalThis.PointerEvent): void => {
      const x = event.clientX - current.getBoundingClientRect().left;
      const on = event.pointerType === 'mouse' && x >= 0 && x <= width;
      const place = String(on ? Math.round(x) : AWAY);
      hover?.setAttribute('x1', place);
      hover?.setAttribute('x2', place);
      if (text === null) return;
      const ms = momentUnder(axis, view, x, width);
      text.textContent = on
        ? format.clock(new Date(ms).toISOString(), nowMs, { seconds: true })
        : '';
      text.setAttribute('x', String(x > width - TEXT_ROOM_PX ? x - TEXT_ROOM_PX : x + 4));
      text.setAttribute('y', String(rows.scrollTop + 11));
    };
    const onLeave = (): void => {
      hover?.setAttribute('x1', String(AWAY));
      hover?.setAttribute('x2', String(AWAY));
      if (text !== null) text.textContent = '';
    };
    rows.addEventListener('pointermove', onMove);
    rows.addEventListener('pointerleave', onLeave);
    return () => {
      rows.removeEventListener('pointermove', onMove);
      rows.removeEventListener('pointerleave', onLeave);
    };
  }, [axis, view, width, format, nowMs]);
  const place = atMs === null ? AWAY : pixelOf(axis, view, width, atMs);
  const shown = place >= 0 && place <= width;
  return (
    <svg className="timeline-cursor" width={width} height="100%" aria-hidden="true" ref={svg}>
      <line className="hover-line" x1={AWAY} x2={AWAY} y1="0" y2="100%" />
      <text className="hover-time" />
      {shown && <line className="mark-line" x1={place} x2={place} y1="0" y2="100%" />}
    </svg>
  );
}
