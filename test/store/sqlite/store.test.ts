/**
 * What only the embedded store promises: group commit, recovery from a full disk, the report of a
 * dead thread, bounded queues, and a start whose duration does not depend on the backlog.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { asKey } from '../../../src/core/id.ts';
import { readyHeads } from '../../../src/store/operation/delivery/ready-heads.ts';
import type { Connection } from '../../../src/store/sqlite/connection.ts';
import { endpointsWithHeads } from '../../../src/store/sqlite/head.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import { openSqliteStore, type SqliteOptions } from '../../../src/store/sqlite/store.ts';
import { query } from '../../../src/store/statement.ts';
import { type Bench, benchOf, DAY_MS, FAR_MS, reportOf, START_MS } from '../given.ts';
import { temporaryDirectory } from './opened.ts';

/** Closed and removed after the test, even if it fails. */
async function opened(t: TestContext, options: Partial<SqliteOptions> = {}) {
  const directory = options.directory ?? temporaryDirectory();
  const store = await openSqliteStore({ directory, threads: true, ...options });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  t.after(async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  });
  const bench = await benchOf(async () => ({ store, close }));
  return { bench, store };
}

test('many simultaneous reports share few commits', async (t) => {
  const { bench, store } = await opened(t);
  await bench.endpoint();
  const before = store.counters();
  const asked = 500;
  await Promise.all(
    Array.from({ length: asked }, (_, number) => bench.report(`call_${number}`, 'CALLING')),
  );
  const { commits, largestBatch, operations, queued } = store.counters();
  assert.equal(operations - before.operations, asked);
  assert.ok(commits - before.commits <= 5, `${commits - before.commits} commits`);
  assert.ok(largestBatch >= 100);
  assert.equal(queued, 0);
  assert.equal((await bench.all({}, 200)).length, asked);
});

test('of a batch with a fault only the culprit fails', async (t) => {
  const { bench, store } = await opened(t);
  await bench.endpoint();
  const before = store.counters().commits;
  const nowhere = asKey<Bench['project']>(99);
  const results = await Promise.allSettled([
    bench.report('call_1', 'CALLING'),
    bench.report('call_2', 'CALLING', {}, nowhere),
    bench.report('call_3', 'CALLING'),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(store.counters().commits - before, 2);
});

test('a full disk is told, loses nothing that was acknowledged, and heals', async (t) => {
  const directory = temporaryDirectory();
  const first = await opened(t, { directory });
  // A quarter of their room is left for the hashes that remember them.
  for (let number = 0; number < 450; number += 1)
    await first.bench.report(`old_${number}`, 'QUEUED');
  await first.bench.close();
  const maxPages = Math.ceil((await first.store.condition()).bytes / 4_096) + 4;
  const { bench, store } = await opened(t, { directory, maxPages });
  bench.clock.nowMs += 200 * DAY_MS;
  const kept: string[] = [];
  const fill = async (): Promise<unknown> => {
    for (let number = 0; number < 5_000; number += 1) {
      const callId = `call_${number}`;
      try {
        await bench.report(callId, 'CALLING');
        kept.push(callId);
      } catch (error) {
        return error;
      }
    }
    throw new Error('the disk is never full');
  };
  const error = await fill();
  assert.ok(error instanceof ServiceError);
  assert.deepEqual([error.code, error.retryAfterS], ['STORAGE_FULL', 5]);
  assert.equal((await store.condition()).writable, false);
  assert.ok(kept.length > 0);
  for (const callId of kept)
    assert.notEqual(await store.call({ projectKey: bench.project, callId }), null);
  assert.equal(
    await store.call({ projectKey: bench.project, callId: `call_${kept.length}` }),
    null,
  );
  // Space returns: retention removes the old calls, and the same process goes on.
  for (;;) {
    const { more } = await store.removeExpired({ nowMs: bench.clock.nowMs, limit: 500 });
    if (!more) break;
  }
  assert.equal((await store.condition()).writable, true);
  assert.equal((await bench.report('after', 'CALLING')).kind, 'accepted');
});

test('the same full disk without threads is told the same way', async (t) => {
  const { bench, store } = await opened(t, { threads: false, maxPages: 100 });
  const text = 'x'.repeat(4_000);
  await assert.rejects(
    async () => {
      for (let number = 0; number < 1_000; number += 1) {
        const wanted = { name: text, adapter: 'twilio', secret: text, publicUrl: null };
        await store.createSource({
          projectKey: bench.project,
          source: wanted,
          audit: bench.audit(),
        });
      }
    },
    { code: 'STORAGE_FULL' },
  );
  assert.equal((await store.condition()).writable, false);
});

test('a dead thread is reported once, and the store is no longer writable', async (t) => {
  const workers: Worker[] = [];
  const noticed = (worker: Worker) => void workers.push(worker);
  process.on('worker', noticed);
  const told: string[] = [];
  const { promise: death, resolve } = Promise.withResolvers<void>();
  const onFatal = (detail: string) => {
    told.push(detail);
    resolve();
  };
  const { bench, store } = await opened(t, { onFatal });
  assert.equal(workers.length, 2);
  const asked = { projectKey: bench.project, callId: 'call_1' };
  assert.equal(await store.call(asked), null);
  assert.equal(workers.length, 3, 'the reader of queries starts with the first one');
  process.off('worker', noticed);
  assert.equal((await store.condition()).writable, true);
  const [writer, ...readers] = workers;
  assert.ok(writer !== undefined);
  await writer.terminate();
  await death;
  assert.equal((await store.condition()).writable, false);
  await assert.rejects(bench.report('call_1', 'CALLING'), { code: 'STORAGE_UNAVAILABLE' });
  for (const reader of readers) await reader.terminate();
  await assert.rejects(store.call(asked), { code: 'STORAGE_UNAVAILABLE' });
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /writer thread of the store has ended: exit code 1/);
});

test('a closed store is not reported as dead', async (t) => {
  const told: string[] = [];
  const { bench } = await opened(t, { onFatal: (detail) => told.push(detail) });
  await bench.close();
  assert.deepEqual(told, []);
});

test('a request beyond the bounds of the queue is refused before it is stored', async (t) => {
  const { bench } = await opened(t);
  const items = Array.from({ length: 1_000 }, (_, number) => ({
    projectKey: bench.project,
    callId: `call_${number}`,
    report: reportOf('QUEUED'),
    source: 'api' as const,
    receivedAtMs: START_MS,
  }));
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, () => bench.store.accept(items)),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 5);
  for (const result of refused) {
    assert.ok(result.status === 'rejected' && result.reason instanceof ServiceError);
    assert.equal(result.reason.code, 'OVERLOADED');
  }
});

test('requests before the close are done, later ones are refused', async (t) => {
  const { bench } = await opened(t);
  const asked = bench.report('call_1', 'CALLING');
  const closed = bench.close();
  await assert.rejects(bench.report('call_2', 'CALLING'), { code: 'STORAGE_UNAVAILABLE' });
  assert.equal((await asked).kind, 'accepted');
  await closed;
});

const FILL_CALLS = query(`
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
  insert into calls (project_key, call_id_hash, call_id, direction, status, call_sid, client_id,
    was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes, stale_class)
  select 1, i, 'call_' || i, 'OUTBOUND', 'COMPLETED', '', '', 0, 0, 0, 0, 1, '{}', null from n`);
const FILL_FIRINGS = query(`
  insert into firings (call_key, report_number, trigger, fired_at, text, data, errors)
  select key, 1, 'OUTBOUND_CALL_COMPLETED', 0, 'text', '{}', null from calls`);
const FILL_DELIVERIES = query(`
  insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
    content_key, state, due_at, created_at)
  select 1, 1 + key % 2, key, key, 1, 'OUTBOUND_CALL_COMPLETED', 'message', 'due', key, key
  from calls`);

function fill(db: Connection, deliveries: number): void {
  db.database.exec('begin');
  db.run(FILL_CALLS, deliveries);
  db.run(FILL_FIRINGS);
  db.run(FILL_DELIVERIES);
  db.database.exec('commit');
}

test('with 200,000 open deliveries a start seeks once per endpoint', () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  fill(db, 200_000);
  const before = db.statementsRun;
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const found = endpointsWithHeads(db, { shards });
  assert.deepEqual(found, [
    { endpoint: 1, dueAtMs: 2 },
    { endpoint: 2, dueAtMs: 1 },
  ]);
  assert.equal(db.statementsRun - before, 3, 'one per endpoint and one that finds the end');
  const asked = { endpoint: asKey<Parameters<Bench['ready']>[0]>(1), nowMs: FAR_MS };
  const window = db.do(readyHeads({ ...asked, recoveredAtMs: null, held: false, limit: 64 }));
  assert.deepEqual(
    window.heads.map(({ dueAtMs }) => dueAtMs),
    evens(64),
  );
  db.close();
  rmSync(directory, { recursive: true });
});

function evens(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => 2 * (index + 1));
}
