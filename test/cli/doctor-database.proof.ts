/**
 * `ringpost doctor` on PostgreSQL: reports what a start would find, masked, and changes nothing.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

const KEY = Buffer.alloc(32, 5).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 6).toString('base64');

describe('doctor on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());

  const doctor = (url: string, key = KEY) =>
    run(MAIN, ['doctor', '--port', '0'], {
      RINGPOST_DATABASE_URL: url,
      RINGPOST_MASTER_KEY: key,
    });

  test('an empty database is well, and stays empty', async () => {
    const url = await server.newDatabase();
    const { code, stdout } = await doctor(url);
    assert.equal(code, 0, stdout);
    const { host, pathname } = new URL(url);
    assert.match(stdout, /RINGPOST_DATABASE_URL = \(set, not shown\)/);
    assert.match(stdout, new RegExp(`ok {5}PostgreSQL \\d+\\.\\d+.* at ${host}${pathname} takes`));
    assert.match(stdout, /ok {5}schema: none yet; .*`ringpost migrate` makes version \d+/);
    assert.match(stdout, /ok {5}its clock is \d+ ms (?:behind|ahead of) ours/);
    assert.match(stdout, /ok {5}\d+ of \d+ connections are in use, and a process opens up to \d+/);
    assert.match(stdout, /ok {5}max_locks_per_transaction is \d+/);
    assert.doesNotMatch(stdout, /data directory .* (?:exists|will be made)/);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
    await client.end();
    assert.equal(rows.length, 0);
  });

  test('the schema and the master key of a used database are reported', async () => {
    const url = await server.newDatabase();
    const environment = { RINGPOST_DATABASE_URL: url, RINGPOST_MASTER_KEY: KEY };
    assert.equal((await run(MAIN, ['migrate'], environment)).code, 0);
    assert.match((await doctor(url)).stdout, /ok {5}the master key is there; the first start/);
    assert.equal((await run(MAIN, ['adopt-master-key'], environment)).code, 0);
    const well = await doctor(url);
    assert.equal(well.code, 0, well.stdout);
    assert.match(well.stdout, /ok {5}schema \d+ is what this version wants/);
    assert.match(well.stdout, /ok {5}the master key is the one of this database/);
    const other = await doctor(url, OTHER_KEY);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /WRONG {2}the master key is not the one of this database/);
  });

  test('shards without a sending worker are reported', async (t) => {
    const url = await server.newDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
    t.after(() => rm(directory, { recursive: true }));
    const environment = { RINGPOST_DATABASE_URL: url, RINGPOST_MASTER_KEY: KEY };
    const api = await startService({ directory, environment, flags: ['--roles', 'api'] });
    t.after(() => api.kill());
    const alone = await doctor(url);
    assert.equal(alone.code, 1, alone.stdout);
    assert.match(alone.stdout, /WRONG {2}workers send for 0 of 64 shards; connected: .* start a/);
    const worker = await startService({ directory, environment, flags: ['--roles', 'worker'] });
    t.after(() => worker.kill());
    const both = await doctor(url);
    assert.match(both.stdout, /ok {5}workers send for 64 of 64 shards/);
    assert.match(both.stdout, /ok {5}no delivery waits/);
  });

  test('a server that is away and a missing key are reported together', async () => {
    const away = Object.assign(new URL(server.url), { port: '1', password: 'hunter2' }).href;
    const { code, stdout } = await doctor(away, '');
    assert.equal(code, 1);
    assert.match(stdout, /WRONG {2}PostgreSQL does not answer at 127\.0\.0\.1:1/);
    assert.match(stdout, /WRONG {2}With PostgreSQL every process needs the same master key/);
    assert.doesNotMatch(stdout, /hunter2|\n\s+at /);
  });
});
