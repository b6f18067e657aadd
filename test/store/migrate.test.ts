/**
 * Which migrations are still to run; a changed file or a newer store is refused with a sentence
 * that says what to do.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  firstBreaking,
  MigrationError,
  pendingMigrations,
  readMigrations,
} from '../../src/store/migrate.ts';

function folder(files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return {
    files: () => readMigrations(directory),
    write: (name: string, text: string) => writeFileSync(join(directory, name), text),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

test('files run in the order of their numbers, each once', () => {
  using given = folder({ '0002-second.sql': 'select 2', '0001-first.sql': 'select 1' });
  const files = given.files();
  assert.deepEqual(
    files.map(({ number }) => number),
    [1, 2],
  );
  assert.deepEqual(pendingMigrations(files, []), files);
  assert.deepEqual(pendingMigrations(files, files.slice(0, 1)), files.slice(1));
  assert.deepEqual(pendingMigrations(files, files), []);
});

test('a file that changed after it ran is refused, other line ends are not a change', () => {
  using given = folder({ '0001-first.sql': 'select 1;\n' });
  const applied = given.files();
  given.write('0001-first.sql', 'select 1;\r\n');
  assert.deepEqual(pendingMigrations(given.files(), applied), []);
  given.write('0001-first.sql', 'select 2;\n');
  assert.throws(() => pendingMigrations(given.files(), applied), {
    name: 'MigrationError',
    code: 'MIGRATION_CHANGED',
    message: /0001-first\.sql has changed.*Restore the original file/s,
  });
});

test('a newer schema is good as long as nothing newer breaks this version', () => {
  using given = folder({ '0001-first.sql': 'select 1' });
  const added = { number: 2, name: '0002-added.sql', checksum: 'x', breaking: false };
  const files = given.files();
  assert.deepEqual(pendingMigrations(files, [...files, added]), []);
  const removed = { number: 3, name: '0003-removed.sql', checksum: 'y', breaking: true };
  assert.throws(() => pendingMigrations(files, [...files, added, removed]), {
    code: 'SCHEMA_TOO_NEW',
    message: /schema 3, this one knows 1 and .* 0003-removed\.sql\). Start the newer version/,
  });
});

test('a migration breaks older versions unless its first line says no', () => {
  using given = folder({
    '0001-first.sql': 'select 1',
    '0002-added.sql': '-- breaking: no (a new table)\nselect 2',
    '0003-removed.sql': '-- breaking: yes (no column of that name any more)\nselect 3',
    '0004-unsaid.sql': '-- not breaking: no\nselect 4',
  });
  const files = given.files();
  assert.deepEqual(
    files.map(({ breaking }) => breaking),
    [true, false, true, true],
  );
  const name = (done: number) => firstBreaking(files.slice(done), files.slice(0, done))?.name;
  assert.equal(name(1), '0003-removed.sql');
  assert.equal(name(3), '0004-unsaid.sql');
  assert.equal(name(4), undefined);
  assert.equal(name(0), undefined, 'on empty data no older version can be');
});

test('a gap or a misnamed file is refused', () => {
  for (const name of ['0002-second.sql', 'first.sql', '0001_First.sql']) {
    using given = folder({ [name]: 'select 1' });
    assert.throws(() => given.files(), MigrationError);
  }
});
