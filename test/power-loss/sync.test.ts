/**
 * A sync really comes before the answer, by the kernel's account rather than SQLite's: once a
 * commit has resolved or a 202 has arrived, no byte of the database is unwritten. With `synchronous
 * = normal` the same check finds unwritten bytes. A file system in memory cannot tell; then only
 * that is asserted. `sync.proof.ts` checks more services.
 */
import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Stream } from '../../sim/script/random.ts';
import { asKey, type ProjectKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { DATABASE_FILE, openWriter } from '../../src/store/sqlite/open.ts';
import type { WriteRequest } from '../../src/store/sqlite/operations.ts';
import { writeBatch } from '../../src/store/sqlite/performer.ts';
import { WriteSession } from '../../src/store/sqlite/session.ts';
import { reportOf, START_MS } from '../store/given.ts';
import { answerIsOnDisk, syncedDirectory } from './answer-on-disk.ts';
import { canTell, DISK_FOLDER, dropUnsynced } from './dirty.ts';

const LOOKS = 20;
/** So few that the log is folded into the file within one round. */
const CHECKPOINT_PAGES = 40;
const COMMITS_MAX = 40;
/** The magic number of tmpfs, from linux/magic.h. */
const TMPFS = 0x01021994;

if (canTell()) {
  test('when a commit has resolved, nothing of it is unwritten', commitIsOnDisk);
  test('with synchronous = normal a commit is seen as unwritten', normalIsSeen);
  test('when a 202 has arrived, nothing of the database is unwritten', (t) => answerIsOnDisk(t));
} else {
  test('only a system without write-back cannot tell', () => {
    const isInMemory = statfsSync(DISK_FOLDER).type === TMPFS;
    assert.ok(isInMemory || process.platform !== 'linux', 'this file system should tell');
  });
}

function commitIsOnDisk(t: TestContext): void {
  const chance = new Stream(20_261_121, 'sync');
  for (let look = 0; look < LOOKS; look += 1) {
    const dropped = unsyncedAfter(t, chance.between(1, COMMITS_MAX), () => {});
    assert.deepEqual(dropped, { log: 0, file: 0 });
  }
}

function normalIsSeen(t: TestContext): void {
  const dropped = unsyncedAfter(t, 5, ({ database }) =>
    database.exec('pragma synchronous = normal'),
  );
  assert.ok(dropped.log > 0, 'the log was not synced');
}

/** What a power cut after so many commits would have taken of the log and of the file. */
function unsyncedAfter(
  t: TestContext,
  commits: number,
  change: (db: Connection) => void,
): { readonly log: number; readonly file: number } {
  const directory = syncedDirectory(t);
  const db = openWriter(directory, null);
  db.database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  change(db);
  const session = new WriteSession(db);
  const write = (request: WriteRequest): void => {
    const { commits: done } = writeBatch(session, [request]);
    assert.equal(done, 1);
  };
  const name = 'default';
  write({ name: 'ensureProject', argument: { name, settings: PROJECT_DEFAULTS, nowMs: START_MS } });
  const project = db.database.prepare('select key from projects').get();
  for (let commit = 0; commit < commits; commit += 1) {
    const report = reportOf('CALLING');
    const callId = `call-${commit}`;
    const projectKey = asKey<ProjectKey>(Number(project?.key));
    const from = { source: 'api', receivedAtMs: START_MS } as const;
    write({ name: 'accept', argument: [{ projectKey, callId, report, ...from }] });
  }
  const path = join(directory, DATABASE_FILE);
  return { log: dropUnsynced(`${path}-wal`), file: dropUnsynced(path) };
}
