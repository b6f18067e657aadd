/**
 * Step 8: names to addresses, through the system's resolver (so hosts files and search domains
 * work as an operator expects). It blocks a thread of libuv's pool for each lookup, the pool that
 * also signs, so at most half of it is used at once, and the same name is asked for only once at
 * a time. Nothing is cached: the resolver does that, and honours how long an answer lives.
 */
import { lookup as systemLookup } from 'node:dns/promises';

/** All addresses of a name, in the order to try them. Rejects when there are none. */
export type NameLookup = (hostname: string) => Promise<readonly string[]>;

/** Threads of libuv's pool unless UV_THREADPOOL_SIZE says otherwise. */
const POOL_THREADS = 4;
const LOOKUPS_MAX = POOL_THREADS / 2;

export function createNameLookup(
  ask: NameLookup = askSystem,
  inFlightMax = LOOKUPS_MAX,
): NameLookup {
  const pending = new Map<string, Promise<readonly string[]>>();
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  const askInTurn = async (hostname: string) => {
    if (inFlight >= inFlightMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      return await ask(hostname);
    } finally {
      pending.delete(hostname);
      const next = waiting.shift();
      if (next === undefined) inFlight -= 1;
      else next();
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

async function askSystem(hostname: string): Promise<readonly string[]> {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
