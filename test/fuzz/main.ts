/**
 * `npm run fuzz`: hostile input at any length, with its counts; `--help` tells the options. The
 * exit code is 0 only when no answer was wrong, the process logged no error, its memory stayed
 * bounded, the database is sound, and every reply that the document names was reached.
 */
import { EXIT_CODES, numbersAsked } from '../../sim/command-line.ts';
import { GROWTH_MIB_MAX, runFuzz } from './run.ts';
import { CODES_OF_TIME, CODES_OF_TROUBLE } from './tally.ts';

const USAGE = `npm run fuzz -- [--requests N] [--seed S]
  --requests N    hostile requests; 50000 unless told, and few reach not every answer
  --seed S        chooses them; 1 unless told
${EXIT_CODES}`;

const { requests, seed } = numbersAsked(USAGE, {
  requests: { or: 50_000, min: 1, max: 100_000_000 },
  // Seeds derived from it must stay whole numbers.
  seed: { or: 1, min: 0, max: 2 ** 32 - 1 },
});
const startMs = performance.now();
const run = await runFuzz({ requests, seed, say: (line) => console.log(line) });
const { tally, operations, failures, memoryMiB, delivered } = run;
for (const line of tally.lines()) console.log(line);
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log(
  `${tally.requests} requests, ${tally.answers} answers in ${seconds} s, seed ${seed}; ` +
    `${delivered} requests reached the receiver; ` +
    `memory ${memoryMiB.early} MiB early, ${memoryMiB.late} MiB at the end`,
);
const unreached = [...tally.missingReplies(operations), ...tally.missingCodes()];
console.log(`never reached: ${unreached.join(', ') || 'nothing'}`);
console.log(`not asked for here: ${[...CODES_OF_TROUBLE, ...CODES_OF_TIME].join(', ')}`);
for (const { faults, commands } of failures) {
  for (const fault of faults) console.log(`VIOLATION  ${fault}`);
  if (commands.length > 0) console.log('after these requests, with nothing before them:');
  for (const command of commands) console.log(`  ${command}`);
}
const grown = memoryMiB.late - memoryMiB.early > GROWTH_MIB_MAX;
if (grown) console.log('VIOLATION  the memory of the process grew without bound');
const violations = failures.length + (grown ? 1 : 0);
console.log('');
if (violations > 0) {
  console.log(`VIOLATIONS: ${violations}, as listed above`);
  console.log(`replay: npm run fuzz -- --requests ${requests} --seed ${seed}`);
} else if (unreached.length > 0) {
  console.log(
    `NOT PROVED: no violation, but what stands at "never reached" was not tried in ` +
      `${tally.requests} requests; try more, or another seed`,
  );
} else {
  console.log(
    'no violation: every answer was documented, in time and without a secret; ' +
      'no 5xx, memory bounded, the database sound',
  );
}
process.exitCode = violations > 0 || unreached.length > 0 ? 1 : 0;
