/** A command that a signal stops leaves no half of a file. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const MODULE = new URL('../../src/cli/remove-when-ended.ts', import.meta.url).href;

test('a signal removes the file and ends the process with its number', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-ended-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [signal, code] of [['SIGTERM', 143] as const, ['SIGINT', 130] as const]) {
    const partial = join(folder, `${signal}.partial`);
    writeFileSync(partial, 'half');
    const script = `
      const { removeWhenEnded } = await import(${JSON.stringify(MODULE)});
      removeWhenEnded(${JSON.stringify(partial)});
      process.stdout.write('ready');
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(child.stdout, 'data');
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [code, null]);
    assert.ok(!existsSync(partial));
  }
});
