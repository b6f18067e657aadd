/**
 * Step 8: resolves names by the system's resolver (so hosts files and search domains work as an
 * operator expects). Each look-up blocks a thread of libuv's pool, which also signs, so at most
 * half of the pool is used at once, and the same name is looked up only once at a time. Slow names
 * must never take the last turn from the others. Nothing is cached here: the resolver does that,
 * and honours how long an answer is valid.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { Clock } from '../engine/ports/clock.ts';

/** All addresses of a name, in the order in which to try them. Rejects if there are none. */
export type NameLookup = (hostname: string) => Promise<readonly string[]>;

/** Threads of libuv's pool unless UV_THREADPOOL_SIZE says otherwise. */
const POOL_THREADS = 4;
const LOOKUPS_MAX = POOL_THREADS / 2;
/**
 * An answer that takes longer makes its name slow until it answers in time again. A silent name
 * server blocks its thread for 10 s and more, which cannot be cut short.
 */
export const SLOW_MS = 1_000;
/** The most slow names that are remembered, as many as origins are kept. */
const SLOW_NAMES_MAX = 2_000;

export function createNameLookup(
  clock: Pick<Clock, 'monoMs'>,
  ask: NameLookup = askSystem,
  inFlightMax = LOOKUPS_MAX,
): NameLookup {
  const pending = new Map<string, Promise<readonly string[]>>();
  const slowNames = new Set<string>();
  const line = createLine(inFlightMax);

  const askInTurn = async (hostname: string) => {
    const leave = await line.enter(slowNames.has(hostname));
    const startedMs = clock.monoMs();
    try {
      return await ask(hostname);
    } finally {
      pending.delete(hostname);
      slowNames.delete(hostname);
      if (clock.monoMs() - startedMs >= SLOW_MS) slowNames.add(hostname);
      for (const oldest of slowNames) {
        if (slowNames.size <= SLOW_NAMES_MAX) break;
        slowNames.delete(oldest);
      }
      leave();
    }
  };

  return (hostname) => {
    const present = pending.get(hostname);
    if (present !== undefined) return present;
    const asked = askInTurn(hostname);
    pending.set(hostname, asked);
    return asked;
  };
}

/**
 * A queue with `max` turns at once, of which slow names may use all but one; other names go first.
 */
function createLine(max: number) {
  const slowMax = Math.max(1, max - 1);
  const waiting: { readonly fast: (() => void)[]; readonly slow: (() => void)[] } = {
    fast: [],
    slow: [],
  };
  let inside = 0;
  let slowInside = 0;

  const admit = () => {
    while (inside < max) {
      const isSlow = waiting.fast.length === 0;
      if (isSlow && slowInside >= slowMax) return;
      const next = (isSlow ? waiting.slow : waiting.fast).shift();
      if (next === undefined) return;
      inside += 1;
      if (isSlow) slowInside += 1;
      next();
    }
  };
  return {
    /** Resolves at its turn, with a function that ends the turn. */
    async enter(isSlow: boolean): Promise<() => void> {
      await new Promise<void>((resolve) => {
        waiting[isSlow ? 'slow' : 'fast'].push(resolve);
        admit();
      });
      return () => {
        inside -= 1;
        if (isSlow) slowInside -= 1;
        admit();
      };
    },
  };
}

async function askSystem(hostname: string): Promise<readonly string[]> {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
