/**
 * Makes sure that one process owns a data directory. It holds an exclusive transaction on
 * `ringpost.lock`, which is SQLite's own file lock: it ends with the process, even after a crash,
 * and leaves nothing to clean up. Nothing is ever written into that file.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './private-file.ts';

export const LOCK_FILE = 'ringpost.lock';

/** The data directory cannot be used; the message is for the operator. */
export class DataDirectoryError extends Error {
  readonly code: 'DATA_DIR_IN_USE' | 'DATA_DIR_UNUSABLE';

  constructor(code: DataDirectoryError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DataDirectoryError';
    this.code = code;
  }
}

export interface DirectoryLock {
  release(): void;
}

/** Creates the directory (0700) if it is missing. Throws `DataDirectoryError`. */
export function lockDirectory(directory: string): DirectoryLock {
  const path = resolve(directory);
  assertUsable(path);
  const database = openLock(path);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      throw new DataDirectoryError(
        'DATA_DIR_IN_USE',
        `Another Ringpost is running on the data directory ${path}. ` +
          'Stop it, or give this one a directory of its own with RINGPOST_DATA_DIR or --data-dir.',
        error,
      );
    }
    throw unusable(path, 'its lock file cannot be locked', error);
  }
  return { release: () => database.close() };
}

/** Whether a process holds the directory now. Changes nothing. */
export function isDirectoryInUse(directory: string): boolean {
  const file = join(resolve(directory), LOCK_FILE);
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0, readOnly: true });
  try {
    // A read fails as long as another process has its exclusive transaction.
    database.exec('select count(*) from sqlite_schema');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database.close();
  }
}

function assertUsable(path: string): void {
  try {
    makeDirectory(path);
  } catch (error) {
    throw unusable(path, 'it cannot be made', error);
  }
  if (!statSync(path).isDirectory()) throw unusable(path, 'it is not a directory');
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(path, 'this user may not write to it, or it is read-only', error);
  }
}

/** Creates one level at a time, because Node's recursive mkdir hangs in places such as /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function openLock(path: string): DatabaseSync {
  try {
    makePrivateFile(join(path, LOCK_FILE));
    return new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw unusable(path, 'its lock file cannot be opened', error);
  }
}

function unusable(path: string, why: string, cause?: unknown): DataDirectoryError {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new DataDirectoryError(
    'DATA_DIR_UNUSABLE',
    `The data directory ${path} cannot be used: ${why}${reason}. ` +
      'Give the user that runs Ringpost the right to read and write it, or name another.',
    cause,
  );
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
