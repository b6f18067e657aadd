/**
 * `ringpost doctor` on the embedded store: a directory without faults. `doctor.proof.ts` breaks the
 * thing itself for each check, `doctor-database.proof.ts` tests PostgreSQL, other files mail, model
 * and inbox.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDashboard } from '../../src/cli/doctor.ts';
import { doctor } from './doctoring.ts';
import { used } from './used-directory.ts';

test('a used directory has no fault, and the doctor changes nothing', async (t) => {
  const { directory } = await used(t);
  const before = await stat(join(directory, 'ringpost.db'));
  const { told, found } = await doctor(directory);
  const names = ['directory', 'rights', 'schema', 'integrity', 'master-key', 'clock', 'oldest'];
  for (const name of names) assert.equal(found(name), 'well', name);
  assert.ok(told.checks.every(({ name }) => typeof name === 'string'));
  assert.equal((await stat(join(directory, 'ringpost.db'))).mtimeMs, before.mtimeMs);
});

test('a dashboard that is not built', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  t.after(() => rm(empty, { recursive: true }));
  assert.match(checkDashboard(empty).text, /not built.*npm run build/);
  await writeFile(join(empty, 'index.html'), '');
  assert.ok(checkDashboard(empty).good);
});
