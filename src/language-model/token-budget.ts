/**
 * The tokens that this process may spend on a day, by UTC. A question reserves what it may take at
 * most, and settles for what it took, so that questions at once do not spend more than there is.
 * Kept in memory: a restart begins a new count.
 */
import type { Clock } from '../engine/ports/clock.ts';

const DAY_MS = 86_400_000;

export interface Reservation {
  settle(tokens: number): void;
}

export interface TokenBudget {
  /** Null: it does not fit into what is left of the day. */
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
      // A clock that is set back opens no second day.
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
