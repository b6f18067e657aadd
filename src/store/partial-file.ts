/**
 * A file under a temporary name beside its own, until it is whole and on disk: backups, restores
 * and exports. Only its owner reads it. What another user put at that name is removed, a link is
 * not followed, and a file that comes in between is an error.
 */
import { closeSync, openSync, rmSync } from 'node:fs';

/** A process writes one file of a name; it is left behind only if the process is killed. */
export function partialOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}

/** Creates the empty file and returns its path. */
export function makePartial(file: string): string {
  const path = partialOf(file);
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', 0o600));
  return path;
}
