/**
 * `node test/power-loss/main.ts --states 2000 --seed 1`: power cuts at any length, with the
 * verdict printed; `--served 5` also starts the real process on so many. The exit code is 0 only
 * when no state was damaged, half or short of anything acknowledged, and when the control saw its
 * losses.
 */
import { parseArgs } from 'node:util';
import { runPowerCuts } from './run.ts';
import { serveStates } from './served.ts';

/** Of a hundred states in the control that acknowledges before the sync. */
const LOST_IF_EARLY_PERCENT = 25;

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '2000' },
    served: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const run = await runPowerCuts({
  states: Number(values.states),
  seed,
  say: (line) => console.log(line),
});
const { faults, ...figures } = run;
console.log(figures);
console.log(`faults: ${faults.length}`, faults.slice(0, 10));
const sees = run.lostIfEarly * 100 >= run.states * LOST_IF_EARLY_PERCENT;
if (!sees) console.log('the control saw too few losses: the check is blind');
let wrong = 0;
for (const served of await serveStates({ states: Number(values.served), seed })) {
  console.log('served', served);
  wrong += served.faults.length + served.open;
}
process.exitCode = faults.length === 0 && wrong === 0 && sees ? 0 : 1;
