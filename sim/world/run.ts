/**
 * Plays a script: the shipping engine, services, sweeps and SQLite store in a world of virtual
 * time, and returns everything that crossed their borders. The same script gives the same history
 * on every machine. Leaves no timer, handle or listener behind.
 */
import type { ProjectKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { withDefaults } from '../../src/engine/dispatch/limits.ts';
import { ensureProject } from '../../src/store/operation/project/project.ts';
import { storeOn } from '../../src/store/sqlite/store.ts';
import { type History, Recorder, type Rest } from '../history.ts';
import type { Script, Step } from '../script/script.ts';
import { Agents } from './agents.ts';
import { CallLogs } from './call-logs.ts';
import { Disk } from './disk.ts';
import { Fleet } from './fleet.ts';
import { Network, type NetworkParts } from './network.ts';
import { NewsLine } from './news-line.ts';
import { Operator } from './operator.ts';
import { Platform } from './platform.ts';
import { Provider } from './provider.ts';
import { Receivers } from './receivers.ts';
import { isDrained, readCalls, readRest, readRuns, readUntold } from './rest.ts';
import { Roster } from './roster.ts';
import { SharedDatabase } from './shared-store.ts';
import { type Life, START_WALL_MS, Timeline } from './timeline.ts';

/** Virtual time after the healing in which everything must come to rest. */
const HORIZON_MS = 12 * 3_600_000;
/** The longest attempt and its settlement: at rest no new work turns up for this time. */
const GRACE_MS = 40_000;
/** How many leases after the healing until every shard must be where it belongs. */
const SPREAD_LEASES = 6;
/** More events mean an endless loop. */
const EVENTS_MAX = 20_000_000;

interface World {
  readonly script: Script;
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly disk: Disk;
  readonly network: Network;
  readonly receivers: Receivers;
  readonly fleet: Fleet;
  readonly shared: SharedDatabase | null;
  readonly platform: Platform;
  readonly operator: Operator;
  readonly agents: Agents;
  readonly callLogs: CallLogs;
  readonly provider: Provider;
}

export async function runScript(script: Script): Promise<History> {
  const crashes: string[] = [];
  const onRejection = (error: unknown): void => {
    crashes.push(textOf(error));
  };
  process.on('unhandledRejection', onRejection);
  const world = worldOf(script);
  try {
    await prepare(world);
    schedule(world);
    const drained = await drain(world);
    crashes.push(...world.timeline.thrown.map(textOf));
    const { fleet, disk, network, recorder } = world;
    const gauges = fleet.gauges;
    const { deliveries, laneFaults } = readRest(disk.db);
    const { faults: networkFaults } = network;
    const runs = readRuns(disk.db);
    const own = { drained, deliveries, runs, laneFaults, gauges, networkFaults, crashes };
    const rest = { ...own, ...ownersOf(world), ...calledBack(world) };
    return { script, happenings: recorder.happenings, rest, hash: recorder.digest() };
  } finally {
    process.off('unhandledRejection', onRejection);
    world.operator.end();
    world.fleet.end();
    world.disk.close();
  }
}

function worldOf(script: Script): World {
  const { seed, limits } = script;
  const timeline = new Timeline();
  const recorder = new Recorder(timeline);
  const disk = new Disk({ seed, plan: script.disk, timeline, recorder });
  const { db } = disk;
  const project = firstProject(disk);
  const roster = new Roster(script, db);
  const { inFlightMax } = withDefaults(limits);
  const plan = script.fleet ?? null;
  const connectMs = plan?.connectMs ?? 0;
  const receivers = new Receivers({ timeline, recorder, roster });
  const agents = new Agents({ seed, timeline, recorder, roster, project });
  const onActed: NetworkParts['onActed'] = (request, status) => agents.hear(request, status);
  const knows = { db, roster, receivers, inFlightMax, connectMs, onActed };
  const wire = { seed, timeline, recorder, ...knows };
  const network = new Network(wire);
  const news = plan === null ? null : new NewsLine({ seed, plan, timeline });
  const onOwned = (shards: readonly number[]) => network.lookAtPermits(shards);
  const onFreed = (life: Life, shards: readonly number[]) => network.forgetPermits(life, shards);
  const sharing = { diskPlan: script.disk, timeline, recorder, disk, onOwned, onFreed };
  const shared =
    plan === null || news === null ? null : new SharedDatabase({ ...sharing, plan, news });
  const storeFor = (life: Life) => shared?.storeFor(life) ?? storeOn(disk.performers(life));
  const works = roster.plans.some(({ agent }) => agent !== undefined);
  const process = { seed, timeline, network, limits, storeFor, works };
  const fleet = new Fleet({ ...process, recorder, plan, news });
  agents.reach(fleet);
  const platform = new Platform({ seed, timeline, recorder, fleet, project });
  const gapsOf = plan === null ? null : seed;
  const parts = { timeline, recorder, fleet, roster, db, project, gapsOf };
  const operator = new Operator(parts, script.endpoints.length);
  const callLogs = new CallLogs({ seed, timeline, recorder, fleet, project });
  const provider = new Provider({ seed, timeline, recorder, fleet, project });
  const people = { platform, operator, agents, callLogs, provider };
  return { script, timeline, recorder, disk, network, receivers, fleet, shared, ...people };
}

/** With several processes: who owns each shard, and which workers live. */
function ownersOf({ shared, fleet, timeline }: World): Pick<Rest, 'shards' | 'workers'> {
  if (shared === null) return {};
  const nowMs = timeline.monoMs();
  const shards = shared.table.rows.map(({ worker, leaseUntilMs }) =>
    leaseUntilMs < nowMs ? null : worker,
  );
  return { shards, workers: fleet.workers };
}

/** Calls that a provider told: their facts, and why endpoints did not get a firing. */
function calledBack({ script, disk }: World): Pick<Rest, 'calls' | 'untold'> {
  if (!script.steps.some((step) => step.do === 'callbacks')) return {};
  return { calls: readCalls(disk.db), untold: readUntold(disk.db) };
}

function firstProject(disk: Disk): ProjectKey {
  const made = { name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS };
  return disk.db.do(ensureProject(made)).key;
}

/** At time 0: starts the processes, and makes the endpoints that exist from the start. */
async function prepare(world: World): Promise<void> {
  const { script, timeline, disk, fleet, operator, callLogs } = world;
  disk.isInstant = true;
  fleet.start();
  const made = Promise.withResolvers<void>();
  let isMade = false;
  void fleet
    .up()
    .then(() => operator.prepare(script.endpoints))
    .then(() => (script.endpoints.some(({ agent }) => agent) ? callLogs.prepare() : undefined))
    .then(
      () => {
        isMade = true;
        made.resolve();
      },
      (error) => {
        isMade = true;
        made.reject(error);
      },
    );
  await timeline.run(0, EVENTS_MAX, () => isMade);
  if (!isMade) throw new Error('the world could not be made ready');
  await made.promise;
  disk.isInstant = false;
}

const CALLS: ReadonlySet<Step['do']> = new Set(['call', 'burst', 'log', 'callbacks']);

/** From the healing on only calls go on: nothing disturbs any more. */
function schedule(world: World): void {
  const { script, timeline } = world;
  for (const step of script.steps) {
    const isCall = CALLS.has(step.do);
    if (isCall || step.atMs < script.healAtMs) timeline.at(step.atMs, () => play(world, step));
  }
  timeline.at(script.healAtMs, () => heal(world));
}

function play(world: World, step: Step): void {
  const { fleet, platform, operator } = world;
  switch (step.do) {
    case 'call':
      void platform.call(step);
      return;
    case 'burst':
      void platform.burst(step);
      return;
    case 'log':
      void world.callLogs.store(step);
      return;
    case 'callbacks':
      void world.provider.call(step);
      return;
    case 'crash':
      fleet.crash(step);
      return;
    case 'stop':
      void fleet.stop(step);
      return;
    case 'join':
      fleet.join(step);
      return;
    case 'pause':
      fleet.pause(step);
      return;
    case 'cut':
      fleet.cut(step);
      return;
    case 'deafen':
      fleet.deafen(step);
      return;
    case 'disk':
      breakDisk(world, step);
      return;
    case 'jump':
      fleet.jump(step);
      return;
    case 'receiver':
      breakReceiver(world, step);
      return;
    default:
      void operator.play(step);
  }
}

/** A later fault replaces an earlier one, and ends at its own time. */
function breakDisk({ disk, timeline }: World, step: Extract<Step, { do: 'disk' }>): void {
  const token = disk.setFault(step.fault);
  timeline.after(step.forMs, () => disk.endFault(token));
}

function breakReceiver(
  { receivers, timeline }: World,
  step: Extract<Step, { do: 'receiver' }>,
): void {
  const present = receivers.setMode(step.endpoint, step.mode);
  timeline.after(step.forMs, () => receivers.endMode(step.endpoint, present));
}

function heal({ disk, receivers, fleet, platform, operator, recorder }: World): void {
  recorder.note({ what: 'healed' });
  receivers.heal();
  disk.heal();
  platform.isHealed = true;
  fleet.heal();
  void operator.patrol();
}

/** True when nothing is open and nothing new turns up for a while. */
async function drain(world: World): Promise<boolean> {
  const { script, timeline, disk, platform, agents, callLogs, provider } = world;
  const isIdle = (): boolean =>
    platform.isIdle && agents.isIdle && callLogs.isIdle && provider.isIdle;
  const endMs = script.healAtMs + HORIZON_MS;
  if ((await timeline.run(script.healAtMs, EVENTS_MAX, () => false)) === 'bound') return false;
  for (;;) {
    let lookedAt = -1;
    const isOver = (): boolean => {
      if (!isIdle() || disk.applied === lookedAt) return false;
      lookedAt = disk.applied;
      return isDrained(disk.db);
    };
    if ((await timeline.run(endMs, EVENTS_MAX, isOver)) !== 'over') return isDrained(disk.db);
    const spreadMs = script.healAtMs + SPREAD_LEASES * (script.fleet?.leaseMs ?? 0);
    const restMs = Math.max(timeline.monoMs() + GRACE_MS, spreadMs);
    await timeline.run(restMs, EVENTS_MAX, () => false);
    if (isIdle() && isDrained(disk.db)) return true;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
