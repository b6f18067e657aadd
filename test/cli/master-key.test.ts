/**
 * A process without the master key of its data starts nothing, says what to do, and changes
 * nothing. `master-key.proof.ts` tests other keys, and how a lost one is replaced.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { start, used } from './used-directory.ts';

test('a lost master key ends the start, and no new one is made', async (t) => {
  const { directory, file } = await used(t);
  const key = await readFile(file);
  await rm(file);
  const { code, stderr } = await start(directory);
  assert.equal(code, 1);
  assert.match(stderr, /master\.key is gone\. Put it back, or set RINGPOST_MASTER_KEY\. If it is/);
  assert.ok(!existsSync(file));
  await writeFile(file, key, { mode: 0o600 });
  const service = await startService({ directory });
  assert.equal(await service.stop(), 0);
});
