/**
 * What stops a start on PostgreSQL, on a server that really has the fault: each start ends with a
 * sentence that says what to do and never shows the password. More cases are in `migrate.test.ts`.
 */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectOnce } from '../../../../src/store/postgres/server/one-shot.ts';
import { assertServer, DatabaseError } from '../../../../src/store/postgres/server/server-check.ts';
import { readPem } from '../../../channel/certificates/read.ts';
import { startOwnPostgres } from '../../../support/postgres.ts';

/** As in test/support/postgres.ts: the server's user if root runs the tests. */
const OTHER_USER = 65_534;
const CA = fileURLToPath(new URL('../../../channel/certificates/ca.pem', import.meta.url));

/** A file that the server may read, but with a mode too open for a key. */
function fileOf(t: TestContext, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-server-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(path, OTHER_USER, OTHER_USER);
  return path;
}

async function server(t: TestContext, settings: readonly string[]) {
  const started = await startOwnPostgres(settings);
  t.after(() => started.close());
  const run = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: started.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const as = (user: string, query = '') => {
    const { host } = new URL(started.url);
    return `postgres://${user}@${host}/postgres${query}`;
  };
  return { ...started, url: started.url, run, as };
}

async function refused(url: string, code: string, message: RegExp): Promise<void> {
  await assert.rejects(connectOnce(url), (error) => {
    assert.ok(error instanceof DatabaseError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
}

describe('a start is refused', () => {
  test('with a wrong password, without a line in pg_hba.conf, without CONNECT', async (t) => {
    const lines = ['postgres 127.0.0.1/32 trust', 'guarded 127.0.0.1/32 scram-sha-256'];
    const hba = lines.map((line) => `host all ${line}\n`).join('');
    const { run, as } = await server(t, [`hba_file=${fileOf(t, 'hba.conf', hba)}`]);
    await run(
      "create role guarded login password 'right'",
      'create role stranger login',
      'create database closed',
      'revoke connect on database closed from public',
    );
    await refused(as('guarded:hunter2'), 'DATABASE_LOGIN', /password authentication.*Check user/);
    await refused(as('stranger:hunter2'), 'DATABASE_LOGIN', /pg_hba.conf/);
    const closed = Object.assign(new URL(as('guarded:right')), { pathname: '/closed' }).href;
    await refused(closed, 'DATABASE_PRIVILEGES', /Grant it CONNECT/);
    await (await connectOnce(as('guarded:right'))).end();
  });

  test('when no name server knows it, and of several hosts each is told', async (t) => {
    const { url } = await server(t, ['default_transaction_read_only=on']);
    const nobody = 'postgres://u:hunter2@nobody.invalid/db';
    await refused(nobody, 'DATABASE_UNREACHABLE', /name servers/);
    const { host } = new URL(url);
    const several = `postgres://postgres:hunter2@${host},127.0.0.1:1/postgres`;
    await refused(several, 'DATABASE_UNREACHABLE', /it is read-only; 127.0.0.1:1.*ECONNREFUSED/);
    await refused(url, 'DATABASE_STANDBY', /address of the primary/);
  });

  test('when no connection is left', async (t) => {
    const few = ['max_connections=4', 'superuser_reserved_connections=0', 'max_wal_senders=0'];
    const { url } = await server(t, few);
    const clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: url }));
    for (const client of clients) await client.connect();
    await refused(url, 'DATABASE_BUSY', /raise max_connections/);
    for (const client of clients) await client.end();
  });

  test('when a secure connection is asked for and cannot be had', async (t) => {
    const plain = await server(t, []);
    await refused(plain.as('postgres:hunter2', '?sslmode=verify-full'), 'DATABASE_TLS', /sslroot/);
    const pem = fileOf(t, 'server.pem', readPem('receiver'));
    const secure = await server(t, ['ssl=on', `ssl_cert_file=${pem}`, `ssl_key_file=${pem}`]);
    await refused(secure.as('postgres', '?sslmode=verify-full'), 'DATABASE_TLS', /sslrootcert/);
    for (const query of [`?sslmode=verify-full&sslrootcert=${CA}`, '?sslmode=no-verify']) {
      const connection = await connectOnce(secure.as('postgres', query));
      const { rows } = await connection.query(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      assert.deepEqual(rows, [{ ssl: true }]);
      await connection.end();
    }
  });

  test('when it would lose what it confirmed, unless that is wanted', async (t) => {
    const { url, run } = await server(t, ['fsync=off']);
    const check = async (unsafe: boolean) => {
      const connection = await connectOnce(url);
      return assertServer(connection, unsafe).finally(() => connection.end());
    };
    await assert.rejects(check(false), { code: 'DATABASE_UNSAFE', message: /fsync = off/ });
    assert.deepEqual(await check(true), []);
    await run('alter system set full_page_writes = off', 'select pg_reload_conf()');
    await assert.rejects(check(false), { code: 'DATABASE_UNSAFE' });
  });
});
