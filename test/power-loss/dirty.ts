/**
 * Asks the kernel how much of a file was not on disk yet, by cutting the file to nothing: Linux
 * counts what was dropped before it was written back in `cancelled_write_bytes` of the process that
 * cut. Needs neither rights nor native code, but a file system with write-back: not one in memory.
 * The file is gone afterwards.
 */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where files lie on a disk: `npm test` has its temporary files in memory. */
export const DISK_FOLDER = process.env.RINGPOST_TEST_DISK ?? tmpdir();
const ACCOUNT = '/proc/self/io';
const CANCELLED = /^cancelled_write_bytes: (\d+)$/m;

/** How many bytes of `path` a power cut at this moment would have taken. */
export function dropUnsynced(path: string): number {
  const before = cancelledBytes();
  truncateSync(path, 0);
  return cancelledBytes() - before;
}

/** Whether this kernel and the file system of temporary files can tell. */
export function canTell(): boolean {
  if (!existsSync(ACCOUNT)) return false;
  const directory = mkdtempSync(join(DISK_FOLDER, 'ringpost-dirty-'));
  const path = join(directory, 'unsynced');
  writeFileSync(path, Buffer.alloc(65_536, 1));
  const dropped = dropUnsynced(path);
  rmSync(directory, { recursive: true });
  return dropped >= 65_536;
}

function cancelledBytes(): number {
  return Number(CANCELLED.exec(readFileSync(ACCOUNT, 'utf8'))?.[1] ?? 0);
}
