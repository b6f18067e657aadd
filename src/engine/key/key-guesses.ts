/**
 * How many wrong API keys came from a network lately. Some are answered as wrong; after that the
 * next ones are told to wait, longer each time. A right key is never held up: many programs share
 * an address, and one of them with an old key must not silence the others. In memory, of each
 * process for itself, and bounded. Source: S12.24.
 */
import {
  type SignInTries,
  type ThrottleRule,
  tryOnce,
} from '../../core/person/sign-in-throttle.ts';
import type { Clock } from '../ports/clock.ts';

/** An old key in a program is met a few times before somebody looks. */
export const KEY_GUESS_RULE: ThrottleRule = { free: 30, firstWaitMs: 1_000, mostWaitMs: 60_000 };
/** Whoever has more networks than this is slowed by something else. */
export const GUESSING_NETWORKS_MAX = 10_000;

export interface KeyGuesses {
  /** Counts a wrong key; how long to wait before the next, 0: it may be told that it is wrong. */
  wrong(network: string): number;
}

export function createKeyGuesses(clock: Pick<Clock, 'monoMs'>): KeyGuesses {
  const networks = new Map<string, SignInTries>();
  return {
    wrong(network) {
      const tried = tryOnce(networks.get(network) ?? null, clock.monoMs(), KEY_GUESS_RULE);
      if ('waitMs' in tried) return tried.waitMs;
      networks.delete(network);
      networks.set(network, tried.kept);
      if (networks.size > GUESSING_NETWORKS_MAX) {
        // The one that was quiet for the longest.
        const oldest = networks.keys().next();
        if (oldest.done !== true) networks.delete(oldest.value);
      }
      return 0;
    },
  };
}
