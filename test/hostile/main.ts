/**
 * `npx node test/hostile/main.ts`: the hostile run at any length, as a table beside its control;
 * `--help` tells the options. The exit code is 0 only when the bounds of test/hostile/bounds.ts
 * hold.
 */
import { EXIT_CODES, numbersAsked } from '../../sim/command-line.ts';
import { faultsOf } from './bounds.ts';
import { type CrowdRun, runHostile } from './run.ts';

const COMMAND = 'npx node test/hostile/main.ts';
const USAGE = `${COMMAND} [--rounds N] [--calls N]
  --rounds N    rounds of reports, after some that warm up; 20 unless told
  --calls N     reports in a round, each a delivery to every endpoint; 10 unless told
${EXIT_CODES}`;

const { rounds, calls } = numbersAsked(USAGE, {
  rounds: { or: 20, min: 1, max: 10_000 },
  calls: { or: 10, min: 1, max: 1_000 },
});
const startMs = performance.now();
const run = await runHostile({ rounds, calls, say: (line) => console.log(line) });
console.table({ honest: shown(run.honest), hostile: shown(run.hostile) });
const faults = faultsOf(run);
for (const fault of faults) console.log(`VIOLATION  ${fault}`);
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log('');
console.log(`${rounds} rounds of ${calls} reports, honest and hostile, ${seconds} s`);
if (faults.length === 0) {
  console.log(
    `no violation: all ${run.hostile.reported} healthy deliveries arrived in time among ` +
      `${run.hostile.endpoints} hostile endpoints; memory and files stayed within bounds`,
  );
} else {
  console.log(`VIOLATIONS: ${faults.length}, as listed above`);
  console.log(`try again: ${COMMAND} --rounds ${rounds} --calls ${calls}`);
  process.exitCode = 1;
}

function shown({ endpoints, attempts, waitMs, ...run }: CrowdRun) {
  return {
    endpoints,
    ...attempts,
    'healthy arrived': `${run.arrived} of ${run.reported}`,
    'open then': run.openThen,
    'p50 ms': Math.round(waitMs.p50),
    'p99 ms': Math.round(waitMs.p99),
    MiB: Math.round(run.rssBytes / 2 ** 20),
    files: run.filesMax,
  };
}
