/**
 * What one delivery costs on a history of one size (RINGPOST_TEST_ROWS), in a process of its own:
 * to accept, to read as a head, and to settle, in full batches, one after the other. Prints one
 * line of JSON. RINGPOST_TEST_DATABASE_URL names the empty database.
 */
import pg from 'pg';
import { asKey, type EndpointKey, type ProjectKey } from '../src/core/id.ts';
import type { Head } from '../src/engine/ports/dispatch-store.ts';
import type { ReportItem } from '../src/engine/ports/report-store.ts';
import { hash64 } from '../src/store/operation/call/call.ts';
import { openPostgresStore, type PostgresStore } from '../src/store/postgres/store.ts';
import { epochOf, HandClock, reportOf } from '../test/store/given.ts';
import { begin, CALLS, END_MS, fill } from '../test/store/postgres/million.ts';
import { median, percentile } from './figures.ts';

const BATCHES = 60;
/** Of them, not counted: caches and plans are made. */
const WARM = 10;
const REPORTS = 200;

const url = process.env.RINGPOST_TEST_DATABASE_URL ?? '';
const clock = new HandClock();
clock.nowMs = END_MS;
const store = await openPostgresStore({ url, clock, workerName: 'bench' });
const client = new pg.Client({ connectionString: url });
await client.connect();
const filledMs = await timed(async () => {
  await begin(client);
  await fill(
    client,
    Array.from({ length: CALLS }, (_, index) => hash64(`call_${index + 1}`)),
  );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
});
const epoch = await epochOf(store);
const times = { accept: [] as number[], ready: [] as number[], settle: [] as number[] };
for (let batch = 0; batch < BATCHES; batch += 1) {
  const measured = await measure(batch);
  if (batch < WARM) continue;
  times.accept.push(measured.accept);
  times.ready.push(measured.ready);
  times.settle.push(measured.settle);
}
const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
const [accept, ready, settle] = [times.accept, times.ready, times.settle].map(figuresOf);
console.log(JSON.stringify({ filledMs, bytes: rows[0].bytes, accept, ready, settle }));
await store.release();
await store.close();
await client.end();

/** Microseconds for each delivery: calls of the history and new ones, half and half. */
async function measure(batch: number): Promise<Record<keyof typeof times, number>> {
  const items = Array.from({ length: REPORTS }, (_, index): ReportItem => {
    const isNew = index % 2 === 0;
    const n = 1 + (((batch * REPORTS + index) * 7_919) % CALLS);
    return {
      projectKey: asKey<ProjectKey>(1),
      callId: isNew ? `new_${batch}_${index}` : `call_${n}`,
      report: isNew
        ? reportOf('CALLING')
        : reportOf(null, { errors: [{ code: 'INTERNAL_ERROR', message: 'x', atMs: null }] }),
      source: 'api',
      receivedAtMs: END_MS + batch,
    };
  });
  let heads: readonly Head[] = [];
  let made = 0;
  const acceptMs = await timed(async () => {
    const receipts = await store.accept(items);
    heads = receipts.flatMap((each) => (each.kind === 'accepted' ? each.heads : []));
    made = receipts.reduce(
      (sum, each) => sum + (each.kind === 'accepted' ? each.made.length : 0),
      0,
    );
  });
  const endpoint = asKey<EndpointKey>(1 + (batch % 2) * 8);
  let read = 0;
  const readyMs = await timed(async () => {
    const asked = { endpoint, nowMs: END_MS + BATCHES, recoveredAtMs: null, held: false };
    read = (await store.readyHeads({ ...asked, limit: 500 })).heads.length;
  });
  const settleMs = await timed(() => settleAll(store, heads));
  const each = (ms: number, count: number) => (1_000 * ms) / Math.max(1, count);
  return {
    accept: each(acceptMs, made),
    ready: each(readyMs, read),
    settle: each(settleMs, heads.length),
  };
}

async function settleAll(on: PostgresStore, heads: readonly Head[]): Promise<void> {
  const attempt = {
    startedAtMs: END_MS,
    durationMs: 5,
    outcome: 'delivered',
    status: 200,
  } as const;
  const rest = { error: null, excerpt: 'ok', manual: false };
  const results = await Promise.all(
    heads.map((head) =>
      on.settle({
        epoch,
        delivery: head.delivery,
        endpoint: head.endpoint,
        call: head.call,
        projectKey: head.projectKey,
        createdAtMs: head.createdAtMs,
        attempt: { ...attempt, ...rest, number: head.attempts + 1 },
        next: { state: 'delivered', atMs: END_MS, failures: 0 },
        health: null,
        disable: null,
        revision: null,
      }),
    ),
  );
  if (results.some(({ kind }) => kind !== 'settled')) throw new Error('not all were settled');
}

function figuresOf(values: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: median(sorted), p99: percentile(sorted, 0.99) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
