/**
 * Plays seeds until a checker complains of one; run by `run.ts`, never imported. Arguments: a file
 * that lists the addresses of modules with the text that is loaded in their place, or nothing; the
 * world; then seeds. Prints one line of JSON: the verdict that caught the fault, or null.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { argv } from 'node:process';

const [mutant = '', world, ...seeds] = argv.slice(2);
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
const firstFault = world === 'alerts' ? await ofAlerts() : await ofCalls();

let caught: unknown = null;
for (const seed of seeds.map(Number)) {
  const first = await firstFault(seed);
  if (first === null) continue;
  caught = { seed, ...first };
  break;
}
console.log(JSON.stringify(caught));

interface Fault {
  readonly checker: string;
  readonly says: string;
}

/** Imported late, so that its modules are mutated. */
async function ofCalls(): Promise<(seed: number) => Promise<Fault | null>> {
  const { scriptOf } = await import('../script/generate.ts');
  const { judge } = await import('../verdict.ts');
  return async (seed) => {
    const [first] = (await judge(scriptOf(seed))).violations;
    return first === undefined ? null : { checker: first.checker, says: first.says };
  };
}

async function ofAlerts(): Promise<(seed: number) => Promise<Fault | null>> {
  const { playAlerts } = await import('../alert/alert-world.ts');
  const { alertFaults } = await import('../alert/alert-check.ts');
  return async (seed) => {
    const [says] = alertFaults(await playAlerts(seed));
    return says === undefined ? null : { checker: `alert-${says.split(':')[0]}`, says };
  };
}
