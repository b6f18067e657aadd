/**
 * `npm run crash -- --kills 200 --seed 1`: the kill loop at any length, with its verdict printed;
 * interrupted, it drains and judges what was. `npm run crash -- --disk-cycles 20`: a full disk as
 * often as that instead; needs root. The exit code is 0 only when nothing was lost, reordered,
 * repeated without a reason, invented, tried too often or left open.
 */
import { parseArgs } from 'node:util';
import { runDiskCycles } from './disk-cycles.ts';
import { runKillLoop } from './kill-loop.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    'disk-cycles': { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const options = { seed: Number(values.seed), say: (line: string) => console.log(line) };
let over = false;
process.once('SIGINT', () => {
  over = true;
});
const cycles = values['disk-cycles'];
const { faults, ...figures } =
  cycles === undefined
    ? await runKillLoop({ ...options, kills: Number(values.kills), isOver: () => over })
    : await runDiskCycles({ ...options, cycles: Number(cycles) });
console.log(figures);
console.log(`faults: ${faults.length}`, faults.slice(0, 20));
process.exitCode = faults.length === 0 && figures.open === 0 ? 0 : 1;
