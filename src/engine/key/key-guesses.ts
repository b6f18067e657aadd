/**
 * How many wrong API keys came from a network recently (S12.24). The first ones are answered as
 * wrong; after that, requests with a wrong key must wait, longer each time. A right key is never
 * delayed: many programs share an address, and one with an old key must not lock out the others. In
 * memory, per process, and bounded.
 */
import { createBoundedCache } from '../../core/bounded-cache.ts';
import {
  type SignInTries,
  type ThrottleRule,
  tryOnce,
} from '../../core/person/sign-in-throttle.ts';
import type { Clock } from '../ports/clock.ts';

/** A program with an old key sends it several times before its operator notices. */
export const KEY_GUESS_RULE: ThrottleRule = { free: 30, firstWaitMs: 1_000, mostWaitMs: 60_000 };
/** The networks that are remembered; beyond this number the longest quiet one is forgotten. */
export const GUESSING_NETWORKS_MAX = 10_000;

export interface KeyGuesses {
  /**
   * Counts a wrong key. Returns how long the network must wait; 0: answer that the key is wrong.
   */
  wrong(network: string): number;
}

export function createKeyGuesses(clock: Pick<Clock, 'monoMs'>): KeyGuesses {
  const networks = createBoundedCache<string, SignInTries>(GUESSING_NETWORKS_MAX);
  return {
    wrong(network) {
      const tried = tryOnce(networks.get(network) ?? null, clock.monoMs(), KEY_GUESS_RULE);
      if ('waitMs' in tried) return tried.waitMs;
      networks.set(network, tried.kept);
      return 0;
    },
  };
}
