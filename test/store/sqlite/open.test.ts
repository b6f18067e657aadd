/**
 * Opening a store: the settings that durability rests on are set and asserted, the schema migrates,
 * and a restart finds every row.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import {
  DATABASE_FILE,
  MIGRATIONS,
  openReader,
  openWriter,
  upgradeDirectory,
} from '../../../src/store/sqlite/open.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { benchOf, type OpenStore, settingsOf } from '../given.ts';
import { temporaryDirectory } from './opened.ts';

test('the writer commits with WAL and synchronous FULL', () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  const pragma = (name: string) => db.database.prepare(`pragma ${name}`).get()?.[name];
  assert.equal(pragma('journal_mode'), 'wal');
  assert.equal(pragma('synchronous'), 2);
  assert.equal(pragma('foreign_keys'), 1);
  assert.equal(pragma('secure_delete'), 1);
  const reader = openReader(directory);
  assert.throws(() => reader.database.exec("insert into meta values ('a', 'b')"), /readonly/);
  reader.close();
  db.close();
  rmSync(directory, { recursive: true });
});

test('a migration that changed after it ran stops the start', async () => {
  const directory = temporaryDirectory();
  openWriter(directory, null).close();
  const raw = new DatabaseSync(join(directory, DATABASE_FILE));
  raw.exec("update migrations set checksum = 'another'");
  raw.close();
  const open = () => openSqliteStore({ directory, threads: false });
  await assert.rejects(open, { code: 'MIGRATION_CHANGED' });
  await assert.rejects(open, { code: 'MIGRATION_CHANGED' }, 'the lock was let go');
  rmSync(directory, { recursive: true });
});

test('a schema newer than the code stops the start', async () => {
  const directory = temporaryDirectory();
  openWriter(directory, null).close();
  const raw = new DatabaseSync(join(directory, DATABASE_FILE));
  raw.exec("insert into migrations values (9999, '9999-later.sql', 'x', 0, 1)");
  raw.close();
  await assert.rejects(openSqliteStore({ directory, threads: true }), {
    code: 'SCHEMA_TOO_NEW',
  });
  rmSync(directory, { recursive: true });
});

test('a newer version may have added to the schema, and this one still opens it', async () => {
  const directory = temporaryDirectory();
  const newer = join(directory, 'newer');
  cpSync(MIGRATIONS, newer, { recursive: true });
  const { to } = upgradeDirectory(directory);
  const name = `${String(to + 1).padStart(4, '0')}-note.sql`;
  const sql = '-- breaking: no (who does not know it leaves it out)\n';
  writeFileSync(join(newer, name), `${sql}alter table projects add column note text;`);
  assert.deepEqual(upgradeDirectory(directory, newer), { from: to, to: to + 1 });
  const open: OpenStore = async () => {
    const store = await openSqliteStore({ directory, threads: false });
    return { store, close: () => store.close() };
  };
  const older = await benchOf(open);
  assert.equal((await older.store.condition()).schemaVersion, to + 1);
  await older.endpoint();
  assert.equal((await older.heads('call_1', 'COMPLETED')).length, 1);
  await older.close();
  rmSync(directory, { recursive: true });
});

test('rows stored before after-call work existed are read as now', async () => {
  const directory = temporaryDirectory();
  const older = join(directory, 'older');
  mkdirSync(older);
  cpSync(join(MIGRATIONS, '0001-first.sql'), join(older, '0001-first.sql'));
  upgradeDirectory(directory, older);
  const raw = new DatabaseSync(join(directory, DATABASE_FILE));
  const { retention, ...rest } = PROJECT_DEFAULTS;
  const { callLogDays, ...days } = retention;
  const project = JSON.stringify({ ...rest, retention: days });
  const { agent, ...settings } = settingsOf();
  raw.prepare("insert into projects values (1, 'default', ?, 0, 0)").run(project);
  const insert = raw.prepare(
    'insert into endpoints values (?, 1, ?, 1, null, null, null, 0, 0, 1)',
  );
  insert.run(1, JSON.stringify(settings));
  raw.close();
  const store = await openSqliteStore({ directory, threads: false });
  const present = new DatabaseSync(join(directory, DATABASE_FILE), { readOnly: true });
  const stored = present.prepare('select settings from endpoints').get();
  assert.equal(stored?.settings, JSON.stringify({ ...settings, agent }));
  const filled = present.prepare('select settings from projects').get();
  assert.equal(filled?.settings, JSON.stringify({ ...rest, retention: { ...days, callLogDays } }));
  present.close();
  // A version started before may still write the settings that it knows.
  const writer = new DatabaseSync(join(directory, DATABASE_FILE));
  writer.prepare('update projects set settings = ?').run(project);
  writer.prepare('update endpoints set settings = ?').run(JSON.stringify(settings));
  writer.close();
  const key = asKey<ProjectKey>(1);
  assert.deepEqual((await store.project(key))?.retention, retention);
  assert.equal((await store.endpoint({ projectKey: key, key: asKey(1) }))?.agent, null);
  await store.close();
  rmSync(directory, { recursive: true });
});

test('when the list of kinds leaves the schema, endpoints and their rows stay', () => {
  const directory = temporaryDirectory();
  const older = join(directory, 'older');
  cpSync(MIGRATIONS, older, {
    recursive: true,
    filter: (path) => !/00(18|19|[2-9]\d)-/.test(path),
  });
  upgradeDirectory(directory, older);
  const raw = new DatabaseSync(join(directory, DATABASE_FILE));
  raw.exec("insert into projects values (1, 'default', '{}', 0, 0)");
  const insert = (db: DatabaseSync, key: number, settings: object) =>
    db
      .prepare('insert into endpoints values (?, 1, ?, 1, null, null, null, 0, 0, 1)')
      .run(key, JSON.stringify(settings));
  insert(raw, 7, settingsOf());
  raw.exec("insert into endpoint_health values (7, null, '{}')");
  assert.throws(() => insert(raw, 8, { ...settingsOf(), kind: 'fax' }), /CHECK constraint/);
  const rows = (db: DatabaseSync) => db.prepare('select * from endpoints').all();
  const before = rows(raw);
  raw.close();
  upgradeDirectory(directory);
  const present = new DatabaseSync(join(directory, DATABASE_FILE));
  assert.deepEqual(rows(present), before);
  assert.deepEqual(present.prepare('pragma foreign_key_check').all(), []);
  assert.throws(() => present.exec('delete from endpoints'), /FOREIGN KEY/);
  insert(present, 8, { ...settingsOf(), kind: 'fax' });
  assert.throws(() => insert(present, 9, { ...settingsOf(), kind: '' }), /CHECK constraint/);
  assert.throws(() => insert(present, 9, { name: 'no kind' }), /CHECK constraint/);
  const indexes = present.prepare("select name from pragma_index_list('endpoints')").all();
  assert.deepEqual(
    indexes.map(({ name }) => name),
    ['endpoints_by_project'],
  );
  present.close();
  rmSync(directory, { recursive: true });
});

test('the table of migrations of version 0.1 is brought up to date', () => {
  const directory = temporaryDirectory();
  openWriter(directory, null).close();
  const raw = new DatabaseSync(join(directory, DATABASE_FILE));
  raw.exec('alter table migrations drop column breaking');
  raw.close();
  const change = upgradeDirectory(directory);
  assert.equal(change.from, change.to);
  assert.deepEqual(upgradeDirectory(directory), change);
  rmSync(directory, { recursive: true });
});

test('a restart keeps everything and takes a new epoch', async () => {
  const directory = temporaryDirectory();
  const open: OpenStore = async () => {
    const store = await openSqliteStore({ directory, threads: true });
    return { store, close: () => store.close() };
  };
  const before = await benchOf(open);
  const endpoint = await before.endpoint();
  await before.heads('call_1', 'COMPLETED');
  const [rows, heads] = [await before.all(), await before.ready(endpoint.key)];
  await before.close();
  const after = await benchOf(open);
  assert.ok(after.epoch > before.epoch);
  assert.deepEqual(await after.all(), rows);
  assert.deepEqual(await after.ready(endpoint.key), heads);
  assert.deepEqual(
    await after.store.endpoint({ projectKey: after.project, key: endpoint.key }),
    endpoint,
  );
  await after.close();
  rmSync(directory, { recursive: true });
});
