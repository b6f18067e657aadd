/**
 * Connects the live stream of a process: notes from its engine and from other processes, and the
 * subscribers of both.
 */
import { createLiveFeed } from '../engine/live/live-feed.ts';
import { LiveHub } from '../engine/live/live-hub.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { DispatchStore } from '../engine/ports/dispatch-store.ts';
import type { Emit } from '../engine/ports/emit.ts';

export interface OpenedLive {
  readonly live: LiveHub;
  /** Calls the observer first, then the pages. */
  readonly emit: Emit;
}

export function openLive(
  store: Pick<DispatchStore, 'announce'>,
  clock: Clock,
  observe: Emit,
): OpenedLive {
  const live = new LiveHub({ clock, announce: store.announce });
  const feed = createLiveFeed(live);
  const emit: Emit = (event) => {
    observe(event);
    feed(event);
  };
  return { live, emit };
}
