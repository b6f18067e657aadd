/**
 * Tables do not grow for ever: every day the same number of deliveries is made, delivered and
 * removed, and once retention keeps up neither the size of the tables nor the cost of reading heads
 * grows, with plain vacuums and no partitions (decision 20). Autovacuum is off, so that the figures
 * do not depend on its timing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { EndpointKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { Bench, DAY_MS, epochOf, HandClock, reportOf } from '../given.ts';

const DAYS = 24;
/**
 * Deliveries are kept for 3 days, calls for the 7 of their report ids: from here on sizes level.
 */
const EVEN = 12;
const CALLS = 400;
const TABLES = ['deliveries', 'attempts', 'firings', 'reports', 'calls'];

let server: PostgresServer;
let client: pg.Client;
let bench: Bench & { close(): Promise<void> };
before(async () => {
  server = await startPostgres(['autovacuum=off', 'fsync=off']);
  const url = await server.newDatabase();
  const clock = new HandClock();
  const store = await openPostgresStore({ url, clock, workerName: 'test', unsafe: true });
  const kept = { deliveredDays: 3, notDeliveredDays: 3, excerptDays: 3 };
  const retention = { ...PROJECT_DEFAULTS.retention, ...kept };
  const settings = { ...PROJECT_DEFAULTS, retention };
  const { key } = await store.ensureProject({ name: 'default', settings, nowMs: clock.nowMs });
  bench = Object.assign(new Bench(store, clock, key), { close: () => store.close() });
  bench.epoch = await epochOf(store);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
after(async () => {
  await bench.close();
  await client.end();
  await server.close();
});

test('after a while tables stop growing, and reading heads costs the same', async () => {
  const { key } = await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
  const days: { readonly bytes: number; readonly pages: number }[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    bench.clock.nowMs += DAY_MS;
    await workOneDay(day);
    const pages = await pagesOfHeads(key);
    await client.query(`vacuum ${TABLES.join(', ')}`);
    days.push({ bytes: await bytes(), pages });
  }
  const [first, even, last] = [days[0], days[EVEN], days.at(-1)];
  assert.ok(first && even && last);
  assert.ok(last.bytes <= 1.2 * even.bytes, `${even.bytes} bytes became ${last.bytes}`);
  assert.ok(last.pages <= 3 * first.pages, `${first.pages} pages became ${last.pages}`);
  const { rows } = await client.query('select count(*)::int as kept from deliveries');
  assert.ok(rows[0].kept <= 5 * CALLS, `${rows[0].kept} deliveries are kept`);
});

/** Every report is delivered, half of them while retention runs. */
async function workOneDay(day: number): Promise<void> {
  for (const half of [0, 1]) {
    const items = Array.from({ length: CALLS / 2 }, (_, index) => ({
      projectKey: bench.project,
      callId: `call_${day}_${half}_${index}`,
      report: reportOf('CALLING'),
      source: 'api' as const,
      receivedAtMs: bench.clock.nowMs,
    }));
    const receipts = await bench.store.accept(items);
    const heads = receipts.flatMap((each) => (each.kind === 'accepted' ? each.heads : []));
    const removing = half === 0 ? expire() : null;
    await Promise.all(heads.map((head) => bench.delivered(head)));
    await removing;
  }
}

/** Runs one round of retention, which must end. */
async function expire(): Promise<void> {
  for (let batch = 1; batch <= 100; batch += 1) {
    if (!(await bench.store.removeExpired({ nowMs: bench.clock.nowMs, limit: 500 })).more) return;
  }
  assert.fail('retention does not end');
}

/**
 * Pages of the index of heads, read as the dispatcher reads it. The first reader visits dead rows
 * and marks their entries; the cost for the next reader is what counts.
 */
async function pagesOfHeads(endpoint: EndpointKey): Promise<number> {
  await readHeads(endpoint);
  return readHeads(endpoint);
}

async function readHeads(endpoint: EndpointKey): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json)
    select key from deliveries where endpoint_key = ${endpoint}
      and state in ('due', 'retrying') and due_at <= ${bench.clock.nowMs}
    order by due_at limit 100`);
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function bytes(): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) name',
    [TABLES],
  );
  return Number(rows[0]?.bytes);
}
