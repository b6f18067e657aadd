/**
 * `npm run bench`: the path of one report against a bare loop in the same run, as ratios, latency
 * at low load, and the memory of a backlog. Absolute figures wander between machines and moments;
 * ratios are what counts. Options name other modes; each is a file of `mode/`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BOUNDED_HEAP, runBacklogMemory } from './backlog-memory.ts';
import { mib } from './figures.ts';
import { runGrowth } from './mode/growth.ts';
import { runPath } from './mode/path.ts';
import { runSignInFlood } from './mode/sign-in-flood.ts';
import { runSignatures } from './mode/signatures.ts';
import { PARTS, runStores } from './mode/stores.ts';

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
} else {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  await runPath({ reports: Number(values.reports ?? 60_000), rounds });
  await showMemory(Number(values.backlog));
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
