/**
 * A temporary folder in memory for `npm test`: its tests open 1,500 databases, and each commit of
 * them would wait about 2 ms for a disk. `test/power-loss`, which asks about the disk itself, names
 * another folder (RINGPOST_TEST_DISK); proofs have theirs on the disk.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/** Of linux/magic.h. */
const TMPFS = 0x01021994;
/** Four times what the tests hold at their peak. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Null if this machine has no such folder, no room in it, or runs no program from it. */
export function makeMemoryFolder(shared = SHARED_MEMORY): string | null {
  if (!hasRoom(shared)) return null;
  const folder = mkdtempSync(join(shared, 'ringpost-tests-'));
  // PostgreSQL runs as another user and looks into it.
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

/** Containers often mount it so that nothing in it may be executed. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
