/**
 * More faults of a PostgreSQL at the start of the process, master keys of several processes on one
 * database, and first starts at the same moment.
 */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { ask, changed, KEY, onPostgres } from './on-postgres.ts';

const OTHER_KEY = Buffer.alloc(32, 6).toString('base64');

describe('ringpost on PostgreSQL', () => {
  const { command, environmentOf, refuses, directory, server } = onPostgres();

  test('no server, an unknown user and a missing database have different messages', async () => {
    const { url } = server();
    await refuses(changed(url, { port: '1' }), /^ringpost: .*(?:host and port|that it runs)/m);
    const stranger = changed(url, { username: 'nobody', password: 'hunter2' });
    await refuses(stranger, /user and password/);
    await refuses(changed(url, { pathname: '/none' }), /CREATE DATABASE/);
  });

  test('a user that may not make tables is told which rights it needs', async () => {
    const url = await server().newDatabase();
    const name = `weak_${Date.now()}`;
    await ask(url, `create role ${name} login password 'hunter2'`);
    await refuses(changed(url, { username: name, password: 'hunter2' }), /grant it CREATE/);
  });

  test('a server that takes no writes is refused', async (t) => {
    const url = await server().newDatabase();
    const name = new URL(url).pathname.slice(1);
    await ask(url, `alter database ${name} set default_transaction_read_only = on`);
    await refuses(url, /primary/);
    // Only a server that the test started can get a standby.
    if (server().process === null) return;
    const standby = await server().standby();
    t.after(() => standby.close());
    await refuses(changed(standby.url, { pathname: '/postgres' }), /is a standby.* the primary/);
  });

  test('a schema newer than the code is refused, and migrate reports what it does', async () => {
    const url = await server().newDatabase();
    const first = await command('migrate', url);
    assert.match(first.stdout, /^ringpost migrate: from 0 to \d+ \(PostgreSQL at /, first.stderr);
    const { host, pathname, password } = new URL(url);
    assert.ok(first.stdout.endsWith(` (PostgreSQL at ${host}${pathname})\n`), first.stdout);
    assert.ok(password === '' || !first.stdout.includes(password));
    assert.match((await command('migrate', url)).stdout, /nothing to do, the schema is at \d+/);
    await ask(url, "insert into migrations values (9999, '9999-later.sql', 'x', true, 0)");
    await refuses(url, /migrated by a newer Ringpost .* Start the newer version/);
  });

  test('an api that is no worker sends nothing and is ready', async (t) => {
    const url = await server().newDatabase();
    const environment = environmentOf(url, { RINGPOST_ROLES: 'api' });
    const service = await startService({ directory: directory(), environment });
    t.after(() => service.kill());
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.deepEqual(await ask(url, 'select * from workers'), []);
    assert.equal(await service.stop(), 0);
  });

  test('a second process needs the master key of the first, as a setting or a file', async (t) => {
    const url = await server().newDatabase();
    const first = await startService({ directory: directory(), environment: environmentOf(url) });
    t.after(() => first.kill());
    const { code, stderr } = await command('start', url, { RINGPOST_MASTER_KEY: OTHER_KEY });
    assert.equal(code, 1);
    assert.match(stderr, /not the one that this database was set up with\. Give this process/);
    const other = await mkdtemp(join(tmpdir(), 'ringpost-database-'));
    t.after(() => rm(other, { recursive: true }));
    await writeFile(join(other, 'master.key'), KEY, { mode: 0o600 });
    const second = await startService({
      directory: other,
      environment: environmentOf(url, { RINGPOST_MASTER_KEY: '' }),
    });
    t.after(() => second.kill());
    assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
  });

  test('adopt-master-key refuses a database in use and a key that fits', async (t) => {
    const url = await server().newDatabase();
    const first = await startService({ directory: directory(), environment: environmentOf(url) });
    t.after(() => first.kill());
    const kept = () => ask(url, "select value from meta where name = 'key check'");
    const before = await kept();
    const adopt = (key: string) => command('adopt-master-key', url, { RINGPOST_MASTER_KEY: key });
    const refused = await adopt(OTHER_KEY);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /Other Ringposts are connected .*\("[^ "]+:\d+"\)\. Stop every one of them/,
    );
    assert.equal(await first.stop(), 0);
    const same = await adopt(KEY);
    assert.equal(same.code, 0, same.stderr);
    assert.match(same.stdout, /nothing to do, the present master key is already that of this data/);
    assert.deepEqual(await kept(), before);
    const other = await adopt(OTHER_KEY);
    assert.equal(other.code, 0, other.stderr);
    assert.match(other.stdout, /adopted the present master key/);
    assert.notDeepEqual(await kept(), before);
  });

  test('of several first starts exactly one prints a key, and it works everywhere', async (t) => {
    const url = await server().newDatabase();
    const environment = environmentOf(url, { RINGPOST_API_KEY: '' });
    const starts = Array.from({ length: 3 }, () =>
      startService({ directory: directory(), environment }),
    );
    const worker = startService({
      directory: directory(),
      environment: { ...environment, RINGPOST_ROLES: 'worker' },
    });
    const services = await Promise.all([...starts, worker]);
    t.after(() => Promise.all(services.map((service) => service.kill())));
    const keys = services.flatMap(
      (service) => /shown only now: (rp_\S+)/.exec(service.output())?.[1] ?? [],
    );
    assert.equal(keys.length, 1);
    const headers = { authorization: `Bearer ${keys[0]}` };
    for (const { url: at } of services.slice(0, 3)) {
      assert.equal((await fetch(`${at}/v1/project`, { headers })).status, 200);
    }
    assert.doesNotMatch(services.at(-1)?.output() ?? '', /rp_/);
    const counts = `select (select count(*)::int from projects) projects,
      (select count(*)::int from api_keys) keys, (select count(*)::int from signing_keys) signing`;
    assert.deepEqual(await ask(url, counts), [{ projects: 1, keys: 1, signing: 1 }]);
  });
});

test('a wrong password has another message than a missing user', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-hba-'));
  const rules = join(folder, 'hba.conf');
  const lines = ['host all guarded 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust'];
  await writeFile(rules, `${lines.join('\n')}\n`, { mode: 0o644 });
  await chmod(folder, 0o755);
  const server = await startPostgres([`hba_file=${rules}`]);
  t.after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  await ask(server.url, "create role guarded login password 'right'");
  // A server that was given may trust every user that it knows.
  const username = server.process === null ? 'nobody' : 'guarded';
  const url = changed(server.url, { username, password: 'hunter2' });
  const environment = { RINGPOST_DATABASE_URL: url, RINGPOST_MASTER_KEY: KEY };
  const { code, stderr } = await run(MAIN, ['migrate'], environment);
  assert.equal(code, 1);
  assert.match(stderr, /user and password/);
  assert.doesNotMatch(stderr, /hunter2/);
});
