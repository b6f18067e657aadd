/**
 * `ringpost export` and `ringpost import` as an operator runs them: from SQLite to PostgreSQL and
 * back, killed in the middle, with a wrong passphrase, into a store that has other records.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { API_KEY, startService } from '../support/service-process.ts';
import { type Ended, MAIN, run } from './command.ts';
import { boxOf, comparable, fillStore, SECRETS } from './transfer/moved-store.ts';

const PASSPHRASE = 'a passphrase of a test';
const WITH = { RINGPOST_EXPORT_PASSPHRASE: PASSPHRASE };
const SHARED_KEY = Buffer.alloc(32, 9).toString('base64');

describe('ringpost export and import', () => {
  let server: PostgresServer;
  let root: string;
  const below = (name: string) => join(root, name);
  const moved = () => below('moved.ndjson');

  before(async () => {
    server = await startPostgres();
    root = await mkdtemp(join(tmpdir(), 'ringpost-move-'));
    await (await startService({ directory: below('source') })).stop();
    await fillStore(below('source'));
    const made = await cli(['export', moved(), '--with', 'results'], 'source');
    assert.equal(made.code, 0, made.stderr);
  });
  after(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });

  function cli(
    words: readonly string[],
    directory: string,
    environment: Record<string, string> = WITH,
  ): Promise<Ended> {
    return run(MAIN, [...words, '--data-dir', below(directory)], environment);
  }
  const shared = (url: string) => ({
    ...WITH,
    RINGPOST_DATABASE_URL: url,
    RINGPOST_MASTER_KEY: SHARED_KEY,
  });
  const exporting = (url: string, file: string, flags: readonly string[]) =>
    spawned(url, ['export', file, ...flags]);
  const importing = (url: string, flags: readonly string[], file = moved()) =>
    spawned(url, ['import', file, ...flags]);
  const spawned = (url: string, words: readonly string[]) => {
    const line = [MAIN, ...words, '--data-dir', below('none')];
    const env = { PATH: process.env.PATH, ...shared(url) };
    return spawn(process.execPath, line, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  /** Kills an import when it reaches this table. */
  async function killedImport(
    url: string,
    flags: readonly string[],
    table: string,
    file = moved(),
  ): Promise<void> {
    const holder = await holding(url, `lock table ${table} in exclusive mode`);
    const child = importing(url, flags, file);
    await blocked(holder, child, `relation = '${table}'::regclass`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.query('rollback');
    await holder.end();
  }
  const source = () => comparable(below('source'), boxOf(below('source')));

  test('from SQLite to PostgreSQL and back every row, id and secret is unchanged', async () => {
    const url = await server.newDatabase();
    const there = await cli(['import', moved()], 'none', shared(url));
    assert.equal(there.code, 0, there.stderr);
    assert.match(there.stdout, /deliveries wait and go on with the next start/);
    const again = below('again.ndjson');
    const back = await cli(['export', again, '--with', 'results'], 'none', shared(url));
    assert.equal(back.code, 0, back.stderr);
    const here = await cli(['import', again], 'target');
    assert.equal(here.code, 0, here.stderr);
    const rows = comparable(below('target'), boxOf(below('target')));
    assert.deepEqual(rows, source());
    const tables = new Set(rows.map((row) => row.split(' ')[0]));
    assert.ok(tables.size >= 30, [...tables].join(' '));
    for (const secret of SECRETS) {
      assert.ok(rows.some((row) => row.includes(secret)));
      assert.ok(!readFileSync(moved(), 'utf8').includes(secret));
    }
    assert.ok(!readFileSync(moved(), 'utf8').includes('argon2id'));
  });

  test('a service on the imported PostgreSQL writes behind the imported keys', async () => {
    const url = await server.newDatabase();
    const done = await cli(['import', moved(), '--disable-endpoints'], 'none', shared(url));
    assert.equal(done.code, 0, done.stderr);
    const service = await startService({ directory: below('none'), environment: shared(url) });
    try {
      const { status } = await post(service.url, '/v1/calls/new-call/reports', {
        status: 'CALLING',
        direction: 'OUTBOUND',
      });
      assert.equal(status, 202);
    } finally {
      await service.stop();
    }
    const [row] = await asked(url, 'select sum(enabled)::int enabled from endpoints');
    assert.deepEqual(row, { enabled: 0 });
  });

  test('a killed import continues, and no row is doubled', async () => {
    const url = await server.newDatabase();
    assert.equal((await cli(['migrate'], 'none', shared(url))).code, 0);
    await killedImport(url, [], 'attempts');

    const [half] = await asked(url, 'select count(*)::int rows from deliveries');
    assert.notDeepEqual(half, { rows: 0 });
    const start = await cli(['start', '--port', '0'], 'none', shared(url));
    assert.equal(start.code, 1);
    assert.match(start.stderr, /An import of .*moved.ndjson was broken off/);
    const rest = await cli(['import', moved()], 'none', shared(url));
    assert.equal(rest.code, 0, rest.stderr);
    assert.match(rest.stderr, /goes on after \d+ rows/);
    const more = await cli(['import', moved()], 'none', shared(url));
    assert.match(more.stdout, /nothing to do/);

    const file = below('after-kill.ndjson');
    assert.equal((await cli(['export', file, '--with', 'results'], 'none', shared(url))).code, 0);
    assert.equal((await cli(['import', file], 'after-kill')).code, 0);
    assert.deepEqual(comparable(below('after-kill'), boxOf(below('after-kill'))), source());
  });

  test('a killed import continues with the options that it began with', async () => {
    const url = await server.newDatabase();
    assert.equal((await cli(['migrate'], 'none', shared(url))).code, 0);
    await killedImport(url, ['--disable-endpoints'], 'endpoints');
    assert.deepEqual(await asked(url, 'select key from endpoints'), []);
    const anew = await cli(['import', moved(), '--new-ids'], 'none', shared(url));
    assert.equal(anew.code, 1);
    assert.match(anew.stderr, /calls, deliveries, results, which keep their ids/);
    const rest = await cli(['import', moved()], 'none', shared(url));
    assert.equal(rest.code, 0, rest.stderr);
    assert.match(rest.stdout, /every endpoint is disabled/);
    assert.deepEqual(await asked(url, 'select distinct enabled from endpoints'), [{ enabled: 0 }]);

    const other = await server.newDatabase();
    assert.equal((await cli(['migrate'], 'none', shared(other))).code, 0);
    await killedImport(other, [], 'deliveries');
    const late = await cli(['import', moved(), '--disable-endpoints'], 'none', shared(other));
    assert.equal(late.code, 1);
    assert.match(late.stderr, /begun without --disable-endpoints/);
  });

  test('a service that starts while an import begins is seen, and nothing is written', async () => {
    const url = await server.newDatabase();
    const environment = shared(url);
    assert.equal((await cli(['migrate'], 'none', environment)).code, 0);
    const holder = await holding(url, "insert into meta (name, value) values ('import', '{}')");
    const child = importing(url, []);
    const said = text(child.stderr);
    await blocked(holder, child, "locktype = 'transactionid'");
    const service = await startService({ directory: below('none'), environment });
    await holder.query('rollback');
    await holder.end();
    const [code] = await once(child, 'exit');
    await service.stop();
    assert.equal(code, 1);
    assert.match(await said, /Other Ringposts are connected/);
    assert.deepEqual(await asked(url, "select name from meta where name = 'import'"), []);
    assert.deepEqual(await asked(url, 'select key from calls'), []);
  });

  test('a partly imported file is not imported under new ids', async () => {
    const file = below('base.ndjson');
    assert.equal((await cli(['export', file, '--project', 'default'], 'source')).code, 0);
    const url = await server.newDatabase();
    assert.equal((await cli(['migrate'], 'none', shared(url))).code, 0);
    await killedImport(url, [], 'endpoints', file);
    const anew = await cli(['import', file, '--new-ids'], 'none', shared(url));
    assert.equal(anew.code, 1);
    assert.match(anew.stderr, /imported in part, with the ids that it has/);
  });

  test('a wrong passphrase, a cut file and a changed one are refused before any row', async () => {
    const wrong = await cli(['import', moved()], 'refused', {
      RINGPOST_EXPORT_PASSPHRASE: 'another passphrase',
    });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /The passphrase is not the one of this export/);
    const none = await cli(['import', moved()], 'refused', {});
    assert.match(none.stderr, /needs a passphrase.*RINGPOST_EXPORT_PASSPHRASE/);
    const text = readFileSync(moved(), 'utf8');
    writeFileSync(below('cut.ndjson'), text.slice(0, text.length - 2_000));
    const cut = await cli(['import', below('cut.ndjson')], 'refused');
    assert.match(cut.stderr, /cut\.ndjson is cut/);
    writeFileSync(below('changed.ndjson'), text.replace('call-open', 'call-0pen'));
    const changed = await cli(['import', below('changed.ndjson')], 'refused');
    assert.match(changed.stderr, /changed\.ndjson was changed since it was exported/);
    for (const { stderr, code } of [wrong, none, cut, changed]) {
      assert.equal(code, 1);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
    assert.throws(() => readFileSync(join(below('refused'), 'ringpost.db')), /ENOENT/);
  });

  test('the passphrase may be in a file, and a short one is refused at the export', async () => {
    const path = below('passphrase');
    writeFileSync(path, `${PASSPHRASE}\n`);
    const dry = await cli(['import', moved(), '--dry-run', '--passphrase-file', path], 'dry', {});
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /project "default"[\s\S]* calls 3[\s\S]*nothing was written/);
    assert.throws(() => readFileSync(join(below('dry'), 'ringpost.db')), /ENOENT/);
    writeFileSync(path, 'short\n');
    const words = ['export', below('short.ndjson'), '--passphrase-file', path];
    assert.match((await cli(words, 'source', {})).stderr, /needs 12 characters or more/);
  });

  test('a store with other records refuses the import and names them', async () => {
    await (await startService({ directory: below('other') })).stop();
    const { code, stderr } = await cli(['import', moved()], 'other');
    assert.equal(code, 1);
    assert.match(stderr, /prj_\w+ "default": its key is in use here/);
    assert.match(stderr, /Nothing was written.*--new-ids/);
  });

  test('an endpoint of a kind that only a newer version knows is refused by name', async () => {
    cpSync(below('source'), below('newer'), { recursive: true });
    const database = new DatabaseSync(join(below('newer'), 'ringpost.db'));
    database.exec("update endpoints set settings = json_set(settings, '$.kind', 'fax')");
    database.close();
    const file = below('newer.ndjson');
    assert.equal((await cli(['export', file], 'newer')).code, 0);
    for (const flags of [[], ['--new-ids']]) {
      const { code, stderr } = await cli(['import', file, ...flags], 'unknown-kind');
      assert.equal(code, 1);
      assert.match(stderr, /is of kind fax, which this version does not know/);
    }
  });

  test('settings are added beside existing ones under new ids, with their secrets', async () => {
    const file = below('settings.ndjson');
    assert.equal((await cli(['export', file, '--project', 'default'], 'source')).code, 0);
    const with_ = await cli(['import', moved(), '--new-ids'], 'source');
    assert.match(with_.stderr, /has calls, deliveries, results, which keep their ids/);
    await (await startService({ directory: below('staging') })).stop();
    const taken = await cli(['import', file, '--new-ids'], 'staging');
    assert.match(taken.stderr, /There is a project "default" already.*--name/);
    const words = ['import', file, '--new-ids', '--name', 'copy', '--disable-endpoints'];
    const done = await cli(words, 'staging');
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stdout, /project "copy" is prj_\w+ here/);
    // This throws if a secret does not open in its new place.
    const rows = comparable(below('staging'), boxOf(below('staging')));
    for (const secret of SECRETS)
      assert.ok(
        rows.some((row) => row.includes(secret)),
        secret,
      );
    const endpoints = rows.filter((row) => row.startsWith('endpoints '));
    assert.ok(endpoints.length > 4);
    for (const row of endpoints) assert.match(row, /"project_key":2,.*"enabled":0/);
  });

  test('open deliveries are exported from a stopped service, or cancelled in a copy', async () => {
    await (await startService({ directory: below('running') })).stop();
    await fillStore(below('running'));
    // Without a worker waiting deliveries stay as they are.
    const service = await startService({ directory: below('running') });
    try {
      const file = below('running.ndjson');
      const refused = await cli(['export', file, '--with', 'deliveries'], 'running');
      assert.match(
        refused.stderr,
        /deliveries still wait, and a Ringpost that runs.*--open cancel/,
      );
      const words = ['export', file, '--with', 'deliveries', '--open', 'cancel'];
      const copy = await cli(words, 'running');
      assert.equal(copy.code, 0, copy.stderr);
      assert.equal((await cli(['import', file], 'copy')).code, 0);
    } finally {
      await service.kill();
    }
    const rows = comparable(below('copy'), boxOf(below('copy')));
    const open = rows.filter((row) => /^deliveries .*"state":"(waiting|due|retrying)"/.test(row));
    assert.deepEqual(open, []);
    assert.ok(rows.some((row) => /^deliveries .*"state":"cancelled"/.test(row)));
    rmSync(below('copy'), { recursive: true });
  });

  test('a service that starts while an export reads is noticed, and no file is left', async () => {
    const url = await server.newDatabase();
    const environment = shared(url);
    assert.equal((await cli(['import', moved()], 'none', environment)).code, 0);
    // A start does not read it.
    const holder = await holding(url, 'lock table acw_results in access exclusive mode');
    const file = below('late.ndjson');
    const child = exporting(url, file, ['--with', 'results']);
    const said = text(child.stderr);
    await blocked(holder, child, "relation = 'acw_results'::regclass");
    const service = await startService({ directory: below('none'), environment });
    await holder.query('rollback');
    await holder.end();
    const [code] = await once(child, 'exit');
    await service.kill();
    assert.equal(code, 1);
    assert.match(await said, /deliveries still wait, and a Ringpost that runs.*--open cancel/);
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith('late')),
      [],
    );
  });
});

async function post(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function asked(url: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** A connection in a transaction that has run this statement and holds its locks. */
async function holding(url: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return client;
}

/** Resolves when a statement of the child waits for this lock. */
async function blocked(client: pg.Client, child: ChildProcess, lock: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select 1 from pg_locks where not granted and ${lock}`);
    if (rows.length > 0) return;
    assert.equal(child.exitCode, null, 'the import ended before it came to the lock');
  }
}
