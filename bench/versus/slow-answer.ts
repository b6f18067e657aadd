/**
 * What one slow answer does to other keys: the receiver answers the first job of one key late, and
 * the keys whose jobs have not all arrived by then have waited for it. The verdict is a function of
 * the order of answers alone.
 */
import type { Entry } from './contender.ts';
import { type Arrival, type Decide, decidedArrivals, isSame } from './deciding-receiver.ts';
import type { JobSet } from './job.ts';
import type { Place } from './place.ts';

/** Fewer keys than any contender sends at once, three jobs each. */
const JOBS: JobSet = { count: 60, keys: 20, prefix: 'slow' };
const SLOW = { key: 'slow-0', sequence: 1 };
/** Libraries that poll need half a second for each job of a key. */
const SLOW_MS = 5_000;

export interface Waiting {
  /** Other keys that waited for the slow answer. */
  readonly held: number;
  readonly others: number;
}

export async function trySlowAnswer(entry: Entry, place: Place): Promise<Waiting> {
  const decide: Decide = async (job) => {
    if (isSame(job, SLOW)) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return true;
  };
  return waitingOf(await decidedArrivals(entry, place, JOBS, decide));
}

export function waitingOf(arrivals: readonly Arrival[]): Waiting {
  const at = arrivals.findIndex((arrival) => isSame(arrival, SLOW));
  if (at < 0) throw new Error('the slow job was never answered');
  const after = arrivals.slice(at).filter(({ key }) => key !== SLOW.key);
  return { held: new Set(after.map(({ key }) => key)).size, others: JOBS.keys - 1 };
}
