/**
 * `npm run crash -- --kills 50 --seed 1`: the kill loop at any length, with its verdict printed.
 * The exit code is 0 only when nothing was lost, reordered, invented or left open.
 */
import { parseArgs } from 'node:util';
import { runKillLoop } from './kill-loop.ts';
import { seededRandom } from './seeded.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const run = await runKillLoop({
  kills: Number(values.kills),
  random: seededRandom(Number(values.seed)),
  say: (line) => console.log(line),
});
const { lost, invented, outOfOrder, refused, ...figures } = run;
console.log(figures);
for (const [name, cases] of Object.entries({ lost, invented, outOfOrder, refused })) {
  console.log(`${name}: ${cases.length}`, cases.slice(0, 10));
}
const wrong = lost.length + invented.length + outOfOrder.length + refused.length + run.open;
process.exitCode = wrong === 0 ? 0 : 1;
