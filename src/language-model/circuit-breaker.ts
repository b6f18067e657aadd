/**
 * A circuit breaker for the language model: after several questions in a row without an answer it
 * opens, and for a while questions fail at once instead of waiting for a server that does not
 * answer. Then it lets one through, whose outcome decides. Must never open because of an answer.
 */
import type { Clock } from '../engine/ports/clock.ts';

export interface CircuitBreaker {
  /** False if the server does not answer and it is too early to ask again. */
  admits(): boolean;
  /** Reports how an admitted question ended. `isAway`: no answer came. */
  tell(isAway: boolean): void;
}

/**
 * This many unanswered questions in a row open the breaker. A single one may be too long or
 * unlucky.
 */
export const AWAY_MAX = 5;
/** How long the breaker stays open. */
export const OPEN_MS = 30_000;

export function createCircuitBreaker(clock: Pick<Clock, 'monoMs'>): CircuitBreaker {
  let inARow = 0;
  let openUntilMs = 0;
  return {
    admits() {
      if (inARow < AWAY_MAX) return true;
      const nowMs = clock.monoMs();
      if (nowMs < openUntilMs) return false;
      // This question tries; others wait for its outcome, or for the next time.
      openUntilMs = nowMs + OPEN_MS;
      return true;
    },
    tell(isAway) {
      inARow = isAway ? inARow + 1 : 0;
      if (inARow >= AWAY_MAX) openUntilMs = clock.monoMs() + OPEN_MS;
    },
  };
}
