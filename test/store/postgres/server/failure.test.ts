/**
 * What a caller is told of each kind of failure. The errors are those that a real server, the
 * driver and the network raise; only a full disk, broken hardware and broken TLS are raised by
 * their number or code.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { ServiceError } from '../../../../src/core/error/service-error.ts';
import { Connection, codeOf } from '../../../../src/store/postgres/server/connection.ts';
import { isConflict, toServiceError } from '../../../../src/store/postgres/server/failure.ts';
import { Hosts } from '../../../../src/store/postgres/server/hosts.ts';
import { Pool } from '../../../../src/store/postgres/server/pool.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres(['max_connections=20', 'max_locks_per_transaction=10']);
});
after(() => server.close());

async function connected(url = server.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Raise = (client: pg.Client, other: pg.Client) => Promise<unknown>;

/** Raises an error of this number on the server. */
function raised(number: string): Raise {
  return (client) =>
    client.query(`do $$ begin raise exception 'as told' using errcode = '${number}'; end $$`);
}

const LOCK = 'select pg_advisory_xact_lock($1)';

async function locksOfEachOther(client: pg.Client, other: pg.Client): Promise<unknown> {
  await Promise.all([client, other].map((each) => each.query('set deadlock_timeout = 10')));
  await Promise.all([client.query('begin'), other.query('begin')]);
  await Promise.all([client.query(LOCK, [1]), other.query(LOCK, [2])]);
  return Promise.all([client.query(LOCK, [2]), other.query(LOCK, [1])]);
}

async function writesOfEachOther(client: pg.Client, other: pg.Client): Promise<unknown> {
  await client.query('create table if not exists things (key int primary key, name text)');
  await client.query("insert into things values (1, 'a') on conflict do nothing");
  await client.query('begin isolation level repeatable read');
  await client.query('select * from things');
  await other.query("update things set name = 'b'");
  return client.query("update things set name = 'c'");
}

async function changesUnderPlan(client: pg.Client, other: pg.Client): Promise<unknown> {
  await client.query('create table if not exists plans (key int)');
  const known = { name: 'known', text: 'select * from plans' };
  await client.query(known);
  await other.query('alter table plans add column name text');
  return client.query(known);
}

const KILL = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1';

async function isTerminated(client: pg.Client, other: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const sleeping = client.query('select pg_sleep(10)');
  await Promise.all([sleeping, other.query(KILL, [rows[0]?.pid])]);
  return null;
}

async function idlesTooLong(client: pg.Client): Promise<unknown> {
  await client.query('set idle_in_transaction_session_timeout = 10');
  await client.query('begin');
  const [error] = await once(client, 'error', { signal: AbortSignal.timeout(5_000) }).catch(
    (reason) => [reason],
  );
  throw error;
}

async function aborts(client: pg.Client): Promise<unknown> {
  await client.query('begin');
  await client.query('select 1 / 0').catch(() => {});
  return client.query('select 1');
}

async function waitsForLock(client: pg.Client, other: pg.Client): Promise<unknown> {
  await client.query('set lock_timeout = 10');
  await Promise.all([client.query('begin'), other.query('begin')]);
  await other.query(LOCK, [3]);
  return client.query(LOCK, [3]);
}

/**
 * SQLSTATE, how it happens, what raises it, what the caller is told (null: a fault of ours), and
 * whether the work is done again.
 */
const CASES: readonly (readonly [string, string, Raise, string | null, boolean?])[] = [
  ['57014', 'a statement takes too long', slow, 'STORAGE_UNAVAILABLE'],
  ['55P03', 'a lock is not to be had', waitsForLock, 'STORAGE_UNAVAILABLE'],
  ['40P01', 'two wait for each other', locksOfEachOther, 'STORAGE_UNAVAILABLE', true],
  ['40001', 'a row was changed meanwhile', writesOfEachOther, 'STORAGE_UNAVAILABLE', true],
  ['0A000', 'a table was changed meanwhile', changesUnderPlan, 'STORAGE_UNAVAILABLE', true],
  ['25006', 'the server takes no writes', readOnly, 'STORAGE_UNAVAILABLE'],
  ['25P02', 'the transaction is aborted', aborts, 'STORAGE_UNAVAILABLE'],
  ['25P03', 'the transaction idled too long', idlesTooLong, 'STORAGE_UNAVAILABLE'],
  ['57P02', 'another process of the server crashed', raised('57P02'), 'STORAGE_UNAVAILABLE'],
  ['57P01', 'an administrator ends the connection', isTerminated, 'STORAGE_UNAVAILABLE'],
  ['53200', 'there is no room for locks', manyLocks, 'OVERLOADED'],
  ['53100', 'the disk is full', raised('53100'), 'STORAGE_FULL'],
  ['53400', 'a limit of the server is reached', raised('53400'), 'STORAGE_UNAVAILABLE'],
  ['58030', 'the disk fails', raised('58030'), 'STORAGE_UNAVAILABLE'],
  ['08006', 'a connection behind the server fails', raised('08006'), 'STORAGE_UNAVAILABLE'],
  ['42P01', 'a table is not there', (client) => client.query('select * from nothing'), null],
  ['22012', 'a number is divided by zero', (client) => client.query('select 1 / 0'), null],
];

async function slow(client: pg.Client): Promise<unknown> {
  await client.query('set statement_timeout = 10');
  return client.query('select pg_sleep(10)');
}

async function readOnly(client: pg.Client): Promise<unknown> {
  await client.query('begin read only');
  return client.query('create table never (a int)');
}

function manyLocks(client: pg.Client): Promise<unknown> {
  return client.query('select count(pg_advisory_lock(n)) from generate_series(1, 200000) n');
}

function assertTold(error: unknown, told: string | null): void {
  const shown = toServiceError(error);
  if (told === null) {
    assert.equal(shown, error);
    return;
  }
  assert.ok(shown instanceof ServiceError, String(error));
  assert.deepEqual([shown.code, shown.retryAfterS], [told, 5], shown.message);
  assert.equal(shown.cause, error);
}

describe('what the server raises', () => {
  for (const [sqlState, how, raise, told, again = false] of CASES) {
    test(`${how} (${sqlState}): ${told ?? 'a fault of ours'}`, async () => {
      const [client, other] = [await connected(), await connected()];
      const error: unknown = await raise(client, other).catch((reason: unknown) => reason);
      assert.equal(codeOf(error), sqlState);
      assertTold(error, told);
      assert.equal(isConflict(error), again);
      await Promise.all([client.end(), other.end()]);
    });
  }

  test('a crash of the server, and its restart (57P03)', async (t) => {
    if (server.process === null) return t.diagnostic('this server is not ours to kill');
    const [client, other] = [await connected(), await connected()];
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const sleeping = client.query('select pg_sleep(10)').catch((reason: unknown) => reason);
    process.kill(rows[0]?.pid ?? assert.fail(), 'SIGKILL');
    // The server says why (57P02) only in a warning; the driver sees a connection that ended or was
    // reset.
    const error = await sleeping;
    assert.match(String(error), /Connection terminated unexpectedly|ECONNRESET/);
    assertTold(error, 'STORAGE_UNAVAILABLE');
    for (;;) {
      const connection = new Connection({ hosts: new Hosts(server.url), name: 'test' });
      const failed = await connection.connect().catch((reason: unknown) => reason);
      await connection.end();
      if (failed === connection) break;
      assertTold(failed, 'STORAGE_UNAVAILABLE');
    }
  });

  test('no connection is left (53300)', async () => {
    const clients: pg.Client[] = [];
    const open = async () => {
      for (;;) clients.push(await connected());
    };
    await assert.rejects(open(), { code: '53300' });
    const connection = new Connection({ hosts: new Hosts(server.url), name: 'test' });
    const failed = await connection.connect().catch((reason: unknown) => reason);
    assert.equal(codeOf(failed), '53300');
    assertTold(failed, 'STORAGE_UNAVAILABLE');
    await Promise.all(clients.map((client) => client.end()));
  });
});

describe('what the network raises', () => {
  const refused = async (url: string): Promise<unknown> => {
    const connection = new Connection({ hosts: new Hosts(url), name: 'test' });
    return connection.connect().catch((reason: unknown) => reason);
  };

  test('no process listens, no host has the name, the connection is reset', async (t) => {
    const proxy = await PostgresProxy.to(server.url);
    t.after(() => proxy.close());
    proxy.refuse();
    const cases = [
      ['postgres://127.0.0.1:1/none', 'ECONNREFUSED'],
      ['postgres://nobody.invalid/none', /ENOTFOUND|EAI_AGAIN/],
      [proxy.url, /ECONNRESET|EPIPE|^$/],
    ] as const;
    for (const [url, code] of cases) {
      const error = await refused(url);
      if (typeof code === 'string') assert.equal(codeOf(error), code);
      else assert.match(codeOf(error), code);
      assertTold(error, 'STORAGE_UNAVAILABLE');
    }
  });

  test('the connection breaks, and is used again', async (t) => {
    const proxy = await PostgresProxy.to(server.url);
    t.after(() => proxy.close());
    const client = await connected(proxy.url);
    const sleeping = client.query('select pg_sleep(10)').catch((reason: unknown) => reason);
    proxy.cut();
    assertTold(await sleeping, 'STORAGE_UNAVAILABLE');
    const again: unknown = await client.query('select 1').catch((reason: unknown) => reason);
    assert.match(String(again), /connection error and is not queryable/);
    assertTold(again, 'STORAGE_UNAVAILABLE');
  });

  test('bytes that TLS cannot read, and other broken connections, by their code', () => {
    const codes = ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_STREAM_DESTROYED'];
    for (const code of [...codes, 'ENETRESET', 'ENOTCONN', 'ENOBUFS', 'ENFILE']) {
      assertTold(Object.assign(new Error('as told'), { code }), 'STORAGE_UNAVAILABLE');
    }
  });

  test('every connection of a pool is busy', async () => {
    const pool = new Pool({ url: server.url, max: 1, name: 'test', statementMs: 10_000 });
    const done = Promise.withResolvers<void>();
    const busy = pool.alone(() => done.promise);
    await assert.rejects(
      pool.alone((client) => client.query('select 1')),
      { code: 'OVERLOADED', retryAfterS: 5, message: 'All connections to PostgreSQL are busy.' },
    );
    done.resolve();
    await busy;
    await pool.close();
  });

  test('what the caller is told names no host and no user', async () => {
    const error = toServiceError(await refused('postgres://secret@127.0.0.1:1/none'));
    assert.ok(error instanceof ServiceError);
    assert.equal(error.message, 'PostgreSQL cannot be used now (ECONNREFUSED).');
  });
});
