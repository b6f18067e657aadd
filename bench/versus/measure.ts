/**
 * One measurement of one contender: from the first job that is put in to the last that arrives,
 * after a warm-up of the same kind in the same processes. The receiver of the plain benchmark
 * counts arrivals and checks their order.
 */
import { received, restedMs, usedSince } from '../report-path.ts';
import type { Entry } from './contender.ts';
import { startContender } from './contender-client.ts';
import type { JobSet } from './job.ts';
import type { Place } from './place.ts';

/** The warm-up, in which every process compiles its hot code. */
const WARM_UP: JobSet = { count: 2_000, keys: 200, prefix: 'warm-up' };
const STANDSTILL_MS_MAX = 60_000;

export interface Measured {
  readonly perSecond: number;
  /** Until the last job was taken; a service sends meanwhile, the libraries begin then. */
  readonly putMs: number;
  readonly outOfOrder: number;
  readonly unverified: number;
  /** Arrivals beyond one for each job. */
  readonly twice: number;
  /** Microseconds of CPU per job, for each part. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

export async function measure(
  { made }: Entry,
  place: Place,
  { count, keys }: Pick<JobSet, 'count' | 'keys'>,
): Promise<Measured> {
  const { receiver, store } = place;
  const target = `${receiver.url}/hook`;
  await place.aim(target);
  const contender = await startContender(made, { store, target });
  const parts = { ...place.parts, [place.service ? 'platform' : 'process']: [contender.pid] };
  try {
    await contender.put(WARM_UP);
    await received(receiver, WARM_UP.count, STANDSTILL_MS_MAX);
    await contender.stop();
    await receiver.reset();
    const before = await restedMs(parts);
    const startMs = performance.now();
    const putMs = await contender.put({ count, keys, prefix: 'call' });
    await received(receiver, count, STANDSTILL_MS_MAX);
    const perSecond = count / ((performance.now() - startMs) / 1_000);
    await contender.stop();
    const cpuUs = Object.fromEntries(await usedSince(before, parts, count));
    const counts = await receiver.counts();
    const { unverified, outOfOrder } = counts;
    return { perSecond, putMs, outOfOrder, unverified, twice: counts.received - count, cpuUs };
  } finally {
    await contender.end();
  }
}
