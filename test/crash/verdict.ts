/**
 * Checks the receivers' log and the service's own list against what was acknowledged, by the rules
 * that also judge the simulator. Adds what only a real run knows: which life was killed, which
 * answer was lost, when the process was frozen, and what the API says at rest. Pure.
 */
import {
  type ArrivalVerdict,
  judgeArrivals,
  type LaneArrival,
  type Owed,
} from '../../sim/check/arrivals.ts';
import type { Freeze } from './lives.ts';
import type { Acknowledged } from './load.ts';
import type { Arrival } from './recording-receiver.ts';
import type { Resting } from './rest.ts';

/**
 * An endpoint of the run; `mayGiveUp`: its receiver was dead, so its deliveries may be given up.
 */
export interface JudgedEndpoint {
  readonly path: string;
  readonly id: string;
  /** Attempts that the schedule allows. */
  readonly attemptsMax: number;
  readonly mayGiveUp: boolean;
  /** Whether it is subscribed to a trigger; to every one by default. */
  readonly hears?: (trigger: string) => boolean;
}

export interface RunToJudge {
  readonly acknowledged: readonly Acknowledged[];
  /** Reports answered otherwise than 202. */
  readonly refused: readonly string[];
  readonly arrivals: readonly Arrival[];
  readonly resting: readonly Resting[];
  readonly endpoints: readonly JudgedEndpoint[];
  readonly killed: ReadonlySet<number>;
  readonly freezes: readonly Freeze[];
  /** Arrivals for which the sender waited its whole timeout, however fast they were answered. */
  readonly timedOut: ReadonlySet<Arrival>;
  /** Another reason that explains why `again` came after `last`. */
  readonly mayRepeat?: (last: Arrival, again: Arrival) => boolean;
}

export interface Verdict extends Omit<ArrivalVerdict, 'faults'> {
  /** Violations, as sentences that begin with the rule that is broken. */
  readonly faults: readonly string[];
  /** Given up after every attempt allowed, at a dead receiver. */
  readonly exhausted: number;
}

export function judgeRun(run: RunToJudge): Verdict {
  const places = restingPlaces(run);
  const owed = owedBy(run, places);
  const arrivals = run.arrivals.map((arrival) => toLane(arrival));
  const repeats = repeatsOf(run);
  const explained = new Set(
    repeats.flatMap(({ index, last }) => (isExplained(run, index, last) ? [arrivals[index]] : [])),
  );
  const { faults, ...figures } = judgeArrivals({
    owed,
    arrivals,
    mayRepeat: (arrival) => explained.has(arrival),
  });
  return {
    ...figures,
    faults: [
      ...run.refused.map((says) => `refused: ${says}`),
      ...faults.map(({ rule, says }) => `${rule}: ${says}`),
      ...restFaults(run, owed, places),
      ...arrivalFaults(run, places),
    ],
    exhausted: run.resting.filter(({ state }) => state === 'exhausted').length,
  };
}

type Places = ReadonlyMap<string, Resting>;

function restingPlaces({ endpoints, resting }: RunToJudge): Places {
  const paths = new Map(endpoints.map(({ id, path }) => [id, path]));
  return new Map(
    resting.map((each) => {
      const lane = laneOf(paths.get(each.endpointId) ?? each.endpointId, each.callId);
      return [placeOf(lane, each.sequence), each];
    }),
  );
}

interface OwedHere extends Owed {
  readonly endpoint: JudgedEndpoint;
}

/** Every endpoint gets each trigger of a call that it ticks, in the order of the reports. */
function owedBy({ acknowledged, endpoints }: RunToJudge, places: Places): readonly OwedHere[] {
  const calls = Map.groupBy(acknowledged, ({ callId }) => callId);
  return endpoints.flatMap((endpoint) =>
    [...calls].flatMap(([callId, reports]) => {
      const lane = laneOf(endpoint.path, callId);
      const hears = endpoint.hears ?? (() => true);
      const triggers = reports.flatMap((report) => report.triggers.filter(hears));
      return triggers.map((trigger, index) => {
        const sequence = index + 1;
        const state = places.get(placeOf(lane, sequence))?.state;
        const must = !endpoint.mayGiveUp || state !== 'exhausted';
        return { endpoint, lane, sequence, trigger, must };
      });
    }),
  );
}

interface Repeat {
  /** Of the repeated arrival; `last`: the one before it that was answered 2xx. */
  readonly index: number;
  readonly last: Arrival;
}

/** Arrivals whose delivery came again for no reason that the run knows. */
export function unexplained(run: RunToJudge): readonly Arrival[] {
  return repeatsOf(run)
    .filter(({ index, last }) => !isExplained(run, index, last))
    .map(({ last }) => last);
}

function repeatsOf({ arrivals }: RunToJudge): readonly Repeat[] {
  const processed = new Map<string, Arrival>();
  const repeats: Repeat[] = [];
  for (const [index, arrival] of arrivals.entries()) {
    const place = placeOf(laneOf(arrival.path, arrival.callId), arrival.sequence);
    const last = processed.get(place);
    if (last !== undefined) repeats.push({ index, last });
    if (arrival.status === 200) processed.set(place, arrival);
  }
  return repeats;
}

/**
 * The first life was killed before it could surely settle and a later one sent again, the answer
 * was lost, the process was frozen meanwhile, or the sender's timeout was over.
 */
function isExplained(run: RunToJudge, index: number, last: Arrival): boolean {
  const again = run.arrivals[index];
  if (again === undefined) return false;
  const { atMs: nowMs, life } = again;
  if (run.mayRepeat?.(last, again) === true) return true;
  const wasFrozen = run.freezes.some(({ fromMs, toMs }) => fromMs < nowMs && toMs > last.atMs);
  const wasKilled = run.killed.has(last.life) && life > last.life;
  return last.lostAnswer || wasKilled || wasFrozen || run.timedOut.has(last);
}

/** What the API says at rest, against what is owed. */
function restFaults(
  { resting }: RunToJudge,
  owed: readonly OwedHere[],
  places: Places,
): readonly string[] {
  const faults: string[] = [];
  if (places.size !== resting.length) faults.push('rest: two deliveries have the same place');
  if (resting.length !== owed.length) {
    faults.push(`rest: ${resting.length} deliveries are stored, ${owed.length} are owed`);
  }
  for (const { endpoint, lane, sequence, trigger } of owed) {
    const name = `${lane} ${sequence} ${trigger}`;
    const row = places.get(placeOf(lane, sequence));
    if (row?.trigger !== trigger) {
      faults.push(`rest: ${name} is stored as ${row?.trigger}`);
      continue;
    }
    const { attemptsMax, mayGiveUp } = endpoint;
    const gaveUp = row.state === 'exhausted' && mayGiveUp && row.failures === attemptsMax;
    if (row.state !== 'delivered' && !gaveUp) faults.push(`rest: ${name} is ${row.state}`);
    if (row.attempts > attemptsMax) faults.push(`rest: ${name} had ${row.attempts} attempts`);
  }
  return faults;
}

/** What arrived, against the list of the API and the schedule. */
function arrivalFaults({ arrivals, endpoints }: RunToJudge, places: Places): readonly string[] {
  const attemptsMax = new Map(endpoints.map((each) => [each.path, each.attemptsMax]));
  return arrivals.flatMap(({ path, callId, sequence, webhookId, attempt }) => {
    const lane = laneOf(path, callId);
    const faults: string[] = [];
    if (places.get(placeOf(lane, sequence))?.messageId !== webhookId) {
      faults.push(`bytes: ${lane} ${sequence} came as ${webhookId}, which is not its id`);
    }
    if (attempt > (attemptsMax.get(path) ?? 0)) {
      faults.push(`attempts: ${lane} ${sequence} came as attempt ${attempt}`);
    }
    return faults;
  });
}

function toLane(arrival: Arrival): LaneArrival {
  const { path, callId, webhookId, sequence, trigger, bodyHash, status, atMs } = arrival;
  const lane = laneOf(path, callId);
  return { lane, webhookId, sequence, trigger, bodyHash, status, atMs };
}

function laneOf(path: string, callId: string): string {
  return `${path} ${callId}`;
}

function placeOf(lane: string, sequence: number): string {
  return `${lane}\n${sequence}`;
}
