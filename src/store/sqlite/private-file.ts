/**
 * Creates a file of the store before SQLite does, readable only by its owner: it holds call ids,
 * errors and answers of receivers. SQLite gives its log and its index the mode of the database.
 * Must never open an existing file: closing it would drop every lock that this process holds on it
 * (POSIX), and an operator who changed its mode did so on purpose.
 */
import { closeSync, openSync } from 'node:fs';

export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
