/** A sync comes before each 202: the kernel is asked for several services (`sync.test.ts`). */
import { test } from 'node:test';
import { answerIsOnDisk } from './answer-on-disk.ts';
import { canTell } from './dirty.ts';

const SERVICES = 4;

test('when a 202 has arrived, nothing of the database is unwritten', async (t) => {
  if (!canTell()) {
    t.diagnostic('This file system has no write-back: it cannot tell.');
    return;
  }
  for (let service = 0; service < SERVICES; service += 1) await answerIsOnDisk(t);
});
