/**
 * `npm run crash -- --kills 200 --seed 1`: the kill loop at any length, with its verdict printed.
 * The exit code is 0 only when nothing was lost, reordered, repeated without a reason, invented,
 * tried too often or left open.
 */
import { parseArgs } from 'node:util';
import { runKillLoop } from './kill-loop.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const { faults, ...figures } = await runKillLoop({
  kills: Number(values.kills),
  seed: Number(values.seed),
  say: (line) => console.log(line),
});
console.log(figures);
console.log(`faults: ${faults.length}`, faults.slice(0, 20));
process.exitCode = faults.length === 0 && figures.open === 0 ? 0 : 1;
