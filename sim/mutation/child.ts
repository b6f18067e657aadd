/**
 * Plays seeds until one is caught; run by `run.ts`, never imported. Arguments: a file that lists
 * the addresses of modules with the text that is loaded in their place, or nothing; then seeds.
 * Prints one line of JSON: the verdict that caught it, or null.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { argv } from 'node:process';

const [mutant = '', ...seeds] = argv.slice(2);
const texts = new Map<string, string>(
  mutant === '' ? [] : JSON.parse(readFileSync(mutant, 'utf8')),
);
registerHooks({
  load: (url, context, next) => {
    const source = texts.get(url);
    if (source === undefined) return next(url, context);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
const { scriptOf } = await import('../script/generate.ts');
const { judge } = await import('../verdict.ts');

let caught: unknown = null;
for (const seed of seeds.map(Number)) {
  const [first] = (await judge(scriptOf(seed))).violations;
  if (first === undefined) continue;
  caught = { seed, checker: first.checker, says: first.says };
  break;
}
console.log(JSON.stringify(caught));
