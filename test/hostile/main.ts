/**
 * `node test/hostile/main.ts --rounds 20 --calls 10`: the hostile run at any length, as a table
 * beside its control. The exit code is 0 only when the bounds of test/hostile/bounds.ts hold.
 */
import { parseArgs } from 'node:util';
import { faultsOf } from './bounds.ts';
import { type CrowdRun, runHostile } from './run.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, calls: { type: 'string', default: '10' } },
});
const run = await runHostile({
  rounds: Number(values.rounds),
  calls: Number(values.calls),
  say: (line) => console.log(line),
});
console.table({ honest: shown(run.honest), hostile: shown(run.hostile) });
const faults = faultsOf(run);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

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
