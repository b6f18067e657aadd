/**
 * `npm run crash`: the kill loop, a disk that is full again and again, or the faults of several
 * processes on PostgreSQL, with the verdict printed; `--help` lists the options. If it is
 * interrupted, the kill loop drains and judges what it has. The exit code is 0 only if nothing was
 * lost, reordered, repeated without a reason, invented, tried too often or left open.
 */
import { EXIT_CODES, numbersAsked } from '../../sim/command-line.ts';
import { playTable, TABLE_USAGE } from '../fault/table.ts';
import { mayMount, runDiskCycles } from './disk-cycles.ts';
import { runKillLoop } from './kill-loop.ts';

const FAULTS_LISTED = 20;
const USAGE = `npm run crash -- [--kills N] [--seed S]
npm run crash -- --disk-cycles N [--seed S]
${TABLE_USAGE}
  --kills N          how often the process is killed; 50 unless told
  --disk-cycles N    no kills: its disk is full N times; needs root
  --seed S           chooses moments, receivers and reports; 1 unless told
Ctrl-C: no more of it, what is left is delivered and judged
${EXIT_CODES}`;

const words = process.argv.slice(2);
if (words.includes('--store')) process.exit(await playTable(words));
const told = numbersAsked(USAGE, {
  kills: { or: 50, min: 1, max: 100_000 },
  'disk-cycles': { or: 0, min: 0, max: 10_000 },
  seed: { or: 1, min: 0, max: 2 ** 32 - 1 },
});
const { kills, seed } = told;
const cycles = told['disk-cycles'];
if (cycles > 0 && !mayMount()) {
  console.error('--disk-cycles mounts a small file system, which only root may.');
  process.exit(2);
}
let over = false;
process.on('SIGINT', () => {
  // The disk's run has mounted a file system: it always unmounts it.
  if (over && cycles === 0) process.exit(130);
  over = true;
  console.log('interrupted: what is left is delivered and judged');
});
const say = (line: string) => console.log(line);
const options = { seed, say, isOver: () => over, ownGroup: true };
const startMs = performance.now();
const { faults, ...figures } =
  cycles === 0
    ? await runKillLoop({ ...options, kills })
    : await runDiskCycles({ ...options, cycles });
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log(figures);
const { acknowledged, expected, open } = figures;
const trouble = 'kills' in figures ? `${figures.kills} kills` : `${figures.cycles} full disks`;
const wrong = [...faults, ...(open === 0 ? [] : [`${open} deliveries did not close in time`])];
for (const fault of wrong.slice(0, FAULTS_LISTED)) console.log(`VIOLATION  ${fault}`);
console.log('');
console.log(`${trouble}, ${acknowledged} reports acknowledged, ${seconds} s, seed ${seed}`);
if (wrong.length === 0) {
  console.log(`no violation: all ${expected} deliveries owed arrived, each lane in order`);
} else {
  const again = cycles === 0 ? `--kills ${kills}` : `--disk-cycles ${cycles}`;
  console.log(`VIOLATIONS: ${wrong.length}, as listed above`);
  console.log(`try again: npm run crash -- ${again} --seed ${seed} (moments differ a little)`);
  process.exitCode = 1;
}
