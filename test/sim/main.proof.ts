/** npm run sim as a process: several seeds, threads, and an interrupt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sim } from './ended-process.ts';

test('help ends with 0', async () => {
  const { code, out } = await sim('--help');
  assert.equal(code, 0);
  assert.match(out, /exit code: 0 no violation, 1 violation, 2 arguments/);
});

test('a seed with kept steps plays only these, and its trace can be read', async () => {
  const { code, out } = await sim('--seed', '17', '--keep', '0', '--trace');
  assert.equal(code, 0);
  assert.match(out, /^ {2}0:00:00\.000 {2}process {3}started, life 1\n/);
  assert.match(out, /\nseed 17 \(calm\): 1 steps, /);
});

test('a range prints each seed in order, the sum, and one hash for all', async () => {
  const { code, out } = await sim('--seeds', '17..20', '--threads', '2', '--verify-determinism');
  assert.equal(code, 0);
  const seeds = [...out.matchAll(/^seed (\d+) /gm)].map((match) => Number(match[1]));
  assert.deepEqual(seeds, [17, 18, 19, 20]);
  assert.match(out, /\n4 seeds, [\d,]+ simulated attempts, \d+ virtual hours, [\d,]+ attempts\/s/);
  assert.match(
    out,
    /hash over all traces: [0-9a-f]{64}\nno violation: every promise held in all 4 runs; /,
  );
  assert.match(out, /; played twice, the same hash both times\n$/);
});

test('an interrupt ends a long run with the counts so far', async () => {
  const { code, out } = await sim.interrupted('--minutes', '3', '--threads', '1');
  assert.equal(code, 0, out);
  assert.match(out, /\nended early\n.*hash over all traces/s);
});
