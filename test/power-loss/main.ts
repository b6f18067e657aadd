/**
 * `npx node test/power-loss/main.ts`: as many power cuts as asked, with the verdict printed;
 * `--help` lists the options. The exit code is 0 only if no state was damaged, half or without an
 * acknowledged change, and if the control saw its losses.
 */
import { EXIT_CODES, numbersAsked } from '../../sim/command-line.ts';
import { runPowerCuts } from './run.ts';
import { serveStates } from './served.ts';

/** Losses that the control must see per hundred states; it acknowledges before the sync. */
const LOST_IF_EARLY_PERCENT = 25;
const FAULTS_LISTED = 20;
const COMMAND = 'npx node test/power-loss/main.ts';
const USAGE = `${COMMAND} [--states N] [--served N] [--seed S]
  --states N    power cuts, each judged on the files it leaves; 2000 unless told
  --served N    so many more on which the real process starts and delivers; none unless told
  --seed S      chooses the commits and where the power is cut; 1 unless told
${EXIT_CODES}`;

const { states, served, seed } = numbersAsked(USAGE, {
  // With fewer states the control sees too little to prove anything.
  states: { or: 2_000, min: 20, max: 1_000_000 },
  served: { or: 0, min: 0, max: 10_000 },
  seed: { or: 1, min: 0, max: 2 ** 32 - 1 },
});
const startMs = performance.now();
const run = await runPowerCuts({ states, seed, say: (line) => console.log(line) });
const { faults, ...figures } = run;
console.log(figures);
const wrong = [...faults];
if (run.lostIfEarly * 100 < run.states * LOST_IF_EARLY_PERCENT) {
  wrong.push('the control saw too few losses: the check is blind');
}
for (const verdict of await serveStates({ states: served, seed })) {
  console.log('served', verdict);
  wrong.push(...verdict.faults.map(({ says }) => `served: ${says}`));
  if (verdict.open > 0) wrong.push(`served: ${verdict.open} deliveries did not close in time`);
}
for (const fault of wrong.slice(0, FAULTS_LISTED)) console.log(`VIOLATION  ${fault}`);
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log('');
console.log(`${run.states} power cuts, ${served} served, ${seconds} s, seed ${seed}`);
console.log(
  `control: acknowledged before the sync, ${run.lostIfEarly} of ${run.states} would have lost data`,
);
if (wrong.length === 0) {
  console.log('no violation: every cut left a sound database with all that was acknowledged');
} else {
  console.log(`VIOLATIONS: ${wrong.length}, the first of them above`);
  console.log(`replay: ${COMMAND} --states ${states} --served ${served} --seed ${seed}`);
  process.exitCode = 1;
}
