/**
 * `npm run bench -- --versus`: Ringpost beside what a TypeScript team would use instead, in turn in
 * each round, as shares of the bare loop of the same round, with the same jobs, keys, sender and
 * receiver. `bench/versus/README.md` says how each is set up and which documentation says so.
 */
import { startPostgres } from '../../test/support/postgres.ts';
import { runBare } from '../bare.ts';
import { median, rate } from '../figures.ts';
import type { Add } from '../record.ts';
import { ENTRIES, type Entry } from '../versus/contender.ts';
import { areInstalled, HOW_TO_INSTALL } from '../versus/installed.ts';
import { type Measured, measure } from '../versus/measure.ts';
import { inPlace } from '../versus/place.ts';
import { findRedis, NO_REDIS } from '../versus/redis-server.ts';
import { tryRetry } from '../versus/retry.ts';
import { trySlowAnswer } from '../versus/slow-answer.ts';
import { keepBare, type PathOptions } from './path.ts';

type Round = Measured & { readonly ofBare: number };
type Results = ReadonlyMap<Entry, Round[]>;

export async function runVersus({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  const { entries, skipped } = runnable();
  for (const sentence of skipped) console.log(sentence);
  const load = { count: reports, keys: Math.ceil(reports / JOBS_A_KEY) };
  console.log(`${load.count} jobs over ${load.keys} keys`);
  const server = await startPostgres();
  try {
    const results: Results = new Map(entries.map((entry) => [entry, []]));
    for (let round = 1; round <= rounds; round += 1) {
      const bare = await runBare(reports);
      keepBare(add, bare);
      console.log(`round ${round}: bare undici loop ${rate(bare.perSecond)}`);
      for (const [entry, measured] of results) {
        const result = await inPlace(entry.store, server, (place) => measure(entry, place, load));
        const ofBare = result.perSecond / bare.perSecond;
        measured.push({ ...result, ofBare });
        keep(add, entry, { ...result, ofBare });
        console.log(
          `  ${entry.name.padEnd(NAME_WIDTH)} ${figuresOf({ ...result, ofBare }, reports)}`,
        );
      }
    }
    console.log('medians:');
    for (const [entry, measured] of results) {
      const retry = await inPlace(entry.store, server, (place) => tryRetry(entry, place));
      const { held, others } = await inPlace(entry.store, server, (place) =>
        trySlowAnswer(entry, place),
      );
      console.log(
        `  ${entry.name.padEnd(NAME_WIDTH)} ${medianOf(measured)}; a retry ${retry};` +
          ` a slow answer holds up ${held} of ${others} other keys`,
      );
    }
  } finally {
    await server.close();
  }
}

const NAME_WIDTH = 30;
/** A call that is retried again and again reports about as often. */
const JOBS_A_KEY = 10;

/** Ringpost is measured with or without the packages and servers of the others. */
function runnable(): { readonly entries: readonly Entry[]; readonly skipped: readonly string[] } {
  const installed = areInstalled();
  const redis = findRedis() !== null;
  return {
    entries: ENTRIES.filter(
      ({ made }) => made === 'ringpost' || (installed && (made !== 'bullmq' || redis)),
    ),
    skipped: [...(installed ? [] : [HOW_TO_INSTALL]), ...(redis ? [] : [NO_REDIS])],
  };
}

/** Faults of other libraries are shown, and are no fault of this project. */
function keep(add: Add, { name, made }: Entry, result: Round): void {
  const own = made === 'ringpost';
  add(`${name}: of bare`, own ? 'share' : 'reference', result.ofBare);
  add(`${name}: jobs`, 'rate', result.perSecond);
  add(`${name}: out of order`, own ? 'faults' : 'disorder', result.outOfOrder);
  for (const [part, us] of Object.entries(result.cpuUs)) add(`${name}: ${part}`, 'cpu', us);
}

function figuresOf(result: Round, jobs: number): string {
  const { perSecond, ofBare, putMs, outOfOrder, unverified, twice, cpuUs } = result;
  const cpu = Object.entries(cpuUs).map(([part, us]) => `${part} ${us.toFixed(0)}`);
  const seconds = jobs / perSecond;
  return (
    `${rate(perSecond).padStart(8)}  of bare ${ofBare.toFixed(3)}` +
    `  ${seconds.toFixed(1)} s, of them ${(putMs / 1_000).toFixed(1)} to put all in` +
    `  out of order ${outOfOrder}, twice ${twice}, unverified ${unverified}` +
    `\n  ${''.padEnd(NAME_WIDTH)} µs of CPU a job: ${cpu.join(', ')}`
  );
}

function medianOf(rounds: readonly Round[]): string {
  const perSecond = median(rounds.map((each) => each.perSecond));
  const ofBare = median(rounds.map((each) => each.ofBare));
  const outOfOrder = rounds.reduce((sum, each) => sum + each.outOfOrder, 0);
  return `${rate(perSecond).padStart(8)}  of bare ${ofBare.toFixed(3)}  out of order ${outOfOrder}`;
}
