/**
 * A deleted call in the bytes of the database file: once the log is folded in, neither rows nor
 * free pages hold its words, not even of values that were overwritten before.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { Bench, epochOf, HandClock } from '../given.ts';
import { temporaryDirectory } from './opened.ts';

const CANARY = 'canary-51c9';

test('no byte of the file names a call that was deleted', async () => {
  const directory = temporaryDirectory();
  const clock = new HandClock();
  const open = () => openSqliteStore({ directory, threads: true });
  const found = () =>
    readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(CANARY));

  const store = await open();
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.nowMs,
  });
  const bench = new Bench(store, clock, key);
  bench.epoch = await epochOf(store);
  await bench.endpoint();
  for (let number = 0; number < 40; number += 1) {
    const words = { callSid: `${CANARY}-${number}`, clientId: CANARY };
    const errors = [{ code: 'INTERNAL_ERROR', message: `${CANARY} `.repeat(20), atMs: null }];
    await bench.report(`${CANARY}-call`, null, { ...words, errors } as never);
    await bench.report(`other-${number}`, 'CALLING');
  }
  for (const turns of [4_000, 10]) {
    const body = JSON.stringify(Array.from({ length: turns }, () => CANARY));
    const facts = { direction: 'OUTBOUND', body, bytes: body.length, turns, seen: null };
    const of = { projectKey: key, callId: `${CANARY}-call`, nowMs: clock.nowMs };
    await store.putCallLog({ ...of, ...facts });
  }
  await store.deleteCall({
    projectKey: key,
    callId: `${CANARY}-call`,
    audit: bench.audit('call.deleted'),
    nowMs: clock.nowMs,
  });
  await store.close();
  assert.deepEqual(found(), []);

  // Without the deletion the bytes are found, so the test looks at the right place.
  const again = await open();
  const other = new Bench(again, clock, key);
  await other.report(`${CANARY}-kept`, 'CALLING');
  await again.close();
  assert.deepEqual(found(), ['ringpost.db']);
  rmSync(directory, { recursive: true });
});

test('no byte of the file has a number that was erased, nor that of its job', async () => {
  const number = '4915199887766';
  const directory = temporaryDirectory();
  const clock = new HandClock();
  const open = () => openSqliteStore({ directory, threads: true });
  const found = () =>
    readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(number));

  const store = await open();
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.nowMs,
  });
  const bench = new Bench(store, clock, key);
  bench.epoch = await epochOf(store);
  await bench.endpoint();
  for (let at = 0; at < 60; at += 1) {
    await bench.report(`call-${at}`, 'CALLING', { clientId: at % 3 === 0 ? `+${number}` : 'c' });
  }
  const body = JSON.stringify({ turns: [{ speaker: 'CUSTOMER', text: `I am ${number}.` }] });
  const facts = { direction: 'OUTBOUND', body, bytes: body.length, turns: 1, seen: null };
  await store.putCallLog({ projectKey: key, callId: 'call-1', nowMs: clock.nowMs, ...facts });
  const asked = { number };
  const job = await store.createBulk({
    projectKey: key,
    job: {
      action: 'delete-calls',
      filter: { subject: 'number', value: number },
      asked,
      ids: null,
      matched: 0,
      matchedExact: false,
      reason: null,
      createdBy: 'usr_1',
      createdAtMs: clock.nowMs,
    },
    audit: { ...bench.audit('bulk.started'), after: { asked } },
  });
  let ended: number | null | undefined = null;
  while (ended === null) {
    const step = await store.stepBulk({ key: job.key, nowMs: clock.nowMs, limit: 200 });
    ended = step?.job.endedAtMs;
  }
  await store.close();
  assert.deepEqual(found(), []);
  rmSync(directory, { recursive: true });
});
