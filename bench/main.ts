/**
 * `npm run bench`: the path of one report against a bare loop in the same run, as ratios, and the
 * memory of a backlog. Absolute figures wander between machines and moments; ratios are what
 * counts. With `--store postgres` the stores beside each other: several processes on PostgreSQL.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BOUNDED_HEAP, runBacklogMemory } from './backlog-memory.ts';
import { runBare } from './bare.ts';
import { median, mib, rate } from './figures.ts';
import { runGrowth } from './growth.ts';
import { onSqlite } from './line.ts';
import { measurePath, type PathResult } from './report-path.ts';
import { runSignInFlood } from './sign-in-flood.ts';
import { runSignatures } from './signatures.ts';
import { PARTS, runStores } from './stores.ts';

const HELP = `npm run bench -- [options]
  --reports N      of each measurement (60000; with --store postgres 30000)
  --rounds N       of all cases in turn (3)
  --backlog N      waiting deliveries of the memory figures (100000)
  --store postgres the path on PostgreSQL beside SQLite, latency, and the store alone
  --workers LIST   worker processes beside one API process; 0: one process is both (0,1,2,4)
  --parts LIST     of ${PARTS.join(',')} (all)
  --growth SIZES   instead: a delivery's cost on histories of these sizes (10000,1000000)
  --signatures     instead: what each kind of proof of an endpoint costs a delivery
  --sign-ins N     instead: reports while N sign-ins a second have wrong passwords
  --profile FOLDER CPU profiles of the processes, and what each statement took
RINGPOST_TEST_DATABASE_URL names a PostgreSQL; without it, one of its own is started.`;

const { values } = parseArgs({
  options: {
    reports: { type: 'string' },
    backlog: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    store: { type: 'string', default: 'sqlite' },
    workers: { type: 'string', default: '0,1,2,4' },
    parts: { type: 'string', default: PARTS.join(',') },
    profile: { type: 'string' },
    growth: { type: 'string' },
    'sign-ins': { type: 'string' },
    signatures: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

if (values.help) console.log(HELP);
else if (values.growth !== undefined) await runGrowth(values.growth.split(',').map(Number));
else if (values.signatures) await runSignatures(Number(values.reports ?? 20_000), rounds);
else if (values['sign-ins'] !== undefined) {
  await runSignInFlood(Number(values.reports ?? 2_000), Number(values['sign-ins']));
} else if (values.store === 'postgres') {
  await runStores({
    reports: Number(values.reports ?? 30_000),
    rounds,
    workers: values.workers.split(',').map(Number),
    parts: values.parts.split(','),
    profile: values.profile ?? null,
  });
} else await runSqlite(Number(values.reports ?? 60_000), Number(values.backlog));

async function runSqlite(reports: number, backlog: number): Promise<void> {
  const cores = availableParallelism();
  console.log(`Node ${process.version}, ${cores} cores, ${reports} reports a round`);
  const batched: number[] = [];
  const single: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bareNow = await runBare(reports);
    const batchedNow = await pathOf(reports, 50);
    const singleNow = await pathOf(reports, 1);
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
  const [one, other] = [median(batched).toFixed(2), median(single).toFixed(2)];
  console.log(`median ratio to bare: batched ${one}, single ${other}`);
  await showMemory(backlog);
}

function pathOf(reports: number, batch: number): Promise<PathResult> {
  return onSqlite({ endpoints: 1 }, (line) => measurePath(line, { reports, batch, warmUp: 2_000 }));
}

async function showMemory(backlog: number): Promise<void> {
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
}
