/**
 * `npm run fuzz -- --requests 50000 --seed 1`: hostile input at any length, with its counts. The
 * exit code is 0 only when no answer was wrong, the process logged no error, its memory stayed
 * bounded, the database is sound, and every reply that the document names was reached.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from './run.ts';
import { CODES_OF_TIME, CODES_OF_TROUBLE } from './tally.ts';

/** What the process may keep beyond an early look; caches and SQLite's pages are bounded. */
const GROWTH_MIB_MAX = 256;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
});
const startMs = performance.now();
const run = await runFuzz({
  ...{ requests: Number(values.requests), seed: Number(values.seed) },
  say: (line) => console.log(line),
});
const { tally, operations, failures, memoryMiB, delivered } = run;
for (const line of tally.lines()) console.log(line);
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log(
  `${tally.requests} requests, ${tally.answers} answers in ${seconds} s, seed ${values.seed}; ` +
    `${delivered} requests reached the receiver; ` +
    `memory ${memoryMiB.early} MiB early, ${memoryMiB.late} MiB at the end`,
);
const unreached = [...tally.missingReplies(operations), ...tally.missingCodes()];
console.log(`never reached: ${unreached.join(', ') || 'nothing'}`);
console.log(`not asked for here: ${[...CODES_OF_TROUBLE, ...CODES_OF_TIME].join(', ')}`);
for (const { faults, commands, seed } of failures) {
  console.log(`FAILED with seed ${seed}:`, ...faults.map((fault) => `\n  ${fault}`));
  for (const command of commands) console.log(`  ${command}`);
}
const grown = memoryMiB.late - memoryMiB.early > GROWTH_MIB_MAX;
if (grown) console.log('FAILED: the memory of the process grew without bound');
process.exitCode = failures.length > 0 || grown || unreached.length > 0 ? 1 : 0;
