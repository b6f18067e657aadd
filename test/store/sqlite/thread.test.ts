/** A thread of the store that dies rejects its requests and all later ones, and reports it. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { Backend } from '../../../src/store/sqlite/backend.ts';
import type { ReadRequest, WriteRequest } from '../../../src/store/sqlite/operations.ts';
import { performOnThread, startAtFirstUse } from '../../../src/store/sqlite/thread.ts';
import { temporaryDirectory } from './opened.ts';

test('a dead writer rejects waiting and later requests, and counts as failing', async () => {
  const directory = temporaryDirectory();
  const setup = { role: 'writer', directory, maxPages: null } as const;
  const performer = await performOnThread<WriteRequest>(setup);
  const writer = new Backend(performer, { batchMax: 10, queueMax: 100 });
  const own = { name: 'own', argument: null } as const;
  assert.equal(writer.failing, false);
  await writer.ask(own, 1, false);
  // A value that no message can carry stands for a thread that breaks while it works.
  const broken = { name: 'own', argument: () => {} } as const;
  await assert.rejects(writer.ask(broken, 1, false));
  await writer.ask(own, 1, false);
  assert.equal(writer.failing, false);
  const ended = performer.terminate();
  const gone = { code: 'STORAGE_UNAVAILABLE', message: /writer thread of the store has ended/ };
  await assert.rejects(writer.ask(own, 1, false), gone);
  await assert.rejects(writer.ask(own, 1, false), gone);
  assert.equal(writer.failing, true);
  assert.equal(writer.dead, true);
  await writer.drain();
  await writer.close();
  await ended;
  rmSync(directory, { recursive: true });
});

test('a thread that cannot open its file fails the start', async () => {
  const setup = { role: 'reader', directory: '/nowhere/at/all', maxPages: null } as const;
  await assert.rejects(performOnThread(setup), /unable to open database file/);
});

test('a thread can start with its first batch, and a failed start is tried again', async () => {
  const directory = temporaryDirectory();
  const limits = { batchMax: 10, queueMax: 100 };
  const first = await performOnThread<WriteRequest>({ role: 'writer', directory, maxPages: null });
  const writer = new Backend(first, limits);
  const setups = [
    { role: 'reader', directory: '/nowhere/at/all', maxPages: null },
    { role: 'reader', directory, maxPages: null },
  ] as const;
  let starts = 0;
  const late = startAtFirstUse<ReadRequest>(() => performOnThread(setups[starts++] ?? setups[1]));
  let died = '';
  const reader = new Backend(late, limits, (detail) => {
    died = detail;
  });
  const asked = { name: 'projects', argument: null } as const;
  assert.equal(starts, 0);
  const failed = { code: 'STORAGE_UNAVAILABLE', message: /unable to open database file/ };
  await assert.rejects(reader.ask(asked, 1, true), failed);
  assert.deepEqual(await reader.ask(asked, 1, true), []);
  assert.deepEqual(await reader.ask(asked, 1, true), []);
  assert.deepEqual([starts, died], [2, '']);
  await reader.drain();
  await reader.close();
  await writer.close();
  rmSync(directory, { recursive: true });
});

test('a thread that was never used is closed without a start', async () => {
  const never = startAtFirstUse<ReadRequest>(() => Promise.reject(new Error('it started')));
  await never.close();
});
