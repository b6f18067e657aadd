/**
 * One clock for the whole page: every relative time and countdown moves in the same second. It
 * stands while nobody shows a time and while the page is hidden.
 */
import { useSyncExternalStore } from 'react';
import { serverNowMs } from './server-clock.ts';

const STEP_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMs = serverNowMs();

/** The server's present, anew every second. */
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
