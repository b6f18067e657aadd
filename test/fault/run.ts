/**
 * One fault on the real thing: a PostgreSQL, two API and three worker processes, a platform that
 * reports through both APIs until it hears 2xx, receivers that record what arrives. The fault is
 * played under load; then everything must drain, and the judge reads what arrived.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Stream } from '../../sim/script/random.ts';
import { type Load, startLoad } from '../crash/load.ts';
import { pause } from '../crash/pause.ts';
import {
  type Arrival,
  type RecordingReceiver,
  startRecordingReceiver,
} from '../crash/recording-receiver.ts';
import { drained } from '../crash/rest.ts';
import type { JudgedEndpoint } from '../crash/verdict.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import { Answers } from './answers.ts';
import { Database } from './database.ts';
import { GOOD, makeEndpoints, PATHS } from './endpoints.ts';
import { longestSilenceMs, recoveryMs } from './figures.ts';
import { Fleet } from './fleet.ts';
import { type Judged, judge } from './judge.ts';
import type { Fault } from './play.ts';
import type { Senders } from './senders.ts';

export interface FaultRun extends Judged {
  readonly acknowledged: number;
  readonly arrivals: number;
  /** How long this process, and so every receiver, did not read its sockets. */
  readonly lagMs: number;
  /** Reports refused with 503 and Retry-After; tries without any answer; the slowest answer. */
  readonly refusals: number;
  readonly silent: number;
  readonly slowestMs: number;
  /** The longest time under load in which an endpoint that always answers got no delivery. */
  readonly silenceMs: number;
  /**
   * The longest time from the end of a disturbance until each of these endpoints had a delivery.
   */
  readonly recoveryMs: number;
  readonly open: number;
}

export interface RunOptions {
  readonly fault: Fault;
  readonly seed: number;
  /** Another copy of `src/main.js`, such as one with a planted fault or a shorter lease. */
  readonly main?: string;
  readonly leaseMs?: number;
  readonly apis?: number;
  readonly workers?: number;
}

/** The lease of the service itself. */
const LEASE_MS = 15_000;
const FLOWING_MS_MAX = 60_000;
const DRAIN_MS_MAX = 180_000;
const OUTBOUND = { singles: 6, batches: 1, restMs: 300 };
const INBOUND = { singles: 1, batches: 0, restMs: 800, inbound: [['CALLING']] } as const;

export async function runFault(options: RunOptions): Promise<FaultRun> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-fault-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
  try {
    return await play(await prepare(options, directory, undo), options);
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => console.error(error));
  }
}

interface Stage {
  readonly database: Database;
  readonly fleet: Fleet;
  readonly ways: ReadonlyMap<number, PostgresProxy>;
  readonly receiver: RecordingReceiver;
  readonly endpoints: readonly JudgedEndpoint[];
}

async function prepare(
  { fault, seed, main, apis = 2, workers = 3 }: RunOptions,
  directory: string,
  undo: (() => Promise<unknown>)[],
): Promise<Stage> {
  const database = await Database.open();
  undo.push(() => database.close());
  if (fault.needs === 'standby') await database.addStandby();
  const ways = new Map<number, PostgresProxy>();
  undo.push(() => Promise.all([...ways.values()].map((way) => way.close())));
  const databaseUrl = async (life: number): Promise<string> => {
    if (fault.needs !== 'proxies') return database.url;
    const way = await PostgresProxy.to(database.url);
    ways.set(life, way);
    return way.url;
  };
  const fleet = new Fleet({ directory, databaseUrl, ...(main !== undefined && { main }) });
  undo.push(() => fleet.close());
  // The arrival records its connection; the process behind it is looked up meanwhile.
  const receiver = await startRecordingReceiver(
    new Stream(seed, 'receivers'),
    (connection) => fleet.senders.note(connection.remotePort ?? 0),
    PATHS.length,
  );
  undo.push(() => receiver.close());
  // The first makes the schema; the others find it.
  await fleet.start('api');
  await Promise.all([
    ...Array.from({ length: apis - 1 }, () => fleet.start('api')),
    ...Array.from({ length: workers }, () => fleet.start('worker')),
  ]);
  const endpoints = await makeEndpoints(fleet.apiUrl(), receiver, database);
  return { database, fleet, ways, receiver, endpoints };
}

async function play(stage: Stage, options: RunOptions): Promise<FaultRun> {
  const { database, fleet, ways, receiver, endpoints } = stage;
  const { fault, seed, leaseMs = LEASE_MS } = options;
  const answers = new Answers();
  const lag = monitorEventLoopDelay();
  lag.enable();
  const start = (load: typeof OUTBOUND | typeof INBOUND, name: string): Load =>
    startLoad({
      ...load,
      url: () => fleet.apiUrl(),
      chance: new Stream(seed, name),
      onAnswer: (answer, afterMs) => answers.note(answer, afterMs),
    });
  const loads = [start(OUTBOUND, 'outbound'), start(INBOUND, 'inbound')];
  const problems: string[] = [];
  const { arrivals } = receiver;
  await flowing(arrivals, performance.now());
  const fromMs = performance.now();
  await fault.play({ fleet, database, ways, chance: new Stream(seed, 'faults'), leaseMs });
  const goesOn = await flowing(arrivals, performance.now());
  if (!goesOn) problems.push('silent: deliveries did not go on');
  const span = { fromMs, toMs: performance.now() };
  await Promise.all(loads.map((load) => load.stop()));
  await receiver.heal();
  const url = fleet.apiUrl();
  const open = await drained(url, DRAIN_MS_MAX);
  if (open > 0) problems.push(`open: ${open} deliveries did not close in time`);
  if (fault.refuses && answers.refusals === 0) problems.push('answers: no report was refused');
  const { wrong } = answers;
  fleet.senders.look();
  const judged = await judge({
    url,
    fleet,
    database,
    loads,
    wrong,
    endpoints,
    leaseMs,
    ...attributed(arrivals, fleet.senders),
  });
  const lost = loads.reduce((sum, { triesLost }) => sum + triesLost, 0);
  return {
    ...judged,
    faults: [...judged.faults, ...problems],
    acknowledged: loads.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    arrivals: arrivals.length,
    lagMs: lag.max / 1e6,
    refusals: answers.refusals,
    silent: lost - answers.refusals - wrong.length,
    slowestMs: answers.slowestMs,
    silenceMs: longestSilenceMs(arrivals, GOOD, span),
    recoveryMs: recoveryMs(arrivals, GOOD, fleet.disturbances, span.toMs),
    open,
  };
}

/** Waits until every endpoint that always answers got a delivery since; false after a minute. */
async function flowing(arrivals: RecordingReceiver['arrivals'], sinceMs: number): Promise<boolean> {
  const deadline = performance.now() + FLOWING_MS_MAX;
  const isFlowing = (path: string) =>
    arrivals.findLast((arrival) => arrival.path === path && arrival.atMs > sinceMs) !== undefined;
  while (!GOOD.every(isFlowing)) {
    if (performance.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

/** Replaces the connection of each arrival by the process that opened it. */
function attributed(noted: RecordingReceiver['arrivals'], senders: Senders) {
  const gone = new Set<Arrival>();
  const arrivals = noted.map((each) => {
    const arrival = { ...each, life: senders.lifeOf(each.life) };
    if (senders.wasGone(each.life)) gone.add(arrival);
    return arrival;
  });
  return { arrivals, gone };
}
