/**
 * How many wrong API keys came from a network lately. Some are answered as wrong; after that the
 * next ones are told to wait, longer each time. A right key is never held up: many programs share
 * an address, and one of them with an old key must not silence the others. In memory, of each
 * process for itself, and bounded. Source: S12.24.
 */
import { LRUCache } from 'lru-cache';
import {
  type SignInTries,
  type ThrottleRule,
  tryOnce,
} from '../../core/person/sign-in-throttle.ts';
import type { Clock } from '../ports/clock.ts';

/** A program with an old key sends it a few times before its operator looks. */
export const KEY_GUESS_RULE: ThrottleRule = { free: 30, firstWaitMs: 1_000, mostWaitMs: 60_000 };
/** Of more networks than these, those that were quiet for the longest are forgotten. */
export const GUESSING_NETWORKS_MAX = 10_000;

export interface KeyGuesses {
  /** Counts a wrong key; how long to wait before the next, 0: it may be told that it is wrong. */
  wrong(network: string): number;
}

export function createKeyGuesses(clock: Pick<Clock, 'monoMs'>): KeyGuesses {
  const networks = new LRUCache<string, SignInTries>({ max: GUESSING_NETWORKS_MAX });
  return {
    wrong(network) {
      const tried = tryOnce(networks.get(network) ?? null, clock.monoMs(), KEY_GUESS_RULE);
      if ('waitMs' in tried) return tried.waitMs;
      networks.set(network, tried.kept);
      return 0;
    },
  };
}
