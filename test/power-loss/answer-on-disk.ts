/** Checks that the service's whole database is on the disk once it has answered 202. */
import assert from 'node:assert/strict';
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import { migratedDirectory } from '../support/migrated-directory.ts';
import { callApi, startService } from '../support/service-process.ts';
import { DISK_FOLDER, dropUnsynced } from './dirty.ts';

/** `directory`: on a disk, with a synced store or empty, where the first start makes it. */
export async function answerIsOnDisk(
  t: TestContext,
  directory = syncedDirectory(t),
): Promise<void> {
  const running = await startService({ directory });
  t.after(() => running.kill());
  for (let report = 0; report < 5; report += 1) {
    const { status } = await callApi(running, 'POST', `/v1/calls/call-${report}/reports`, {
      status: 'CALLING',
      direction: 'OUTBOUND',
    });
    assert.equal(status, 202);
  }
  // Stopped at once, so that a later sync cannot hide one that is missing.
  process.kill(running.pid, 'SIGSTOP');
  const path = join(directory, DATABASE_FILE);
  assert.equal(dropUnsynced(`${path}-wal`), 0);
  assert.equal(dropUnsynced(path), 0);
  await running.kill();
}

/** A directory on a disk, with a migrated store of which no byte is unwritten. */
export function syncedDirectory(t: TestContext): string {
  const directory = migratedDirectory('ringpost-sync-', DISK_FOLDER);
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = openSync(join(directory, DATABASE_FILE), 'r+');
  fsyncSync(file);
  closeSync(file);
  return directory;
}
