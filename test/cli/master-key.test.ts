/**
 * A process without the master key of its data starts nothing, says what to do, and leaves
 * everything as it was. `master-key.proof.ts` has other keys, and how a lost one is replaced.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { start, used } from './used-directory.ts';

test('a lost master key ends the start, and no other one is made', async (t) => {
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

test('migrate says from which version to which, and that there is nothing to do', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-migrate-'));
  t.after(() => rm(directory, { recursive: true }));
  const migrate = () => run(MAIN, ['migrate', '--data-dir', directory]);
  const first = await migrate();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^ringpost migrate: from 0 to [1-9]\d* \(data directory \/.*\)$/m);
  assert.match(
    (await migrate()).stdout,
    /^ringpost migrate: nothing to do, the schema is at \d+ \(data directory \/.*\)$/m,
  );
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec("insert into migrations values (9999, '9999-later.sql', 'x', 0, 1)");
  database.close();
  for (const ended of [await migrate(), await start(directory)]) {
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /migrated by a newer Ringpost .* Start the newer version/);
  }
});
