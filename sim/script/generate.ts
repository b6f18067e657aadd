/**
 * A script from its seed and nothing else. Seeds that end in 4 or 9 play several processes on one
 * database, the others one process on a disk of its own; one seed of ten plays agents, one of
 * twenty callbacks of providers. The seed chooses a profile by its share. Pure chance (`swarm`,
 * `several`) rarely finds faults that need many things at once, so the other profiles are directed.
 * Must never read a clock or any other source of chance.
 */
import type { Profile } from './draft.ts';
import { agents } from './profile/agents.ts';
import { agentsOfSeveral } from './profile/agents-of-several.ts';
import { backlog } from './profile/backlog.ts';
import { byHand } from './profile/by-hand.ts';
import { calm } from './profile/calm.ts';
import { clock } from './profile/clock.ts';
import { crashLoop } from './profile/crash-loop.ts';
import { disk } from './profile/disk.ts';
import { isolation } from './profile/isolation.ts';
import { operator } from './profile/operator.ts';
import { outage } from './profile/outage.ts';
import { partition } from './profile/partition.ts';
import { pauses } from './profile/pauses.ts';
import { several } from './profile/several.ts';
import { skew } from './profile/skew.ts';
import { sources } from './profile/sources.ts';
import { sourcesOfSeveral } from './profile/sources-of-several.ts';
import { swarm } from './profile/swarm.ts';
import { takeover } from './profile/takeover.ts';
import { Stream } from './random.ts';
import type { Script } from './script.ts';
import { streamsOf, weighted } from './streams.ts';

export function scriptOf(seed: number): Script {
  const profile = profileOf(seed);
  const draft = profile.draw(streamsOf(seed));
  const steps = [...draft.steps].sort((a, b) => a.atMs - b.atMs);
  return { seed, profile: profile.name, ...draft, steps };
}

/** The profiles of one process; their shares add up to a thousand. */
export const PROFILES = [
  swarm,
  calm,
  isolation,
  crashLoop,
  outage,
  operator,
  byHand,
  clock,
  disk,
  backlog,
] as const satisfies readonly Profile[];

/** The profiles of several processes. */
export const FLEET_PROFILES = [
  several,
  takeover,
  pauses,
  skew,
  partition,
] as const satisfies readonly Profile[];

/** One seed of this many plays several processes: the last of each group. */
const FLEET_EVERY = 5;

/** Seeds for agents only, so that all other seeds keep their scripts. */
export const WORK_PROFILES = [agents, agentsOfSeveral] as const satisfies readonly Profile[];
const WORK_EVERY = 20;
const WORK_SEED = 8;
const WORK_FLEET_SEED = 13;

/** Seeds for callbacks of providers, for the same reason. */
export const SOURCE_PROFILES = [sources, sourcesOfSeveral] as const satisfies readonly Profile[];
const SOURCE_EVERY = 40;
const SOURCE_SEED = 3;
const SOURCE_FLEET_SEED = 23;

export function isFleetSeed(seed: number): boolean {
  if (seed % SOURCE_EVERY === SOURCE_FLEET_SEED) return true;
  return seed % FLEET_EVERY === FLEET_EVERY - 1 || seed % WORK_EVERY === WORK_FLEET_SEED;
}

/** True if the seed plays callbacks of providers. */
export function isSourceSeed(seed: number): boolean {
  const place = seed % SOURCE_EVERY;
  return place === SOURCE_SEED || place === SOURCE_FLEET_SEED;
}

/** True if the seed plays runs of agents. */
export function isWorkSeed(seed: number): boolean {
  return seed % WORK_EVERY === WORK_SEED || seed % WORK_EVERY === WORK_FLEET_SEED;
}

function profileOf(seed: number): Profile {
  if (isSourceSeed(seed)) return isFleetSeed(seed) ? sourcesOfSeveral : sources;
  if (isWorkSeed(seed)) return isFleetSeed(seed) ? agentsOfSeveral : agents;
  const stream = new Stream(seed, 'profile');
  const [first, ...rest] = isFleetSeed(seed) ? FLEET_PROFILES : PROFILES;
  return weighted<Profile>(stream, [
    [first.perMille, first],
    ...rest.map((profile) => [profile.perMille, profile] as const),
  ]);
}
