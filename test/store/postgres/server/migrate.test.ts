/**
 * The start on PostgreSQL: the schema migrates once however many processes start at once, and every
 * problem with the server stops the start with a sentence that says what to do.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../../../src/store/postgres/server/migrate.ts';
import { assertFacts, DatabaseError } from '../../../../src/store/postgres/server/server-check.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';

async function run(url: string, ...statements: readonly string[]): Promise<pg.QueryResult | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let result: pg.QueryResult | null = null;
    for (const statement of statements) result = await client.query(statement);
    return result;
  } finally {
    await client.end();
  }
}

function folder(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

function changed(url: string, changes: Partial<URL>): string {
  return Object.assign(new URL(url), changes).href;
}

function refused(code: string, message: RegExp) {
  return (error: unknown) =>
    error instanceof DatabaseError && error.code === code && message.test(error.message);
}

describe('the start on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());

  test('several processes that start at once migrate once', async () => {
    const url = await server.newDatabase();
    const starts = Array.from({ length: 6 }, () => migrate({ url, unsafe: false }));
    const versions = new Set(await Promise.all(starts));
    assert.equal(versions.size, 1);
    const found = await run(url, 'select number from migrations');
    assert.equal(found?.rowCount, [...versions][0]);
  });

  test('a migration that fails leaves the steps before it and nothing of itself', async () => {
    const url = await server.newDatabase();
    const directory = folder({
      '0001-one.sql': 'create table one (a int)',
      '0002-two.sql': 'create table two (a int); select 1 / 0',
    });
    const start = () => migrate({ url, unsafe: false, directory });
    await assert.rejects(start(), /division by zero/);
    const tables = "select to_regclass('one') is null one, to_regclass('two') is null two";
    assert.deepEqual((await run(url, tables))?.rows, [{ one: false, two: true }]);
    writeFileSync(join(directory, '0002-two.sql'), 'create table two (a int)');
    assert.equal(await start(), 2);
    rmSync(directory, { recursive: true });
  });

  test('a changed migration and a newer schema are refused', async () => {
    const url = await server.newDatabase();
    await migrate({ url, unsafe: false });
    await run(url, "update migrations set checksum = 'x' where number = 1");
    await assert.rejects(migrate({ url, unsafe: false }), { code: 'MIGRATION_CHANGED' });
    await run(url, "insert into migrations values (9999, '9999-later.sql', 'x', true, 0)");
    const newer = folder({});
    await assert.rejects(migrate({ url, unsafe: false, directory: newer }), {
      name: 'MigrationError',
      code: 'SCHEMA_TOO_NEW',
      message: /Start the newer version/,
    });
    rmSync(newer, { recursive: true });
  });

  test('a user without rights is told which it needs', async () => {
    const url = await server.newDatabase();
    const name = `weak_${Date.now()}`;
    await run(url, `create role ${name} login password 'weak'`);
    const weak = changed(url, { username: name, password: 'weak' });
    const told = refused('DATABASE_PRIVILEGES', /grant it CREATE/);
    await assert.rejects(migrate({ url: weak, unsafe: false }), told);
    await migrate({ url, unsafe: false });
    await run(url, `grant select on all tables in schema public to ${name}`);
    await assert.rejects(migrate({ url: weak, unsafe: false }), told);
    const all = (what: string) => `grant all on all ${what} in schema public to ${name}`;
    await run(url, all('tables'), all('sequences'));
    assert.ok(await migrate({ url: weak, unsafe: false }));
  });

  test('an error in the address is told without the password', async () => {
    const { url } = server;
    const rejects = async (at: string, code: string, message: RegExp) => {
      await assert.rejects(migrate({ url: at, unsafe: false }), (error) => {
        assert.ok(error instanceof DatabaseError);
        assert.doesNotMatch(error.message, /hunter2/);
        return refused(code, message)(error);
      });
    };
    await rejects(changed(url, { pathname: '/none' }), 'DATABASE_MISSING', /CREATE DATABASE/);
    const stranger = changed(url, { username: 'nobody', password: 'hunter2' });
    await rejects(stranger, 'DATABASE_LOGIN', /user and password/);
    const nowhere = changed(url, { port: '1', password: 'hunter2' });
    await rejects(nowhere, 'DATABASE_UNREACHABLE', /host and port/);
    await rejects('mysql://root:hunter2@localhost/x', 'DATABASE_URL', /postgres:\/\/user/);
    await rejects('no address', 'DATABASE_URL', /postgres:\/\/user/);
  });

  test('a server that could lose confirmed commits is refused', async () => {
    const url = await server.newDatabase();
    const name = new URL(url).pathname.slice(1);
    for (const value of ['off', 'local']) {
      await run(url, `alter database ${name} set synchronous_commit = ${value}`);
      const told = refused('DATABASE_UNSAFE', new RegExp(`synchronous_commit = ${value}`));
      await assert.rejects(migrate({ url, unsafe: false }), told);
    }
    await run(url, `alter database ${name} reset all`);
    await run(url, `alter database ${name} set default_transaction_read_only = on`);
    await assert.rejects(migrate({ url, unsafe: false }), refused('DATABASE_STANDBY', /primary/));
    assert.deepEqual((await run(url, "select to_regclass('migrations') t"))?.rows, [{ t: null }]);
  });

  test('a database that is not UTF-8 is refused', async () => {
    const name = `latin_${Date.now()}`;
    await run(server.url, `create database ${name} encoding 'LATIN1' template template0`);
    const url = changed(server.url, { pathname: `/${name}` });
    await assert.rejects(migrate({ url, unsafe: false }), refused('DATABASE_ENCODING', /UTF8/));
  });
});

test('an old server and unsafe settings are told apart', () => {
  const good = {
    version: 150_004,
    encoding: 'UTF8',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'remote_apply',
    locks: 64,
    connections: 100,
  };
  assertFacts(good, false);
  assertFacts({ ...good, fsync: 'off', synchronous_commit: 'off' }, true);
  const cases = [
    [{ version: 140_012 }, 'DATABASE_TOO_OLD', /PostgreSQL 14 .* 15 or newer/],
    [{ fsync: 'off' }, 'DATABASE_UNSAFE', /fsync = off/],
    [{ full_page_writes: 'off' }, 'DATABASE_UNSAFE', /full_page_writes = off/],
  ] as const;
  for (const [changes, code, message] of cases) {
    assert.throws(() => assertFacts({ ...good, ...changes }, false), refused(code, message));
  }
});
