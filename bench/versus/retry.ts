/**
 * What a retry does to the order of its key, measured and not assumed: the first job of a key is
 * answered 500 once, and the receiver records what it accepts in which order. The verdict is a
 * function of that list alone.
 */
import type { Entry } from './contender.ts';
import { type Arrival, type Decide, decidedArrivals, isSame } from './deciding-receiver.ts';
import type { JobSet } from './job.ts';
import type { Place } from './place.ts';

/** Two keys of three jobs each; the first job of the first key fails once. */
const JOBS: JobSet = { count: 6, keys: 2, prefix: 'retry' };
const FAILS = { key: 'retry-0', sequence: 1 };

/** `is overtaken`: a later job of the key was accepted before the one that failed. */
export type Verdict = 'blocks its key' | 'blocks every key' | 'is overtaken';

export async function tryRetry(entry: Entry, place: Place): Promise<Verdict> {
  const decide: Decide = (job, before) =>
    !isSame(job, FAILS) || before.some((arrival) => isSame(arrival, FAILS));
  return verdictOf(await decidedArrivals(entry, place, JOBS, decide));
}

export function verdictOf(arrivals: readonly Arrival[]): Verdict {
  const at = arrivals.findIndex((arrival) => arrival.accepted && isSame(arrival, FAILS));
  if (at < 0) throw new Error('the job that failed was never accepted');
  const before = arrivals.slice(0, at).filter(({ accepted }) => accepted);
  if (before.some(({ key }) => key === FAILS.key)) return 'is overtaken';
  return before.length === 0 ? 'blocks every key' : 'blocks its key';
}
