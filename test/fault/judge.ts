/**
 * Gathers the input of the crash runs' verdict and adds the faults that only several processes can
 * cause: an outcome written twice, an endpoint above its rate, a process that ended by itself, a
 * repeat that nothing done to its sender explains.
 */
import type { Load } from '../crash/load.ts';
import type { Arrival } from '../crash/recording-receiver.ts';
import { didTimeOut, everyDelivery } from '../crash/rest.ts';
import {
  type JudgedEndpoint,
  judgeRun,
  type RunToJudge,
  unexplained,
  type Verdict,
} from '../crash/verdict.ts';
import type { Database } from './database.ts';
import { type Cause, causeOf, type Disturbance } from './disturbance.ts';
import { LIMIT, LIMITED, timeoutOf } from './endpoints.ts';
import { excessOf, readLate } from './figures.ts';
import type { Fleet } from './fleet.ts';

/** How many repeats each cause explains. */
export type Causes = Readonly<Partial<Record<Cause | 'D3 timed out', number>>>;

export interface Judged extends Verdict {
  readonly causes: Causes;
  /** By how many requests the fullest window of an endpoint exceeds its rate. */
  readonly excess: number;
  /** Requests that were read only after their sender had given up; they are not judged. */
  readonly ghosts: number;
  /** Repeats that nothing explains, as sentences, and the disturbances. */
  readonly seen: readonly string[];
}

export interface RunToGather {
  readonly url: string;
  readonly fleet: Fleet;
  readonly database: Database;
  readonly loads: readonly Load[];
  /** Answers that no service may give, even in trouble, as sentences. */
  readonly wrong: readonly string[];
  readonly arrivals: readonly Arrival[];
  /** Arrivals whose connection no longer belonged to any process when it was looked up. */
  readonly gone: ReadonlySet<Arrival>;
  readonly endpoints: readonly JudgedEndpoint[];
  readonly leaseMs: number;
}

/** What a receiver's busy event loop may read late: half a second at one request per second. */
const EXCESS_MAX = 0.5;

export async function judge(given: RunToGather): Promise<Judged> {
  const { url, fleet, database, loads, wrong, endpoints, leaseMs } = given;
  const resting = await everyDelivery(url);
  const causes: Partial<Record<keyof Causes, number>> = {};
  const why = (last: Arrival, again: Arrival) => causeOf(last, again, fleet.disturbances, leaseMs);
  const ids = new Map(endpoints.map(({ path, id }) => [path, id]));
  const ranOut = async ({ path, callId, sequence, attempt }: Arrival): Promise<boolean> => {
    const row = resting.find(
      (each) =>
        each.endpointId === ids.get(path) && each.callId === callId && each.sequence === sequence,
    );
    return row !== undefined && (await didTimeOut(url, row.id, attempt, timeoutOf(path)));
  };
  // Read after its sender had waited its whole timeout: on a machine that is too busy.
  const ghosts = new Set<Arrival>();
  for (const arrival of [...given.gone, ...readLate(given.arrivals)]) {
    if (await ranOut(arrival)) ghosts.add(arrival);
  }
  const arrivals = given.arrivals.filter((arrival) => !ghosts.has(arrival));
  const timedOut = new Set<Arrival>();
  const seen: string[] = [];
  const run: RunToJudge = {
    acknowledged: loads.flatMap(({ acknowledged }) => acknowledged),
    refused: [...loads.flatMap(({ refused }) => refused), ...wrong],
    arrivals,
    resting,
    endpoints,
    timedOut,
    killed: new Set(),
    freezes: [],
    mayRepeat: (last, again) => why(last, again) !== null,
  };
  for (const last of unexplained(run)) if (await ranOut(last)) timedOut.add(last);
  if (timedOut.size > 0) causes['D3 timed out'] = timedOut.size;
  const { faults, ...figures } = judgeRun({
    ...run,
    mayRepeat: (last, again) => {
      const cause = why(last, again);
      if (cause !== null) causes[cause] = (causes[cause] ?? 0) + 1;
      else if (!timedOut.has(last)) seen.push(storyOf(last, again));
      return cause !== null;
    },
  });
  const excess = Math.max(...LIMITED.map((path) => excessOf(timesAt(arrivals, path), LIMIT)));
  if (excess > EXCESS_MAX) seen.push(...LIMITED.flatMap((path) => tooSoon(arrivals, path)));
  return {
    ...figures,
    faults: [
      ...faults,
      ...fleet.dead().map((says) => `died: ${says}`),
      ...(await settledTwice(database)),
      ...(excess > EXCESS_MAX ? [`rate: ${excess.toFixed(2)} requests above 1/s in a window`] : []),
    ],
    causes,
    excess,
    ghosts: ghosts.size,
    seen: [...seen, ...fleet.disturbances.map(disturbanceText)],
  };
}

function storyOf(last: Arrival, again: Arrival): string {
  const { path, callId, sequence } = last;
  const one = ({ life, atMs, attempt }: Arrival) =>
    `attempt ${attempt} by process ${life} at ${seconds(atMs)}`;
  return `${path} ${callId} ${sequence}: ${one(last)}, then ${one(again)}`;
}

function disturbanceText({ what, life, fromMs, toMs }: Disturbance): string {
  return `${what} of ${life ?? 'all'} from ${seconds(fromMs)} to ${seconds(toMs)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}

function timesAt(arrivals: readonly Arrival[], path: string): readonly number[] {
  return arrivals.filter((arrival) => arrival.path === path).map(({ atMs }) => atMs);
}

/** Consecutive requests that are much closer than the rate allows. */
function tooSoon(arrivals: readonly Arrival[], path: string): readonly string[] {
  const here = arrivals.filter((arrival) => arrival.path === path);
  return here.flatMap((arrival, index) => {
    const before = here[index - 1];
    if (before === undefined) return [];
    const gapMs = arrival.atMs - before.atMs;
    if (gapMs * LIMIT.ratePerS > 1_000 * EXCESS_MAX) return [];
    const [one, other] = [before, arrival].map(({ life, atMs }) => `${life} at ${seconds(atMs)}`);
    return [`${path}: by process ${one}, then by ${other}`];
  });
}

/** Deliveries settled twice: only the owner writes the outcome of a delivery, once. */
async function settledTwice(database: Database): Promise<readonly string[]> {
  const { rows } = await database.with((client) =>
    client.query<{ delivery_key: string; times: string }>(`
      select delivery_key, count(*) as times from all_attempts where outcome = 'delivered'
      group by delivery_key having count(*) > 1 order by delivery_key`),
  );
  return rows.map((row) => `settled: delivery ${row.delivery_key} ${row.times} times delivered`);
}
