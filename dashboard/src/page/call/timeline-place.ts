/**
 * Where bars lie on the screen, in pixels, and which rows are on it. Pure: takes the axis, the view
 * and the width. Bars keep a least width, so that an attempt of 3 ms in an hour can be hit.
 */

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Axis, momentAt, placeOf, type Span, type View } from './timeline-axis.ts';
import type { Bar, Row } from './timeline-layout.ts';

export const ROW_PX = 28;
export const LANE_PX = 44;
const LINE_PX = 22;
const POINT_PX = 14;
const BAR_PX_MIN = 6;
/** Labels of one moment stand on at most so many lines; points without one are below. */
const LINES_MAX = 8;
/** The width of capitals in the widest system font. */
const LABEL_CHAR_PX = 8.3;
const LABEL_PAD_PX = 22;

interface Box {
  readonly x: number;
  readonly width: number;
}

/** Null: outside of the view. */
export function boxOf(axis: Axis, view: View, width: number, span: Span): Box | null {
  const from = pixelOf(axis, view, width, span.fromMs);
  const to = pixelOf(axis, view, width, span.toMs);
  if (to < 0 || from > width) return null;
  const x = Math.max(from, 0);
  return { x, width: Math.max(Math.min(to, width) - x, BAR_PX_MIN) };
}

export function pixelOf(axis: Axis, view: View, width: number, ms: number): number {
  return ((placeOf(axis, ms) - view.from) / (view.to - view.from)) * width;
}

interface PointBox {
  readonly bar: Bar;
  readonly x: number;
  readonly line: number;
  /** Whether there is room for its label. */
  readonly labelled: boolean;
}

interface PointLines {
  readonly points: readonly PointBox[];
  readonly lines: number;
}

/**
 * Points with labels, on as few lines as keep them apart. A label that no line has room for is
 * left out; its point stays. `places`: pixels of the bars; `labels`: the texts beside them.
 */
export function pointLines(
  bars: readonly Bar[],
  places: readonly number[],
  labels: readonly string[],
  width: number,
): PointLines {
  const ends: number[] = [];
  const points: PointBox[] = [];
  bars.forEach((bar, index) => {
    const x = places[index] ?? 0;
    if (x < -1 || x > width + 1) return;
    const whole = (labels[index]?.length ?? 0) * LABEL_CHAR_PX + LABEL_PAD_PX;
    const line = lineFor(ends, x - POINT_PX / 2);
    // A label that the right edge would cut is left out as well.
    const labelled = line < LINES_MAX && x + whole <= width;
    const kept = Math.min(line, LINES_MAX);
    ends[kept] = Math.max(ends[kept] ?? 0, x + (labelled ? whole : POINT_PX / 2));
    points.push({ bar, x, line: kept, labelled });
  });
  return { points, lines: Math.max(1, ends.length) };
}

function lineFor(ends: readonly number[], x: number): number {
  const free = ends.findIndex((end) => end <= x);
  return free < 0 ? ends.length : free;
}

export function pointRowPx(lines: number): number {
  return lines * LINE_PX + 6;
}

export function pointY(line: number): number {
  return line * LINE_PX + LINE_PX / 2 + 3;
}

interface RowWindow {
  readonly from: number;
  readonly to: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

/** Fewer rows than this are all drawn: finding in the page and printing work on them. */
export const VIRTUAL_ABOVE = 100;
const OVERSCAN = 3;

/** Which rows are drawn when those from `scrollPx` on are seen. */
export function rowWindow(heights: readonly number[], scrollPx: number, seenPx: number): RowWindow {
  if (heights.length <= VIRTUAL_ABOVE) {
    return { from: 0, to: heights.length, abovePx: 0, belowPx: 0 };
  }
  const tops = topsOf(heights);
  const first = tops.findIndex((top, index) => top + (heights[index] ?? 0) > scrollPx);
  const after = tops.findIndex((top) => top >= scrollPx + seenPx);
  const from = Math.max(0, (first < 0 ? heights.length : first) - OVERSCAN);
  const to = Math.min(heights.length, (after < 0 ? heights.length : after) + OVERSCAN);
  const allPx = (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0);
  return { from, to, abovePx: tops[from] ?? 0, belowPx: allPx - (tops[to] ?? allPx) };
}

export function topsOf(heights: readonly number[]): readonly number[] {
  let at = 0;
  return heights.map((height) => {
    const top = at;
    at += height;
    return top;
  });
}

export type BarMove = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** Which bar a key leads to from this one; null: it stays. In other rows the nearest in time. */
export function movedBar(rows: readonly Row[], from: string, key: BarMove): string | null {
  const at = rows.findIndex(({ bars }) => bars.some(({ id }) => id === from));
  const row = rows[at];
  const place = row?.bars.findIndex(({ id }) => id === from) ?? -1;
  const bar = row?.bars[place];
  if (row === undefined || bar === undefined) return firstBar(rows);
  if (key === 'Home') return row.bars[0]?.id ?? null;
  if (key === 'End') return row.bars.at(-1)?.id ?? null;
  if (key === 'ArrowLeft') return row.bars[place - 1]?.id ?? null;
  if (key === 'ArrowRight') return row.bars[place + 1]?.id ?? null;
  const others = key === 'ArrowDown' ? rows.slice(at + 1) : rows.slice(0, at).toReversed();
  const next = others.find(({ bars }) => bars.length > 0);
  return next === undefined ? null : nearest(next.bars, bar.fromMs);
}

export function firstBar(rows: readonly Row[]): string | null {
  return rows.find(({ bars }) => bars.length > 0)?.bars[0]?.id ?? null;
}

function nearest(bars: readonly Bar[], ms: number): string | null {
  let best: Bar | null = null;
  for (const bar of bars) {
    if (best === null || Math.abs(bar.fromMs - ms) < Math.abs(best.fromMs - ms)) best = bar;
  }
  return best?.id ?? null;
}

/**
 * The moment under a point of the chart. Pure.
 * A point beside it means its nearest end.
 */
export function momentUnder(axis: Axis, view: View, x: number, width: number): number {
  const share = Math.min(Math.max(x / width, 0), 1);
  return Math.round(momentAt(axis, view.from + share * (view.to - view.from)));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an element in whole pixels, before the first paint and whenever it changes.
 * Measured once before the first paint and then by an observer; never on scroll.
 */
export function useSize(): readonly [RefObject<HTMLElement | null>, Size] {
  const element = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => {
      const next = { width: current.clientWidth, height: current.clientHeight };
      setSize((before) =>
        before.width === next.width && before.height === next.height ? before : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
