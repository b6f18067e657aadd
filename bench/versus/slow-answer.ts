/**
 * What one slow answer does to other keys: the receiver answers the first job of one key late, and
 * the keys that have not got all of their jobs by then have waited for it. The verdict is a
 * function of the order of answers alone.
 */
import type { Entry } from './contender.ts';
import { startContender } from './contender-client.ts';
import { type Arrival, isSame, startDecidingReceiver } from './deciding-receiver.ts';
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

export async function trySlowAnswer({ made }: Entry, place: Place): Promise<Waiting> {
  const receiver = await startDecidingReceiver(JOBS.count, async (job) => {
    if (isSame(job, SLOW)) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return true;
  });
  await place.aim(receiver.url);
  const contender = await startContender(made, { store: place.store, target: receiver.url });
  try {
    await contender.put(JOBS);
    const arrivals = await receiver.all;
    await contender.stop();
    return waitingOf(arrivals);
  } finally {
    await contender.end();
    receiver.close();
  }
}

export function waitingOf(arrivals: readonly Arrival[]): Waiting {
  const at = arrivals.findIndex((arrival) => isSame(arrival, SLOW));
  if (at < 0) throw new Error('the slow job was never answered');
  const after = arrivals.slice(at).filter(({ key }) => key !== SLOW.key);
  return { held: new Set(after.map(({ key }) => key)).size, others: JOBS.keys - 1 };
}
