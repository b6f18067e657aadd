/**
 * A deleted call in the bytes of the database file: neither rows nor free pages hold its words once
 * the log is folded in, also of values that were written over before.
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

  // Without the deletion it is found: the test looks where it says.
  const again = await open();
  const other = new Bench(again, clock, key);
  await other.report(`${CANARY}-kept`, 'CALLING');
  await again.close();
  assert.deepEqual(found(), ['ringpost.db']);
  rmSync(directory, { recursive: true });
});
