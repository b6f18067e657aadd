/**
 * Old and new versions on one database during an upgrade: a running older version is not affected
 * by additions of a newer one; a breaking migration waits until the older one is gone.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { MIGRATIONS, migrate, upgrade } from '../../../src/store/postgres/server/migrate.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { NO_RUN_FILTER, ownAgent } from '../conformance/acw-given.ts';
import { benchOf, HandClock, type OpenStore, START_MS, settingsOf } from '../given.ts';

const PRESENT = readdirSync(MIGRATIONS).length;

const ANY_CALL = { direction: null, fromMs: null, toMs: null };
const ANY_DELIVERY = {
  callId: null,
  endpoint: null,
  trigger: null,
  states: [],
  fromMs: null,
  toMs: null,
};

/** The migrations of a future version: ours, and one more. */
function nextVersion(t: TestContext, sql: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-migrations-'));
  t.after(() => rmSync(directory, { recursive: true }));
  cpSync(MIGRATIONS, directory, { recursive: true });
  writeFileSync(join(directory, `${String(PRESENT + 1).padStart(4, '0')}-next.sql`), sql);
  return directory;
}

describe('an upgrade of PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());

  test('the schema has no list of kinds, but there must be one (decision 59)', async () => {
    const url = await server.newDatabase();
    await upgrade({ url, unsafe: false });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "insert into projects (name, settings, created_at, updated_at) values ('p', '{}', 0, 0)",
    );
    const insert = (settings: object) =>
      client.query(
        `insert into endpoints (project_key, settings, enabled, created_at, updated_at, revision)
         select key, $1, 1, 0, 0, 1 from projects`,
        [JSON.stringify(settings)],
      );
    await insert({ ...settingsOf(), kind: 'fax' });
    await assert.rejects(insert({ ...settingsOf(), kind: '' }), /endpoints_kind_check/);
    await assert.rejects(insert({ name: 'no kind' }), /endpoints_kind_check/);
    await client.end();
  });

  test('a running older version is not affected by what a newer one adds', async (t) => {
    const directory = nextVersion(
      t,
      `-- breaking: no (who does not know the columns leaves them out)
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I add column of_a_later_version text', name);
        end loop;
      end $$;
      create table of_a_later_version (key bigint primary key);`,
    );
    const url = await server.newDatabase();
    const open: OpenStore = async (clock) => {
      // One connection for queries: the same prepared statements before and after.
      const store = await openPostgresStore({ url, clock, workerName: 'older', poolMax: 1 });
      return { store, close: () => store.close() };
    };
    const older = await benchOf(open);
    t.after(() => older.close());
    const endpoint = await older.endpoint();
    const [delivery] = await older.heads('call_1', 'CALLING');
    assert.ok(delivery !== undefined);
    const { store, project } = older;
    await ownAgent(older, { triggers: ['OUTBOUND_CALL_CALLING'] });
    const log = { projectKey: project, callId: 'call_1', direction: 'OUTBOUND', body: '{}' };
    await store.putCallLog({ ...log, bytes: 2, turns: 0, seen: null, nowMs: START_MS });
    const look = async () => [
      await store.projects(),
      await store.project(project),
      await store.apiKeys(project),
      await store.apiKeyByHash('none'),
      await store.signingKeys(project),
      await store.sources(project),
      await store.endpoints({ projectKey: project, afterKey: null, limit: 9 }),
      await store.endpoint({ projectKey: project, key: endpoint.key }),
      await store.audit({ projectKey: project, beforeKey: null, limit: 9 }),
      await store.call({ projectKey: project, callId: 'call_1' }),
      await store.calls({ projectKey: project, filter: ANY_CALL, beforeKey: null, limit: 9 }),
      await store.timeline({ projectKey: project, callId: 'call_1' }),
      await store.deliveries({
        projectKey: project,
        filter: ANY_DELIVERY,
        beforeKey: null,
        limit: 9,
        nowMs: START_MS,
      }),
      await store.delivery({ projectKey: project, key: delivery.delivery }),
      await store.runtime(endpoint.key),
      await store.runs({ projectKey: project, filter: NO_RUN_FILTER, beforeKey: null, limit: 9 }),
      await store.results({ projectKey: project, callId: 'call_1', beforeKey: null, limit: 9 }),
      await store.result({ projectKey: project, key: asKey(1) }),
      await store.callLog({ projectKey: project, callId: 'call_1' }),
      await store.callLogFacts({ projectKey: project, callId: 'call_1' }),
      await store.callLogOutlook({ projectKey: project, callId: 'call_1' }),
      await store.scorecards(project),
      await store.nextRunAtMs(),
    ];
    const seen = await look();
    const options = { url, unsafe: false, directory };
    assert.deepEqual(await upgrade(options), { from: PRESENT, to: PRESENT + 1 });
    assert.deepEqual(await look(), seen);
    assert.equal((await older.heads('call_2', 'CALLING')).length, 2);
    assert.equal(await migrate({ url, unsafe: false }), PRESENT + 1, 'and another may start');
  });

  test('rows stored before after-call work existed are read as now', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'ringpost-migrations-'));
    t.after(() => rmSync(directory, { recursive: true }));
    cpSync(join(MIGRATIONS, '0001-first.sql'), join(directory, '0001-first.sql'));
    const url = await server.newDatabase();
    await upgrade({ url, unsafe: false, directory });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.after(() => client.end());
    const { retention, ...rest } = PROJECT_DEFAULTS;
    const { callLogDays, ...days } = retention;
    // The name contains text that looks like a member of the settings.
    const project = { ...rest, serviceName: '"acwResultDays":', retention: days };
    const { agent, ...settings } = settingsOf({ name: '"agent" ' });
    await client.query("insert into projects values (1, 'default', $1, 0, 0)", [
      JSON.stringify(project),
    ]);
    await client.query('insert into endpoints values (1, 1, $1, 1, null, null, null, 0, 0, 1)', [
      JSON.stringify(settings),
    ]);
    await upgrade({ url, unsafe: false });
    const read = async (table: string) =>
      (await client.query(`select settings from ${table}`)).rows[0]?.settings;
    assert.equal(await read('endpoints'), JSON.stringify({ ...settings, agent }));
    assert.deepEqual(JSON.parse(await read('projects')), {
      ...project,
      retention: { ...days, callLogDays },
    });
    const store = await openPostgresStore({ url, clock: new HandClock(), workerName: 'newer' });
    const key = asKey<ProjectKey>(1);
    assert.deepEqual((await store.project(key))?.retention, retention);
    // A version started before still writes the settings that it knows.
    await client.query('update projects set settings = $1', [JSON.stringify(project)]);
    await client.query('update endpoints set settings = $1', [JSON.stringify(settings)]);
    assert.deepEqual((await store.project(key))?.retention, retention);
    assert.equal((await store.endpoint({ projectKey: key, key: asKey(1) }))?.agent, null);
    await store.close();
  });

  test('settings of a newer version stay when this version saves the project', async (t) => {
    const url = await server.newDatabase();
    const bench = await benchOf(async (clock) => {
      const store = await openPostgresStore({ url, clock, workerName: 'older' });
      return { store, close: () => store.close() };
    });
    t.after(() => bench.close());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.after(() => client.end());
    const { stale, retention } = PROJECT_DEFAULTS;
    const newer = {
      ...PROJECT_DEFAULTS,
      stale: { ...stale, laterMs: 5 },
      retention: { ...retention, laterDays: 7 },
      maskForViewers: true,
      ofALaterVersion: { isOn: true },
    };
    await client.query('update projects set settings = $1', [JSON.stringify(newer)]);
    const seen = await bench.store.project(bench.project);
    assert.ok(seen !== null);
    const known = { ...PROJECT_DEFAULTS, serviceName: 'Bell', maskForViewers: false };
    const wanted = { ...known, retention: { ...retention, auditDays: 400 } };
    const saved = await bench.store.updateProject({
      key: bench.project,
      name: seen.name,
      settings: wanted,
      audit: bench.audit(),
      seen,
    });
    assert.equal(saved?.serviceName, 'Bell');
    const { rows } = await client.query('select settings from projects');
    assert.deepEqual(JSON.parse(rows[0].settings), {
      ...newer,
      serviceName: 'Bell',
      retention: { ...newer.retention, auditDays: 400 },
      maskForViewers: false,
    });
  });

  test('a migration that breaks older versions waits until they are gone', async (t) => {
    const directory = nextVersion(
      t,
      `-- breaking: yes (no column of that name any more)
      alter table projects rename column name to title;`,
    );
    const url = await server.newDatabase();
    const clock = new HandClock();
    const older = await openPostgresStore({ url, clock, workerName: 'older:7' });
    await older.projects();
    const start = () => upgrade({ url, unsafe: false, directory });
    await assert.rejects(start(), {
      code: 'MIGRATION_NEEDS_STOP',
      message: /-next\.sql cannot .*\("older:7"\)\. Stop every Ringpost on this/,
    });
    assert.deepEqual(await older.projects(), [], 'and nothing has changed for them');
    await older.close();
    // Two processes that start at once wait for each other's start, not for each other's end.
    const changes = await Promise.all([start(), start()]);
    const from = changes.map((change) => change.from).sort();
    assert.deepEqual(from, [PRESENT, PRESENT + 1]);
    await assert.rejects(openPostgresStore({ url, clock, workerName: 'older' }), {
      code: 'SCHEMA_TOO_NEW',
    });
  });
});
