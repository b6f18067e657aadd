/**
 * `npm run bench`: the path of one report against a bare loop in the same run, as ratios, and the
 * memory of a backlog. Absolute figures wander between machines and moments; ratios are what
 * counts. Options: `--reports N`, `--backlog N`, `--rounds N`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BOUNDED_HEAP, runBacklogMemory } from './backlog-memory.ts';
import { runBare } from './bare.ts';
import { runReportPath } from './report-path.ts';

const { values } = parseArgs({
  options: {
    reports: { type: 'string', default: '60000' },
    backlog: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const reports = Number(values.reports);
const rounds = Number(values.rounds);

console.log(`Node ${process.version}, ${availableParallelism()} cores, ${reports} reports a round`);
const bare: number[] = [];
const batched: number[] = [];
const single: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const bareNow = await runBare(reports);
  const batchedNow = await runReportPath(reports, 50);
  const singleNow = await runReportPath(reports, 1);
  bare.push(bareNow);
  batched.push(batchedNow.perSecond / bareNow);
  single.push(singleNow.perSecond / bareNow);
  console.log(`round ${round}: bare undici loop ${rate(bareNow)}`);
  for (const [name, result] of [
    ['50 reports a request', batchedNow],
    ['1 report a request  ', singleNow],
  ] as const) {
    console.log(
      `  ${name} ${rate(result.perSecond)}  ratio ${(result.perSecond / bareNow).toFixed(2)}` +
        `  202 after p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms` +
        `  unverified ${result.unverified}, out of order ${result.outOfOrder}`,
    );
  }
}
console.log(`median ratio to bare: batched ${median(batched)}, single ${median(single)}`);

const backlog = Number(values.backlog);
for (const [heap, nodeOptions] of [
  ['as it is', ''],
  [BOUNDED_HEAP, BOUNDED_HEAP],
] as const) {
  const memory = await runBacklogMemory(backlog, nodeOptions);
  console.log(
    `backlog of ${backlog} waiting deliveries (heap: ${heap}): RSS ${mib(memory.warmMiB)} warm,` +
      ` ${mib(memory.tenthMiB)} at a tenth, ${mib(memory.backlogMiB)} at the whole,` +
      ` peak ${mib(memory.peakMiB)};` +
      ` restart ready after ${memory.restartMs.toFixed(0)} ms with ${mib(memory.restartedMiB)}`,
  );
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}

function mib(value: number): string {
  return `${value.toFixed(0)} MiB`;
}

function median(ratios: readonly number[]): string {
  const sorted = [...ratios].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(2);
}
