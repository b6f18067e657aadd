/**
 * A semaphore with a bounded queue in the order of arrival. A question that waits too long leaves
 * the queue. It is bounded because questions hold transcripts in memory.
 */
import type { Clock } from '../engine/ports/clock.ts';

export interface Semaphore {
  /** Resolves at its turn, with a function that ends the turn. */
  enter(waitMs: number): Promise<(() => void) | 'late' | 'full'>;
}

/** The most waiting questions, a few KiB each. */
const WAITING_MAX = 1_000;

export function createSemaphore(clock: Pick<Clock, 'after'>, atOnce: number): Semaphore {
  const waiting = new Set<() => void>();
  let inside = 0;
  const leave = (): void => {
    inside -= 1;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next();
  };
  const admit = (): (() => void) => {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return {
    async enter(waitMs) {
      if (inside < atOnce) return admit();
      if (waiting.size >= WAITING_MAX) return 'full';
      return new Promise((resolve) => {
        const timer = clock.after(waitMs, () => {
          waiting.delete(take);
          resolve('late');
        });
        const take = (): void => {
          timer.cancel();
          resolve(admit());
        };
        waiting.add(take);
      });
    },
  };
}
