/**
 * The axis above the rows: how long after the first moment, where idle time is folded, and the
 * marked moment, which keys move like a slider and a click sets.
 */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { timelineText } from './text.ts';
import { type Axis, placeOf, ticksOf, type View } from './timeline-axis.ts';
import { momentUnder } from './timeline-moment.ts';
import type { TimelineWords } from './timeline-words.ts';

export interface TimelineAxisProps {
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

export function TimelineAxis({ axis, view, width, words, atMs, onMark }: TimelineAxisProps) {
  const t = useText(timelineText);
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
