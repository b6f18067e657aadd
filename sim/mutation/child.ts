/**
 * Plays seeds in a mutated copy of the tree until one is caught; run there by `run.ts`, never
 * imported. Arguments: seeds. Prints one line of JSON: the verdict that caught it, or null.
 */
import { argv } from 'node:process';
import { scriptOf } from '../script/generate.ts';
import { judge } from '../verdict.ts';

let caught: unknown = null;
for (const seed of argv.slice(2).map(Number)) {
  const [first] = (await judge(scriptOf(seed))).violations;
  if (first === undefined) continue;
  caught = { seed, checker: first.checker, says: first.says };
  break;
}
console.log(JSON.stringify(caught));
