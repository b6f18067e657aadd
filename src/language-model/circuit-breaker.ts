/**
 * A circuit breaker for the language model: after some questions in a row without an answer it
 * opens, and for a while questions fail at once instead of waiting for a server that is away. Then
 * one is let through, and its outcome decides. Must never open for what the server did answer.
 */
import type { Clock } from '../engine/ports/clock.ts';

export interface CircuitBreaker {
  /** False: the server is away, and it is too early to ask again. */
  admits(): boolean;
  /** How a question ended that was admitted and sent. `isAway`: no answer came. */
  tell(isAway: boolean): void;
}

/** Unanswered questions in a row that open the breaker. One alone may be too long or unlucky. */
export const AWAY_MAX = 5;
/** How long no question is asked. */
export const OPEN_MS = 30_000;

export function createCircuitBreaker(clock: Pick<Clock, 'monoMs'>): CircuitBreaker {
  let inARow = 0;
  let openUntilMs = 0;
  return {
    admits() {
      if (inARow < AWAY_MAX) return true;
      const nowMs = clock.monoMs();
      if (nowMs < openUntilMs) return false;
      // This one tries; the others wait for its outcome, or for the next time.
      openUntilMs = nowMs + OPEN_MS;
      return true;
    },
    tell(isAway) {
      inARow = isAway ? inARow + 1 : 0;
      if (inARow >= AWAY_MAX) openUntilMs = clock.monoMs() + OPEN_MS;
    },
  };
}
