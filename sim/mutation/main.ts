/**
 * `node sim/mutation/main.ts [--only name] [--seeds A..B,C]`: puts every mutation of the list into
 * a copy of the tree and tells which seed and which checker caught it. Exit code 1 when one
 * survives: then the checkers have no teeth for it.
 */
import { parseArgs } from 'node:util';
import { MUTATIONS } from './list.ts';
import { cleanSeeds, hunt, type Outcome } from './run.ts';

const SEEDS_DEFAULT = '1..500';
/** Each has a process of its own. */
const AT_ONCE = 2;

const { values } = parseArgs({
  options: { only: { type: 'string' }, seeds: { type: 'string', default: SEEDS_DEFAULT } },
});
const seeds = values.seeds.split(',').flatMap((part) => {
  const [from = 1, to = from] = part.split('..').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
});
const wanted = MUTATIONS.filter(({ name }) => values.only === undefined || name === values.only);
if (wanted.length === 0 || !seeds.every(Number.isSafeInteger)) {
  console.error(`No such mutation or seeds. Mutations: ${MUTATIONS.map(({ name }) => name)}`);
  process.exit(2);
}

console.log('mutation | first seed | checker | seeds played | what it breaks');
const isClean = cleanSeeds();
const waiting = [...wanted];
const survivors: string[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await hunt(next, seeds, isClean);
      if (outcome.caught === null) survivors.push(next.name);
      console.log(lineOf(outcome));
    }
  }),
);
console.log(`${wanted.length - survivors.length} of ${wanted.length} caught`);
if (survivors.length > 0) {
  console.log(`SURVIVED: ${survivors.join(', ')}`);
  process.exitCode = 1;
}

function lineOf({ mutation, caught, played }: Outcome): string {
  const { name, breaks } = mutation;
  const by = caught === null ? 'none | SURVIVED' : `${caught.seed} | ${caught.checker}`;
  return `${name} | ${by} | ${played} | ${breaks}`;
}
