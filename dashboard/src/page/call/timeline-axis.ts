/**
 * The axis of the timeline: one linear scale from the first moment to the last, in which long
 * stretches of nothing are folded to a narrow band. A place on it is a share from 0 to 1. Pure.
 * Must never turn the order of two moments round.
 */

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface AxisPart extends Span {
  /** Its position, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly folded: boolean;
}

export interface Axis extends Span {
  readonly parts: readonly AxisPart[];
}

/** The visible part of the axis, as shares of it. */
export interface View {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: View = { from: 0, to: 1 };

/** A gap is folded when it is longer than this share of what is left unfolded. */
const FOLD_SHARE = 0.2;
/** Shorter gaps are no idle time: folding them would only hide how quick things were. */
const FOLD_MS_MIN = 5_000;
const FOLD_WIDTH = 0.05;
const FOLDS_WIDTH_MAX = 0.4;
/** The share that stays visible on either side of a fold. */
const PAD_SHARE = 0.04;
const PAD_MS_MIN = 50;

/** `busy`: when something happened, in any order. Never empty in time: at least 1 ms. */
export function axisOf(busy: readonly Span[], fold: boolean): Axis {
  const merged = union(busy);
  const fromMs = merged[0]?.fromMs ?? 0;
  const toMs = Math.max(merged.at(-1)?.toMs ?? 0, fromMs + 1);
  const gaps = fold ? foldedGaps(merged, toMs - fromMs) : [];
  if (gaps.length === 0) {
    return { fromMs, toMs, parts: [{ fromMs, toMs, from: 0, to: 1, folded: false }] };
  }
  const idleMs = gaps.reduce((sum, gap) => sum + gap.toMs - gap.fromMs, 0);
  const padMs = Math.max(PAD_MS_MIN, (toMs - fromMs - idleMs) * PAD_SHARE);
  const cut = gaps.map((gap) => ({ fromMs: gap.fromMs + padMs, toMs: gap.toMs - padMs }));
  return { fromMs, toMs, parts: placed(alternating(cut, fromMs, toMs)) };
}

/** From 0, also for times before the axis, to 1, also for times after it. */
export function placeOf({ parts }: Axis, ms: number): number {
  const part = parts.find(({ toMs }) => ms <= toMs) ?? parts.at(-1);
  if (part === undefined) return 0;
  const share = (ms - part.fromMs) / Math.max(part.toMs - part.fromMs, 1e-9);
  return part.from + clamp(share, 0, 1) * (part.to - part.from);
}

export function momentAt({ parts }: Axis, place: number): number {
  const part = parts.find(({ to }) => place <= to) ?? parts.at(-1);
  if (part === undefined) return 0;
  const share = (place - part.from) / Math.max(part.to - part.from, 1e-9);
  return part.fromMs + clamp(share, 0, 1) * (part.toMs - part.fromMs);
}

export interface Tick {
  /** Within the view, from 0 to 1. */
  readonly place: number;
  readonly atMs: number;
}

/** Marks at 0, 25, 50, 75 and 100 % of the view; none stands in a fold, where time jumps. */
export function ticksOf(axis: Axis, view: View, count = 4): readonly Tick[] {
  const places = Array.from({ length: count + 1 }, (_, index) => index / count);
  return places.flatMap((place) => {
    const at = view.from + place * (view.to - view.from);
    const part = axis.parts.find(({ from, to }) => at >= from && at <= to);
    return part?.folded === true ? [] : [{ place, atMs: momentAt(axis, at) }];
  });
}

/** The view between two moments; the whole axis when they leave nothing to see. */
export function viewOf(axis: Axis, zoom: Span | null): View {
  if (zoom === null) return WHOLE;
  const from = placeOf(axis, zoom.fromMs);
  const to = placeOf(axis, zoom.toMs);
  return to - from < VIEW_MIN / 2 ? WHOLE : { from, to };
}

/** Closer than this a person cannot aim with a handle; it is a two-hundredth of the axis. */
export const VIEW_MIN = 0.005;

/** A view whose edges were moved: in order, apart, and on the axis. */
export function boundedView(from: number, to: number): View {
  const low = clamp(Math.min(from, to), 0, 1 - VIEW_MIN);
  return { from: low, to: clamp(Math.max(from, to), low + VIEW_MIN, 1) };
}

function union(spans: readonly Span[]): readonly Span[] {
  const merged: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else merged.push({ fromMs, toMs: Math.max(fromMs, toMs) });
  }
  return merged;
}

/** The longest first: each that is folded leaves less, of which the next may be a larger share. */
function foldedGaps(merged: readonly Span[], wholeMs: number): readonly Span[] {
  const gaps = merged.slice(1).map((span, index) => ({
    fromMs: merged[index]?.toMs ?? span.fromMs,
    toMs: span.fromMs,
  }));
  const folded: Span[] = [];
  let leftMs = wholeMs;
  for (const gap of gaps.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const ms = lengthOf(gap);
    if (ms < FOLD_MS_MIN || ms <= leftMs * FOLD_SHARE) break;
    folded.push(gap);
    leftMs -= ms;
  }
  return folded.sort((a, b) => a.fromMs - b.fromMs);
}

function lengthOf({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

function alternating(
  folds: readonly Span[],
  fromMs: number,
  toMs: number,
): readonly (Span & { readonly folded: boolean })[] {
  const parts: (Span & { readonly folded: boolean })[] = [];
  let at = fromMs;
  for (const fold of folds) {
    parts.push({ fromMs: at, toMs: fold.fromMs, folded: false }, { ...fold, folded: true });
    at = fold.toMs;
  }
  return [...parts, { fromMs: at, toMs, folded: false }];
}

/** Folds have a fixed width; the rest is shared by length, so it is one scale. */
function placed(parts: readonly (Span & { readonly folded: boolean })[]): readonly AxisPart[] {
  const folds = parts.filter(({ folded }) => folded).length;
  const foldWidth = Math.min(FOLD_WIDTH, FOLDS_WIDTH_MAX / folds);
  const openMs = parts.reduce((sum, part) => sum + (part.folded ? 0 : lengthOf(part)), 0);
  const perMs = (1 - folds * foldWidth) / openMs;
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += part.folded ? foldWidth : lengthOf(part) * perMs;
    return { ...part, from, to: at };
  });
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
