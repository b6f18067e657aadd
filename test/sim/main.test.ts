/** `npm run sim` as a process: exit codes and what it prints. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../sim/main.ts', import.meta.url));

test('arguments that make no sense end with 2, a sentence and the usage', async () => {
  const { code, out, err } = await sim('--seeds', '9..5');
  assert.equal(code, 2);
  assert.match(err, /^--seeds takes two whole numbers/);
  assert.match(err, /npm run sim -- --seed N/);
  assert.equal(out, '');
});

test('help ends with 0', async () => {
  const { code, out } = await sim('--help');
  assert.equal(code, 0);
  assert.match(out, /exit code: 0 no violation, 1 violation, 2 arguments/);
});

test('one seed prints its profile, its counts and its hash, the same at every run', async () => {
  const [one, other] = await Promise.all([sim('--seed', '17'), sim('--seed', '17')]);
  assert.equal(one.code, 0, one.err);
  assert.match(one.out, /^seed 17 \(calm\): \d+ steps, .* attempts, 1 lives/);
  assert.match(one.out, /trace hash [0-9a-f]{64}\nno violation: every promise held in this run\n$/);
  assert.equal(one.out, other.out);
});

test('a shortened seed is played with the kept steps only, and its trace can be read', async () => {
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

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly err: string;
}

async function sim(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], { timeout: 120_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });
}

/** Interrupted as soon as it has told of its progress. */
sim.interrupted = async (...words: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...words], (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
    child.stdout?.once('data', () => child.kill('SIGINT'));
  });
