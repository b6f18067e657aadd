/**
 * The whole axis in small, and which part of it is shown: two handles that the pointer drags and
 * the arrow keys move. A drag across it chooses a part.
 */
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/words.ts';
import { type Axis, boundedView, momentAt, placeOf, type View } from './timeline-axis.ts';
import type { Row } from './timeline-layout.ts';
import { useSize } from './timeline-place.ts';
import type { TimelineWords } from './timeline-words.ts';

export interface TimelineBrushProps {
  readonly rows: readonly Row[];
  readonly axis: Axis;
  readonly view: View;
  readonly words: TimelineWords;
  onView(view: View): void;
}

const HEIGHT = 28;
const STEP = 0.01;
type Edge = 'from' | 'to';

export function TimelineBrush({ rows, axis, view, words, onView }: TimelineBrushProps) {
  const t = useText('timeline');
  const [box, { width }] = useSize();
  const drag = useRef<number | null>(null);
  const [draft, setDraft] = useState<View | null>(null);
  const shown = draft ?? view;
  const density = useMemo(() => densityPath(rows, axis, width), [rows, axis, width]);
  const shareOf = (event: PointerEvent<SVGSVGElement>): number =>
    (event.clientX - event.currentTarget.getBoundingClientRect().left) / Math.max(width, 1);
  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    const share = shareOf(event);
    const near = Math.abs(share - shown.from) < Math.abs(share - shown.to) ? 'from' : 'to';
    const isHandle = event.target instanceof Element && event.target.closest('.brush-handle');
    // A handle moves against the other edge; elsewhere a drag begins anew.
    drag.current = isHandle ? shown[near === 'from' ? 'to' : 'from'] : share;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    if (drag.current !== null) setDraft(boundedView(drag.current, shareOf(event)));
  };
  const onPointerUp = (): void => {
    drag.current = null;
    if (draft !== null) onView(draft);
    setDraft(null);
  };
  return (
    <section className="brush" aria-label={t.brush} ref={box}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its handles have names; a title hovers */}
      <svg
        width={width}
        height={HEIGHT}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
          setDraft(null);
        }}
      >
        <rect className="brush-ground" width={width} height={HEIGHT} />
        <path className="brush-density" d={density} />
        <rect className="brush-out" width={shown.from * width} height={HEIGHT} />
        <rect
          className="brush-out"
          x={shown.to * width}
          width={Math.max(0, (1 - shown.to) * width)}
          height={HEIGHT}
        />
        {(['from', 'to'] as const).map((edge) => (
          <Handle
            key={edge}
            edge={edge}
            axis={axis}
            width={width}
            words={words}
            onView={onView}
            view={shown}
          />
        ))}
      </svg>
    </section>
  );
}

interface HandleProps {
  readonly edge: Edge;
  readonly view: View;
  readonly axis: Axis;
  readonly width: number;
  readonly words: TimelineWords;
  readonly onView: (view: View) => void;
}

function Handle({ edge, view, axis, width, words, onView }: HandleProps) {
  const t = useText('timeline');
  const share = view[edge];
  const at = new Date(momentAt(axis, share)).toISOString();
  const move = (to: number): void => {
    // An edge stops before the other one; it does not push it.
    const other = edge === 'from' ? view.to : view.from;
    const kept = edge === 'from' ? Math.min(to, other - STEP / 2) : Math.max(to, other + STEP / 2);
    onView(boundedView(edge === 'from' ? kept : view.from, edge === 'to' ? kept : view.to));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: share - STEP,
      ArrowRight: share + STEP,
      PageUp: share - STEP * 10,
      PageDown: share + STEP * 10,
      Home: edge === 'from' ? 0 : view.from,
      End: edge === 'to' ? 1 : view.to,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  const x = Math.min(Math.max(share * width, 4), Math.max(width - 4, 4));
  return (
    <g
      className="brush-handle"
      role="slider"
      tabIndex={0}
      aria-label={edge === 'from' ? t.brushFrom : t.brushTo}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={words.format.clock(at, words.nowMs, { seconds: true })}
      onKeyDown={onKeyDown}
    >
      <rect className="bar-hit" x={x - 12} width={24} height={HEIGHT} />
      <rect className="brush-grip" x={x - 4} width={8} y={2} height={HEIGHT - 4} rx={3} />
    </g>
  );
}

const BUCKETS = 120;

/** How much happened where, as one path: thousands of bars cost one element. */
function densityPath(rows: readonly Row[], axis: Axis, width: number): string {
  const counts = new Array<number>(BUCKETS).fill(0);
  for (const { bars } of rows) {
    for (const { kind, fromMs } of bars) {
      if (kind === 'waiting' || kind === 'scheduled' || kind === 'held') continue;
      const bucket = Math.min(BUCKETS - 1, Math.floor(placeOf(axis, fromMs) * BUCKETS));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
  }
  const most = Math.max(1, ...counts);
  const wide = width / BUCKETS;
  return counts
    .flatMap((count, index) => {
      if (count === 0) return [];
      const high = Math.max(3, (count / most) * (HEIGHT - 6));
      const [x, w, h] = [index * wide, wide, high].map((value) => value.toFixed(1));
      return [`M${x} ${HEIGHT - 2}h${w}v-${h}h-${w}z`];
    })
    .join('');
}
