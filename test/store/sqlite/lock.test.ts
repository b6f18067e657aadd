/**
 * One process owns a data directory, and a directory that cannot be used is refused with a
 * sentence.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockDirectory } from '../../../src/store/sqlite/lock.ts';
import { temporaryDirectory } from './opened.ts';

const LOCK = join(import.meta.dirname, '../../../src/store/sqlite/lock.ts');

/** Tries the lock in another process, as an unprivileged user if this one is root. */
function lockElsewhere(directory: string, unprivileged = false): string {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(LOCK)});
    if (${unprivileged} && process.getuid() === 0) process.setuid(65534);
    try { lockDirectory(${JSON.stringify(directory)}); console.log('locked'); }
    catch (error) { console.log(error.code + ' ' + error.message); }
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  return `${stdout}${stderr}`;
}

test('a second start, in this process or another, is told that the directory is in use', () => {
  const directory = temporaryDirectory();
  const lock = lockDirectory(directory);
  assert.throws(() => lockDirectory(directory), { code: 'DATA_DIR_IN_USE' });
  assert.match(lockElsewhere(directory), /^DATA_DIR_IN_USE Another Ringpost is running on/);
  lock.release();
  assert.match(lockElsewhere(directory), /^locked/);
  rmSync(directory, { recursive: true });
});

test('a process that ends releases its lock', () => {
  const directory = temporaryDirectory();
  assert.match(lockElsewhere(directory), /^locked/);
  lockDirectory(directory).release();
  rmSync(directory, { recursive: true });
});

test('a missing directory is made', () => {
  const directory = temporaryDirectory();
  lockDirectory(join(directory, 'a', 'b')).release();
  rmSync(directory, { recursive: true });
});

test('a directory without permission is refused with what to do', () => {
  const directory = temporaryDirectory();
  const answer = lockElsewhere(join(directory, 'data'), true);
  if (process.getuid?.() === 0) assert.match(answer, /^DATA_DIR_UNUSABLE .*cannot be used/);
  else assert.match(answer, /^locked/);
  rmSync(directory, { recursive: true });
});

test('a file in the place of the directory is refused', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'file');
  writeFileSync(file, '');
  assert.throws(() => lockDirectory(file), {
    code: 'DATA_DIR_UNUSABLE',
    message: /cannot be used.*Give the user that runs Ringpost the right/s,
  });
  rmSync(directory, { recursive: true });
});

test('a path that cannot be made ends with a sentence at once', () => {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(LOCK)});
    try { lockDirectory('/proc/x/y'); }
    catch (error) { console.log(error.code + ' ' + error.message); }
  `;
  const arguments_ = ['--input-type=module', '-e', script];
  const { stdout, signal } = spawnSync(process.execPath, arguments_, { timeout: 20_000 });
  assert.equal(signal, null, 'it came back');
  assert.match(
    String(stdout),
    /^DATA_DIR_UNUSABLE The data directory \/proc\/x\/y .*cannot be made/,
  );
});
