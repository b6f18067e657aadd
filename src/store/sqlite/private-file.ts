/**
 * Makes a file of the store before SQLite does, so that its owner alone can read it: it holds
 * callIds, errors and answers of receivers. SQLite gives its log and its index the mode of the
 * database. Must never open a file that is there: closing it would drop every lock that this
 * process holds on it (POSIX), and who shared it did so on purpose.
 */
import { closeSync, openSync } from 'node:fs';

export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
