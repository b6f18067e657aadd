/**
 * `npm run proofs`: runs every long proof of `proof.ts`, as many at once as the cores have room
 * for, and prints a line and the time of each; a proof that fails or is stopped by a signal is
 * printed with the end of its output. `--budget 12m` begins a proof only if it ends within that
 * time on a quiet machine, begins the proofs without weight at another one with each commit, and
 * names the proofs that did not run. Exit code: 0 if each proof that ran holds, 1 if not, 2 for
 * wrong arguments.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { EXIT_CODES, leave, readWords } from '../../sim/command-line.ts';
import { allProofs, budgetMs, inTurn, nextWithin, type Proof } from './proof.ts';
import { runNode, stopOnSignal } from './run-node.ts';

const HOUR_MS = 3_600_000;
const USAGE = `npm run proofs -- [--only NAME] [--budget 12m] [--turn N]
  --only NAME    the proofs whose name begins so; all of them unless told
  --budget TIME  begins only what ends within 90s, 12m, 1h; says which did not run
  --turn N       where the proofs that take turns begin; the number of commits unless told
${EXIT_CODES}
The proofs:
${allProofs()
  .map(({ name, proves }) => `  ${name.padEnd(40)} ${proves}`)
  .join('\n')}`;

const asked = readWords(process.argv.slice(2), ['only', 'budget', 'turn']);
if (asked.kind !== 'run') leave(asked, USAGE);
const { only = '', budget, turn: turnTold } = asked.words;
const limitMs = budget === undefined ? Number.POSITIVE_INFINITY : budgetMs(budget);
if (limitMs === null) refuse('--budget takes a time such as 90s, 12m or 1h.');
const turn = turnTold === undefined ? commits() : Number(turnTold);
if (!Number.isSafeInteger(turn) || turn < 0) refuse('--turn takes a whole number.');
const proofs = inTurn(allProofs(), turn).filter(({ name }) => name.startsWith(only));
if (proofs.length === 0) refuse(`No proof has a name that begins with ${only}.`);

const startMs = performance.now();
const waiting = [...proofs];
const failed: string[] = [];
let begun = 0;
let ended = 0;
let stoppedBy: NodeJS.Signals | null = null;
stopOnSignal((signal) => {
  stoppedBy = signal;
});
await playAll();
for (const { name } of waiting) console.log(`did not run: ${name}`);
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
console.log(
  `${ended} of ${proofs.length} proofs ran in ${minutes} min, ${failed.length} failed` +
    `${failed.length === 0 ? '' : `: ${failed.join(', ')}`}`,
);
process.exitCode = failed.length === 0 && stoppedBy === null ? 0 : 1;

/** In order: a proof that needs more cores than are free waits, and so do those behind it. */
async function playAll(): Promise<void> {
  const cores = availableParallelism();
  const running = new Set<Promise<void>>();
  let free = cores;
  for (;;) {
    const leftMs = (limitMs ?? 0) - (performance.now() - startMs);
    const next = stoppedBy === null ? nextWithin(waiting, leftMs, begun === 0) : undefined;
    const needed = Math.min(cores, next?.cores ?? 0);
    if (next !== undefined && needed <= free) {
      waiting.splice(waiting.indexOf(next), 1);
      begun += 1;
      free -= needed;
      const played = play(next).finally(() => {
        free += needed;
        running.delete(played);
      });
      running.add(played);
    } else if (running.size === 0) return;
    else await Promise.race(running);
  }
}

async function play({ name, command }: Proof): Promise<void> {
  console.log(`begins  ${name}`);
  const { exitCode, output, seconds } = await runNode(command);
  ended += 1;
  const state = exitCode === 0 ? 'holds ' : stoppedBy === null ? 'FAILED' : 'STOPPED';
  console.log(`${state}  ${name}  ${seconds.toFixed(0)} s`);
  if (exitCode === 0) return;
  failed.push(name);
  console.log(output);
}

/** If there is no history, the hour. */
function commits(): number {
  try {
    return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { stdio: 'pipe' }));
  } catch {
    return Math.floor(Date.now() / HOUR_MS);
  }
}

function refuse(why: string): never {
  return leave({ kind: 'wrong', why }, USAGE);
}
