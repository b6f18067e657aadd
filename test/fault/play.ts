/**
 * The faults, by name: what is done to the processes, the database and the network between them
 * while calls are reported and delivered. Each fault ends with everything restored. A seed draws
 * moments and victims; every fault is played under load and judged by the same rules.
 */
import type { Stream } from '../../sim/script/random.ts';
import { pause } from '../crash/pause.ts';
import type { PostgresProxy } from '../support/postgres-proxy.ts';
import type { Database } from './database.ts';
import type { Fleet, Member } from './fleet.ts';

export interface Scene {
  readonly fleet: Fleet;
  readonly database: Database;
  /** The proxy between each process and the database, by process number, if the fault needs one. */
  readonly ways: ReadonlyMap<number, PostgresProxy>;
  readonly chance: Stream;
  /** How long a worker keeps its shards after its last renewal. */
  readonly leaseMs: number;
}

export type Play = (scene: Scene) => Promise<void>;

const REST_MS = { min: 500, max: 1_500 };
const AWAY_MS = { min: 200, max: 3_000 };
/** Longer than a lease that was just renewed. */
const BEYOND = 1.25;

async function workerKill({ fleet, chance }: Scene): Promise<void> {
  for (let kill = 0; kill < 3; kill += 1) {
    await fleet.kill(anyOf(fleet.of('worker'), chance));
    await between(chance, AWAY_MS);
    await fleet.start('worker');
    await between(chance, REST_MS);
  }
}

async function apiKill({ fleet, chance }: Scene): Promise<void> {
  for (let kill = 0; kill < 3; kill += 1) {
    const victim = anyOf(fleet.of('api'), chance);
    await fleet.kill(victim);
    await between(chance, AWAY_MS);
    await fleet.start('api', Number(new URL(victim.service.url).port));
    await between(chance, REST_MS);
  }
}

/** One pause longer than the lease, then one shorter. */
async function workerPause(scene: Scene): Promise<void> {
  const { fleet, chance, leaseMs } = scene;
  await longPause(scene);
  await between(chance, REST_MS);
  await fleet.pause(anyOf(fleet.of('worker'), chance), leaseMs / 3);
}

/** Workers stop gracefully and others join, so no delivery may be repeated. */
async function workerJoin({ fleet, chance, leaseMs }: Scene): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await fleet.start('worker');
    await pause(leaseMs / 3 + chance.between(0, 2_000));
    await fleet.stop(anyOf(fleet.of('worker'), chance));
    await between(chance, REST_MS);
  }
}

function serverEnds(how: 'fast' | 'immediate' | 'kill'): Play {
  return async ({ fleet, database, chance }) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const awayMs = chance.between(AWAY_MS.min, AWAY_MS.max);
      await fleet.outage(() => database.restart(how, awayMs));
      await pause(5_000 + chance.between(0, 2_000));
    }
  };
}

/** One outage shorter than a lease, then one longer. */
async function serverPause({ fleet, database, chance, leaseMs }: Scene): Promise<void> {
  await fleet.outage(() => database.freeze(leaseMs / 3));
  await pause(5_000);
  await between(chance, REST_MS);
  await fleet.outage(() => database.freeze(leaseMs * BEYOND));
}

async function connectionsCut({ database, chance }: Scene): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await database.cutConnections();
    await pause(chance.between(50, 2_000));
  }
}

/** One worker loses its connections to the database, by a reset or silently; the others do not. */
async function networkCut({ fleet, ways, chance, leaseMs }: Scene): Promise<void> {
  for (const how of ['refuse', 'stall'] as const) {
    const { life } = anyOf(fleet.of('worker'), chance);
    ways.get(life)?.[how]();
    await fleet.outage(() => pause(leaseMs * BEYOND), life);
    ways.get(life)?.open();
    await pause(3_000);
    await between(chance, REST_MS);
  }
}

/** A commit is done but its answer is lost: the process cannot know that it was done. */
async function commitLost({ ways, chance }: Scene): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    for (const way of ways.values()) if (chance.chance(50)) way.cutAt('COMMIT');
    await pause(chance.between(100, 1_000));
  }
}

/** The address names the standby first, yet no session reads from it while it follows. */
async function failover({ fleet, database, chance }: Scene): Promise<void> {
  const readers = await database.readersOfStandby();
  if (readers > 0) throw new Error(`${readers} sessions of the service are on the standby`);
  await pause(5_000);
  await fleet.outage(() => database.failOver(chance.between(AWAY_MS.min, AWAY_MS.max)));
  await pause(5_000);
}

async function connectionsExhausted({ fleet, database, leaseMs }: Scene): Promise<void> {
  await fleet.outage(() => database.exhaust(leaseMs / 2));
}

/** A table is locked for longer than a statement of the hot path may take. */
async function statementTimeout({ fleet, database, chance }: Scene): Promise<void> {
  for (const table of ['deliveries', 'calls', 'shards'] as const) {
    await fleet.outage(() => database.lock(table, 11_000));
    await pause(3_000);
    await between(chance, REST_MS);
  }
}

/** The others one after the other at random, except those that need a setup of their own. */
async function random(scene: Scene): Promise<void> {
  const { fleet, database, chance, leaseMs } = scene;
  const worker = (): Member => anyOf(fleet.of('worker'), chance);
  const awayMs = (): number => chance.between(AWAY_MS.min, AWAY_MS.max);
  const steps: readonly [() => Promise<unknown>, ...(() => Promise<unknown>)[]] = [
    () => fleet.kill(worker()).then(() => fleet.start('worker')),
    () => fleet.pause(worker(), leaseMs * BEYOND),
    () => fleet.pause(worker(), leaseMs / 3),
    () => fleet.start('worker').then(() => fleet.stop(worker())),
    () => fleet.outage(() => database.restart('fast', awayMs())),
    () => fleet.outage(() => database.restart('immediate', awayMs())),
    () => fleet.outage(() => database.restart('kill', awayMs())),
    async () => {
      const away = fleet.outage(() => database.restart('immediate', awayMs()));
      await Promise.all([away, fleet.kill(worker())]);
      await fleet.start('worker');
    },
    () => fleet.outage(() => database.freeze(leaseMs / 3)),
    () => database.cutConnections(),
    () => apiKill(scene),
  ];
  for (let step = 0; step < 12; step += 1) {
    // Two faults at once, and the next before the service has recovered.
    await Promise.all([chance.pick(steps)(), database.cutConnections().catch(() => {})]);
    await between(chance, AWAY_MS);
  }
}

/** A kill, a pause and a crash, as short as they can be. */
async function brief(scene: Scene): Promise<void> {
  const { fleet, database, chance, leaseMs } = scene;
  await fleet.kill(anyOf(fleet.of('worker'), chance));
  await Promise.all([fleet.start('worker'), longPause(scene)]);
  await fleet.outage(() => database.restart('immediate', leaseMs / 10));
}

async function longPause({ fleet, chance, leaseMs }: Scene): Promise<void> {
  await fleet.pause(anyOf(fleet.of('worker'), chance), leaseMs * BEYOND);
}

export interface Fault {
  readonly play: Play;
  /** The database is away long enough that reports must have been answered 503. */
  readonly refuses: boolean;
  readonly needs?: 'standby' | 'proxies';
}

export const FAULTS = {
  'worker-kill': { play: workerKill, refuses: false },
  'api-kill': { play: apiKill, refuses: false },
  'worker-pause': { play: workerPause, refuses: false },
  'worker-join': { play: workerJoin, refuses: false },
  'server-restart': { play: serverEnds('fast'), refuses: true },
  'server-crash': { play: serverEnds('immediate'), refuses: true },
  'server-kill': { play: serverEnds('kill'), refuses: true },
  'server-pause': { play: serverPause, refuses: true },
  'connections-cut': { play: connectionsCut, refuses: false },
  'connections-taken': { play: connectionsExhausted, refuses: true },
  'network-cut': { play: networkCut, refuses: false, needs: 'proxies' },
  'commit-lost': { play: commitLost, refuses: false, needs: 'proxies' },
  failover: { play: failover, refuses: true, needs: 'standby' },
  'statement-timeout': { play: statementTimeout, refuses: true },
  random: { play: random, refuses: true },
} as const satisfies Readonly<Record<string, Fault>>;

/** The faults that `fault.proof.ts` plays. */
export const BRIEF: Fault = { play: brief, refuses: true };
export const LONG_PAUSE: Fault = { play: longPause, refuses: false };

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

function anyOf(members: readonly Member[], chance: Stream): Member {
  const member = members[chance.between(0, members.length - 1)];
  if (member === undefined) throw new Error('there is none to choose from');
  return member;
}

function between(chance: Stream, { min, max }: typeof REST_MS): Promise<void> {
  return pause(chance.between(min, max));
}
