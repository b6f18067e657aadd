/**
 * How much room the disk of a folder has for a user without special rights, in bytes. Rejects if
 * the folder is not there.
 */
import { statfs } from 'node:fs/promises';

export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
