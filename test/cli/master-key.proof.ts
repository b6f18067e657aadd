/** More of a master key that does not fit its data, and of a schema that does not fit the code. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { start, used } from './used-directory.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

test('another master key ends the start, also on data of version 0.1', async (t) => {
  const { directory } = await used(t);
  const refused = async () => {
    const { code, stdout, stderr } = await start(directory, { RINGPOST_MASTER_KEY: OTHER_KEY });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^ringpost: The master key is not the one that this data was sealed with/m,
    );
    assert.doesNotMatch(stderr + stdout, /ready on|\n\s+at /);
  };
  await refused();
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec("delete from meta where name = 'key check'");
  database.close();
  await refused();
});

test('the stored check of the key is sealed by the key, and does not contain it', async (t) => {
  const { directory, file } = await used(t);
  const key = (await readFile(file, 'utf8')).trim();
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const kept = database.prepare("select value from meta where name = 'key check'").get()?.value;
  database.close();
  assert.match(String(kept), /^rb1\.[0-9a-f]{8}\.[\w-]+$/);
  assert.ok(!String(kept).includes(key));
});

test('a key that is lost for good is replaced on purpose, and signing goes on', async (t) => {
  const { directory, file } = await used(t);
  await rm(file);
  const adopted = await run(MAIN, ['adopt-master-key', '--data-dir', directory]);
  assert.equal(adopted.code, 0, adopted.stderr);
  assert.match(adopted.stdout, /revoke the active signing key/);
  const service = await startService({ directory });
  t.after(() => service.kill());
  const keys = async () => {
    const { body } = await callApi(service, 'GET', '/v1/signing-keys');
    return (body as { data: { kid: string; state: string }[] }).data;
  };
  const active = async () => (await keys()).find(({ state }) => state === 'active')?.kid;
  const before = await active();
  const { status } = await callApi(service, 'POST', `/v1/signing-keys/${before}/revoke`);
  assert.equal(status, 200);
  assert.notEqual(await active(), before);
});

test('adopt-master-key refuses data that is in use', async (t) => {
  const { directory } = await used(t);
  const service = await startService({ directory });
  t.after(() => service.kill());
  const { code, stderr } = await run(MAIN, ['adopt-master-key', '--data-dir', directory]);
  assert.equal(code, 1);
  assert.match(stderr, /Another Ringpost is running on the data directory/);
});

test('migrate says from which version to which, or that there is nothing to do', async (t) => {
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
