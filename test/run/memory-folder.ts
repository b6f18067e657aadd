/**
 * A temporary folder in memory for `npm test`: its tests open 1,500 databases, and each commit
 * would wait about 2 ms for a disk. `test/power-loss`, which tests the disk itself, uses another
 * folder (RINGPOST_TEST_DISK); proofs use the disk.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** From linux/magic.h. */
const TMPFS = 0x01021994;
/** Four times what the tests hold at their peak. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Null if this machine has no such folder, no room in it, or runs no program from it. */
export function makeMemoryFolder(shared = SHARED_MEMORY): string | null {
  if (!hasRoom(shared)) return null;
  const folder = mkdtempSync(join(shared, 'ringpost-tests-'));
  // PostgreSQL runs as another user, and must be able to enter it.
  chmodSync(folder, 0o755);
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  return null;
}

function hasRoom(path: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(path);
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Containers often mount it so that no program in it may run. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
