/**
 * `npx node sim/mutation/main.ts`: puts every mutation of the list into a copy of the tree and says
 * which seed and which checker caught it; `--help` tells the options. Exit code 1 if a mutation
 * survives: no checker notices it.
 */
import process from 'node:process';
import { EXIT_CODES, leave, readWords } from '../command-line.ts';
import { isFleetSeed, isSourceSeed, isWorkSeed } from '../script/generate.ts';
import { MUTATIONS } from './list.ts';
import type { Mutation } from './mutation.ts';
import { cleanSeeds, hunt, type Outcome } from './run.ts';

const SEEDS_DEFAULT = '1..2500';
const SEEDS_MAX = 100_000;
/** How many mutations run at once, each in a process of its own. */
const AT_ONCE = 2;
const NAMES = MUTATIONS.map(({ name }) => name);
const USAGE = `npx node sim/mutation/main.ts [--only NAME] [--seeds A..B,C]
  --only NAME        one mutation of the list; all of them unless told
  --seeds A..B,C     played until one catches it; ${SEEDS_DEFAULT} unless told
mutations: ${NAMES.join(', ')}
${EXIT_CODES}; a violation here is a mutation that survives`;

const asked = readWords(process.argv.slice(2), ['only', 'seeds']);
if (asked.kind !== 'run') leave(asked, USAGE);
const { only } = asked.words;
const seeds = seedsOf(asked.words.seeds ?? SEEDS_DEFAULT);
if (seeds === null) {
  const why = `--seeds takes whole numbers such as 1..500 or 7,9..12, ${SEEDS_MAX} at most.`;
  leave({ kind: 'wrong', why }, USAGE);
}
const wanted = MUTATIONS.filter(({ name }) => only === undefined || name === only);
if (wanted.length === 0) {
  leave({ kind: 'wrong', why: `--only takes a mutation of the list, not ${only}.` }, USAGE);
}

console.log('mutation | first seed | checker | seeds played | what it breaks');
const isClean = cleanSeeds();
const waiting = [...wanted];
const survivors: string[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await hunt(next, seedsFor(next, seeds), isClean);
      if (outcome.caught === null) survivors.push(next.name);
      console.log(lineOf(outcome));
    }
  }),
);
console.log('');
console.log(`${wanted.length - survivors.length} of ${wanted.length} caught`);
if (survivors.length === 0) {
  console.log('no violation: the checkers notice every fault that was planted');
} else {
  console.log(`SURVIVED: ${survivors.join(', ')}: these seeds or the checkers miss it`);
  process.exitCode = 1;
}

/** Only seeds with several processes, agents or providers can show their mutations. */
function seedsFor(
  { isFleet, isWork, isSource }: Mutation,
  all: readonly number[],
): readonly number[] {
  if (isWork === true) return all.filter(isWorkSeed);
  if (isSource === true) return all.filter(isSourceSeed);
  return isFleet === true ? all.filter(isFleetSeed) : all;
}

/** Null if the text is no list of seeds. */
function seedsOf(text: string): readonly number[] | null {
  const seeds: number[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? from);
    if (match === null || to < from || to - from + seeds.length >= SEEDS_MAX) return null;
    for (let seed = from; seed <= to; seed += 1) seeds.push(seed);
  }
  return seeds;
}

function lineOf({ mutation, caught, played }: Outcome): string {
  const { name, breaks } = mutation;
  const by = caught === null ? 'none | SURVIVED' : `${caught.seed} | ${caught.checker}`;
  return `${name} | ${by} | ${played} | ${breaks}`;
}
