/**
 * The line through all rows at the marked moment, and the one under the pointer with its time. The
 * pointer's line is moved by hand: drawing thousands of rows anew for every pixel would stutter.
 */
import { useEffect, useRef } from 'react';
import type { Axis, View } from './timeline-axis.ts';
import { momentUnder } from './timeline-moment.ts';
import { pixelOf } from './timeline-place.ts';
import type { TimelineWords } from './timeline-words.ts';

export interface TimelineCursorProps {
  readonly axis: Axis;
  readonly view: View;
  readonly width: number;
  readonly words: TimelineWords;
  readonly atMs: number | null;
}

const TEXT_ROOM_PX = 70;
/** Out of sight: the rows cut what lies beside them. */
const AWAY = -9_999;

export function TimelineCursor({ axis, view, width, words, atMs }: TimelineCursorProps) {
  const svg = useRef<SVGSVGElement>(null);
  const { format, nowMs } = words;
  useEffect(() => {
    const { current } = svg;
    const rows = current?.parentElement;
    if (current === null || rows === null || rows === undefined) return;
    const hover = current.querySelector('.hover-line');
    const text = current.querySelector('text');
    const onMove = (event: PointerEvent): void => {
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
