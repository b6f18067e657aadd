/** The demo as a reader runs it: it verifies itself, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { STEPS } from '../../../examples/demo/journal.ts';

const MAIN = fileURLToPath(new URL('../../../examples/demo/main.ts', import.meta.url));
const RUN_MS_MAX = 60_000;

function startDemo(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-demo-test-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_MS_MAX,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return {
    child,
    ended,
    output: () => output,
    left: () => readdirSync(directory).filter((name) => name.startsWith('ringpost-demo-')),
  };
}

async function printed(child: ChildProcess, output: () => string, text: string): Promise<void> {
  while (!output().includes(text)) {
    if (child.stdout === null) assert.fail('no output');
    await once(child.stdout, 'data');
  }
}

test('the demo prints every step, verifies itself and ends within a minute', async (t) => {
  const { ended, output, left } = startDemo(t);
  assert.equal(await ended, 0, output());
  for (const [at, name] of STEPS.entries()) {
    assert.match(output(), new RegExp(` ${at + 1} ${name} +demo-answered `));
  }
  assert.match(output(), /\n {2}ok {3}signed: received 81 of 81 expected webhooks\n/);
  assert.match(output(), /\n {2}ok {3}duplicates: 0\n/);
  assert.equal(output().includes('FAIL'), false);
  assert.deepEqual(left(), []);
});

test('Ctrl-C stops everything and removes the directory', async (t) => {
  const { child, ended, output, left } = startDemo(t);
  await printed(child, output, 'the platform posts');
  assert.equal(left().length, 1);
  child.kill('SIGINT');
  assert.equal(await ended, 130, output());
  assert.deepEqual(left(), []);
});
