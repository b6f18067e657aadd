/** A stopped run resolves with its output so far, however the process reacts. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type NodeResult, runNode, stopRunning } from './run-node.ts';

/** Runs a program that prints a line, and stops it then. */
async function stopped(t: TestContext, more: string, killAfterMs?: number): Promise<NodeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'printed');
  const program = `
    const { writeFileSync, writeSync } = require('node:fs');
    ${more}
    writeSync(1, 'so far');
    writeFileSync(${JSON.stringify(file)}, '');
    setInterval(() => {}, 60_000);`;
  const run = runNode(['--eval', program]);
  while (!existsSync(file)) await turn();
  stopRunning('SIGTERM', killAfterMs);
  return run;
}

test('a stopped run resolves with what it printed', async (t) => {
  const { exitCode, output } = await stopped(t, '');
  assert.deepEqual([exitCode, output], [null, 'so far']);
});

test('a run that ignores the signal is killed', async (t) => {
  const { exitCode, output } = await stopped(t, "process.on('SIGTERM', () => {});", 10);
  assert.deepEqual([exitCode, output], [null, 'so far']);
});

test('a process that the run started does not delay its end', async (t) => {
  const child = "'node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' })";
  const more = `const { pid } = require(${child}; writeSync(1, pid + ' ');`;
  const { output } = await stopped(t, more, 10);
  const [, pid] = /^(\d+) so far$/.exec(output) ?? [];
  assert.ok(pid !== undefined, output);
  process.kill(Number(pid));
});
