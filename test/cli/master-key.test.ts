/**
 * A process whose master key is not the one of its data starts nothing, says what to do, and
 * leaves everything as it was; a key that is lost for good can be replaced on purpose.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

/** A data directory that has been started once. */
async function used(t: TestContext): Promise<{ directory: string; file: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-key-'));
  t.after(() => rm(directory, { recursive: true }));
  await (await startService({ directory })).stop();
  return { directory, file: join(directory, 'master.key') };
}

const start = (directory: string, environment: Record<string, string> = {}) =>
  run(MAIN, ['start', '--port', '0', '--data-dir', directory], environment);

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

test('another master key ends the start, also on data of version 0.1', async (t) => {
  const { directory } = await used(t);
  const refused = async () => {
    const { code, stdout, stderr } = await start(directory, { RINGPOST_MASTER_KEY: OTHER_KEY });
    assert.equal(code, 1);
    assert.match(stderr, /^ringpost: The master key is not the one that this data was sealed with/);
    assert.doesNotMatch(stderr + stdout, /ready on|\n\s+at /);
  };
  await refused();
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec("delete from meta where name = 'key check'");
  database.close();
  await refused();
});

test('what is kept of the key is sealed by it, and not the key', async (t) => {
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

test('adopt-master-key keeps away from data that is in use', async (t) => {
  const { directory } = await used(t);
  const service = await startService({ directory });
  t.after(() => service.kill());
  const { code, stderr } = await run(MAIN, ['adopt-master-key', '--data-dir', directory]);
  assert.equal(code, 1);
  assert.match(stderr, /Another Ringpost is running on the data directory/);
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
