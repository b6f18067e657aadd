/**
 * A sync comes before each 202, also of a service that has just made its store, whose migrations
 * are not synced by themselves: the kernel is asked for several services (`sync.test.ts`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerIsOnDisk } from './answer-on-disk.ts';
import { canTell, DISK_FOLDER } from './dirty.ts';

const SERVICES = 4;

test('when a 202 has arrived, nothing of the database is unwritten', async (t) => {
  if (!canTell()) {
    t.diagnostic('This file system has no write-back: it cannot tell.');
    return;
  }
  for (let service = 0; service < SERVICES; service += 1) {
    const empty = mkdtempSync(join(DISK_FOLDER, 'ringpost-sync-'));
    t.after(() => rmSync(empty, { recursive: true, force: true }));
    await answerIsOnDisk(t, empty);
  }
});
