/**
 * Backup, verification and restore of a data directory by the commands themselves: beside a running
 * service, and with a damaged database. `backup.proof.ts` tests refusals, and a large file under
 * load.
 */
import assert from 'node:assert/strict';
import { copyFile, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';
import { backup, folder, restore, verify } from './backing-up.ts';
import { used } from './used-directory.ts';

test('a running service is backed up, and its data starts again in another place', async (t) => {
  const { directory, file: key } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  const service = await startService({ directory });
  t.after(() => service.kill());
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  assert.equal((await callApi(service, 'POST', '/v1/calls/kept-1/reports', report)).status, 202);
  const { code, stdout, stderr } = await backup(directory, file);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^ringpost backup: .*a\.db: [\d.]+ MiB, schema \d+, as of \S+Z, checked/);
  const id = /not in it: the master key ([0-9a-f]{8}) and the settings/.exec(stdout)?.[1];
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(place), ['a.db'], 'nothing else is left');
  await service.kill();

  const verified = await verify(file);
  assert.equal(verified.code, 0, verified.stderr);
  assert.ok(verified.stdout.includes(`is whole: `) && verified.stdout.includes(`needed: ${id}`));
  const plain = new DatabaseSync(file, { readOnly: true });
  assert.equal(plain.prepare('select count(*) n from calls').get()?.n, 1, 'any tool reads it');
  plain.close();

  const again = join(place, 'again');
  const restored = await restore(file, again);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, new RegExp(`now give it the master key ${id} \\(master\\.key in `));
  await copyFile(key, join(again, 'master.key'));
  const second = await startService({ directory: again });
  t.after(() => second.kill());
  assert.equal((await callApi(second, 'GET', '/v1/calls/kept-1')).status, 200);
});

test('a damaged database gives no backup, and an existing file stays', async (t) => {
  const { directory } = await used(t);
  const place = await folder(t);
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const root = database
    .prepare("select rootpage page from sqlite_schema where name = 'meta'")
    .get()?.page;
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const handle = await open(join(directory, 'ringpost.db'), 'r+');
  await handle.write(Buffer.alloc(64, 0xff), 0, 64, (Number(root) - 1) * 4_096 + 8);
  await handle.close();
  const { code, stderr } = await backup(directory, place, '--keep', '1');
  assert.equal(code, 1);
  assert.match(stderr, /damaged|malformed/);
  assert.deepEqual(await readdir(place), []);
});
