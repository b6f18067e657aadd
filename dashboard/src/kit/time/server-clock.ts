/**
 * The server's time as far as it can be known here: each answer's `Date` narrows the span in
 * which its clock must be, compared with ours. Relative times and countdowns go by it, so a
 * computer whose clock is wrong still shows "in 42 s" rightly.
 */
import { useSyncExternalStore } from 'react';

interface OffsetSpan {
  readonly minMs: number;
  readonly maxMs: number;
}

const ANY: OffsetSpan = { minMs: Number.NEGATIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };
/** `Date` has whole seconds: the moment lies within the second that follows. */
const RESOLUTION_MS = 1_000;

let span = ANY;

/** Tells of one answer: its `Date` header, and our clock when it was asked for and came. */
export function clockSample(date: string | null, sentMs: number, receivedMs: number): void {
  span = narrowed(span, date, sentMs, receivedMs);
}

export function serverNowMs(): number {
  return Date.now() + serverAheadMs();
}

/** How far the server's clock is ahead of this browser's; negative if it is behind. */
export function serverAheadMs(): number {
  return offsetOf(span);
}

export function narrowed(
  before: OffsetSpan,
  date: string | null,
  sentMs: number,
  receivedMs: number,
): OffsetSpan {
  const dateMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(dateMs)) return before;
  const sample = { minMs: dateMs - receivedMs, maxMs: dateMs + RESOLUTION_MS - sentMs };
  const both = {
    minMs: Math.max(before.minMs, sample.minMs),
    maxMs: Math.min(before.maxMs, sample.maxMs),
  };
  // If the bounds contradict each other, a clock was set, so the earlier samples are dropped.
  return both.minMs > both.maxMs ? sample : both;
}

/** The middle of the span, or zero as long as the clocks may agree. */
export function offsetOf({ minMs, maxMs }: OffsetSpan): number {
  if (minMs <= 0 && maxMs >= 0) return 0;
  return Math.round((minMs + maxMs) / 2);
}

const STEP_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = serverNowMs();

/**
 * One clock for the whole page, so that all relative times and countdowns change in the same
 * second. It stops while no component shows a time and while the page is hidden. Returns the
 * server's present time, updated every second.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    nowMs = serverNowMs();
    timer = setInterval(tick, STEP_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  nowMs = serverNowMs();
  for (const listener of listeners) listener();
}
