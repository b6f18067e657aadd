/**
 * A token for the first owner and a reset of a password, written to a stopped embedded store in
 * this thread. `test/cli/setup-link.proof.ts` and `reset-password.proof.ts` test the commands that
 * print them as links.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createHostReset } from '../../src/compose/host-reset.ts';
import { addSetupToken } from '../../src/compose/setup-token.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { isDirectoryInUse } from '../../src/store/sqlite/lock.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import { migratedDirectory } from '../support/migrated-directory.ts';

test('a token is stored by its hash, and the directory is free again', async (t) => {
  const { directory, settings, count } = stopped(t);
  const token = await addSetupToken(settings);
  assert.match(token ?? '', /^[\w-]{43}$/);
  assert.equal(count('select count(*) n from setup_tokens'), 1);
  assert.equal(count(`select count(*) n from setup_tokens where hash = '${token}'`), 0);
  assert.ok(!isDirectoryInUse(directory));
});

test('an address without an account gets no reset', async (t) => {
  const { directory, settings, count } = stopped(t);
  assert.equal(await createHostReset(settings, 'Kim@Example.com'), null);
  assert.equal(count('select count(*) n from password_resets'), 0);
  assert.ok(!isDirectoryInUse(directory));
});

function stopped(t: TestContext) {
  const directory = migratedDirectory('ringpost-stopped-');
  t.after(() => rmSync(directory, { recursive: true }));
  const read = readSettings({}, { RINGPOST_DATA_DIR: directory });
  assert.ok(read.kind === 'ok');
  const count = (sql: string): unknown => {
    const database = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
    try {
      return database.prepare(sql).get()?.n;
    } finally {
      database.close();
    }
  };
  return { directory, settings: read.settings, count };
}
