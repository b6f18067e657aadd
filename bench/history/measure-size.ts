/**
 * The cost of one delivery on a history of one size (RINGPOST_TEST_ROWS), in a process of its own:
 * to accept, to read as a head, and to settle, in full batches, one after the other. Prints one
 * line of JSON. RINGPOST_TEST_DATABASE_URL names an empty database; without it, the history is in
 * the empty folder RINGPOST_TEST_DIRECTORY.
 */
import { asKey, type ProjectKey } from '../../src/core/id.ts';
import type { Head } from '../../src/engine/ports/dispatch-store.ts';
import type { ReportItem } from '../../src/engine/ports/report-store.ts';
import { epochOf, reportOf } from '../../test/store/given.ts';
import { median, percentile } from '../figures.ts';
import type { History } from './history.ts';

const BATCHES = 60;
/** Batches that are not counted: they fill caches and make plans. */
const WARM = 10;
const REPORTS = 200;

const startMs = performance.now();
const history = await open();
const { store, hearing, calls, endMs } = history;
const filledMs = performance.now() - startMs;
const epoch = await epochOf(store);
let accepts = 0;
const times = { fresh: [], accept: [], ready: [], settle: [] } as Record<string, number[]>;
for (let batch = 0; batch < BATCHES; batch += 1) {
  for (const [part, us] of Object.entries(await measure(batch))) {
    if (batch >= WARM) times[part]?.push(us);
  }
}
const figures = Object.entries(times).map(([part, values]) => [part, figuresOf(values)]);
const bytes = await history.bytes();
console.log(JSON.stringify({ filledMs, bytes, ...Object.fromEntries(figures) }));
await history.close();

async function open(): Promise<History> {
  const { RINGPOST_TEST_DATABASE_URL: url, RINGPOST_TEST_DIRECTORY: directory } = process.env;
  if (url !== undefined) return (await import('./on-postgres.ts')).openOnPostgres(url);
  const rows = Number(process.env.RINGPOST_TEST_ROWS);
  return (await import('./on-sqlite.ts')).openOnSqlite(directory ?? '', rows);
}

/** Microseconds per delivery. */
async function measure(batch: number): Promise<Readonly<Record<string, number>>> {
  const fresh = await accepted(batch, () => true);
  await settleAll(fresh.heads);
  // Reports of new calls and of any call of the history alternate.
  const mixed = await accepted(batch, (index) => index % 2 === 0);
  const endpoint = hearing[batch % 2];
  if (endpoint === undefined) throw new Error('two endpoints hear');
  let read = 0;
  const readyMs = await history.timed(async () => {
    const asked = { endpoint, nowMs: endMs + BATCHES, recoveredAtMs: null, held: false };
    read = (await store.readyHeads({ ...asked, limit: 500 })).heads.length;
  });
  const settleMs = await history.timed(() => settleAll(mixed.heads));
  return {
    fresh: each(fresh.ms, fresh.made),
    accept: each(mixed.ms, mixed.made),
    ready: each(readyMs, read),
    settle: each(settleMs, mixed.heads.length),
  };
}

function each(ms: number, count: number): number {
  return (1_000 * ms) / Math.max(1, count);
}

interface Accepted {
  readonly ms: number;
  readonly heads: readonly Head[];
  /** Deliveries. */
  readonly made: number;
}

async function accepted(batch: number, isNew: (index: number) => boolean): Promise<Accepted> {
  accepts += 1;
  const items = Array.from({ length: REPORTS }, (_, index): ReportItem => {
    const n = 1 + (((batch * REPORTS + index) * 7_919) % calls);
    const callId = isNew(index) ? `new_${accepts}_${index}` : `call_${n}`;
    const report = isNew(index)
      ? reportOf('CALLING')
      : reportOf(null, { errors: [{ code: 'INTERNAL_ERROR', message: 'x', atMs: null }] });
    const [projectKey, receivedAtMs] = [asKey<ProjectKey>(1), endMs + batch];
    return { projectKey, callId, report, source: 'api', receivedAtMs };
  });
  let receipts: Awaited<ReturnType<typeof store.accept>> = [];
  const ms = await history.timed(async () => {
    receipts = await store.accept(items);
  });
  const kept = receipts.flatMap((receipt) => (receipt.kind === 'accepted' ? [receipt] : []));
  const made = kept.reduce((sum, receipt) => sum + receipt.made.length, 0);
  return { ms, heads: kept.flatMap(({ heads }) => heads), made };
}

async function settleAll(heads: readonly Head[]): Promise<void> {
  const attempt = {
    startedAtMs: endMs,
    durationMs: 5,
    outcome: 'delivered',
    status: 200,
  } as const;
  const rest = { error: null, excerpt: 'ok', manual: false };
  const results = await Promise.all(
    heads.map((head) =>
      store.settle({
        epoch,
        delivery: head.delivery,
        endpoint: head.endpoint,
        call: head.call,
        projectKey: head.projectKey,
        createdAtMs: head.createdAtMs,
        attempt: { ...attempt, ...rest, number: head.attempts + 1 },
        next: { state: 'delivered', atMs: endMs, failures: 0 },
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
