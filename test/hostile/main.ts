/**
 * `node test/hostile/main.ts --rounds 20 --calls 10`: the hostile run at any length, as a table.
 * The exit code is 0 only when the bounds of test/hostile/bounds.ts hold.
 */
import { parseArgs } from 'node:util';
import { faultsOf } from './bounds.ts';
import { runHostile } from './run.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, calls: { type: 'string', default: '10' } },
});
const run = await runHostile({
  rounds: Number(values.rounds),
  calls: Number(values.calls),
  say: (line) => console.log(line),
});
const ms = ({ p50, p99 }: { p50: number; p99: number }) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
console.table({
  'hostile endpoints': run.endpoints,
  'attempts by outcome': JSON.stringify(run.attempts),
  'healthy deliveries': `${run.arrived} of ${run.reported}`,
  'hostile deliveries open then': run.openThen,
  'healthy alone': ms(run.aloneMs),
  'healthy among hostile': ms(run.amongMs),
  'memory of the service': `${mib(run.rssBytes)}, +${mib(run.rssGrowthBytes)} since it was warm`,
  'open files at most': run.filesMax,
});
const faults = faultsOf(run);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
