/**
 * One write into the embedded store from a process that does not own it: a setup token, while the
 * service runs. It takes SQLite's own write lock for a moment and migrates nothing. No other
 * operation may be run so: what the owner remembers would not know of it.
 */
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addSetupToken } from '../operation/setup.ts';
import { Connection } from './connection.ts';
import { DATABASE_FILE } from './open.ts';

/** The owner's commits are milliseconds long. */
const WAIT_MS = 5_000;

/** False when there is somebody already. */
export function addSetupTokenBeside(directory: string, hash: string, nowMs: number): boolean {
  const path = join(resolve(directory), DATABASE_FILE);
  const connection = new Connection(new DatabaseSync(path, { timeout: WAIT_MS }));
  const { database } = connection;
  try {
    database.exec('pragma synchronous = full');
    database.exec('begin immediate');
    const added = connection.do(addSetupToken({ hash, nowMs }));
    database.exec('commit');
    return added;
  } finally {
    connection.close();
  }
}
