/**
 * The tokens that this process may spend on a day, by UTC. A question reserves the most that it may
 * take, and later pays what it took, so that concurrent questions do not exceed the budget. Kept in
 * memory: a restart begins a new count.
 */
import type { Clock } from '../engine/ports/clock.ts';

const DAY_MS = 86_400_000;

export interface Reservation {
  settle(tokens: number): void;
}

export interface TokenBudget {
  /** Returns null if it exceeds what is left of the day. */
  reserve(tokens: number): Reservation | null;
}

export function createTokenBudget(
  clock: Pick<Clock, 'wallMs'>,
  tokensPerDay: number | null,
): TokenBudget {
  let day = 0;
  let spent = 0;
  return {
    reserve(tokens) {
      const today = Math.floor(clock.wallMs() / DAY_MS);
      // A clock that is set back begins no second day.
      if (today > day) {
        day = today;
        spent = 0;
      }
      if (tokensPerDay !== null && spent + tokens > tokensPerDay) return null;
      spent += tokens;
      const reservedOn = day;
      return {
        settle(used) {
          if (day === reservedOn) spent += used - tokens;
        },
      };
    },
  };
}
