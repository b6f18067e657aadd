/** The store's files can be read by their owner only. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePrivateFile } from '../../../src/store/sqlite/private-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { temporaryDirectory } from './opened.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('every file of a new store is readable by its owner alone, the directory too', async () => {
  const parent = temporaryDirectory();
  const directory = join(parent, 'made', 'here');
  const before = process.umask(0o022);
  try {
    const store = await openSqliteStore({ directory, threads: false });
    const files = readdirSync(directory);
    assert.ok(files.includes('ringpost.db-wal') && files.includes('ringpost.lock'));
    for (const file of files) assert.equal(modeOf(join(directory, file)), '600', file);
    assert.equal(modeOf(directory), '700');
    await store.close();
  } finally {
    process.umask(before);
    rmSync(parent, { recursive: true });
  }
});

test('an existing file keeps its content and its mode', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'file');
  writeFileSync(path, 'content');
  chmodSync(path, 0o640);
  makePrivateFile(path);
  assert.deepEqual([readFileSync(path, 'utf8'), modeOf(path)], ['content', '640']);
  rmSync(directory, { recursive: true });
});
