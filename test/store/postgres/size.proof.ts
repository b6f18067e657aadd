/**
 * The cost of a statement does not grow with the history: every request to a store, on a million
 * deliveries in 200,000 lanes (RINGPOST_TEST_ROWS), as it really ran, with plans made while the
 * tables were empty, plans without statistics, and plans of analysed tables. Fails on a scan, and
 * on an index that is walked too far.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { hash64 } from '../../../src/store/operation/call/call.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { HandClock } from '../given.ts';
import { begin, CALLS, END_MS, fill } from './million.ts';
import { during, type Ran, setForAll, type Work, watch } from './watched.ts';
import { allWork } from './workload.ts';

/** Plan modes for manual changes and retention; the store's other connections set their own. */
const GENERIC = 'plan_cache_mode = force_generic_plan';
const CUSTOM = 'plan_cache_mode = force_custom_plan';

describe('the cost of a statement on a big history', () => {
  let server: PostgresServer;
  let url: string;
  let client: pg.Client;
  /** A store opened while the tables were empty. */
  let old: PostgresStore;
  const clock = new HandClock();
  clock.nowMs = END_MS;
  const open = () => openPostgresStore({ url, clock, workerName: 'test', stripe: 1, unsafe: true });

  before(async () => {
    server = await startPostgres([
      'autovacuum=off',
      'fsync=off',
      'full_page_writes=off',
      'max_wal_size=8GB',
      'shared_buffers=512MB',
    ]);
    url = await server.newDatabase();
    await migrate({ url, unsafe: true });
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await watch(client);
    await setForAll(client, GENERIC);
    await begin(client);
    old = await open();
    await planAll(old, 0);
    await fill(
      client,
      Array.from({ length: CALLS }, (_, index) => hash64(`call_${index + 1}`)),
    );
  });
  after(async () => {
    await old.close();
    await client.end();
    await server.close();
  });

  /** Too few rows exist to settle or change, but every statement is planned. */
  async function planAll(store: PostgresStore, round: number): Promise<void> {
    for (const work of allWork(store, client, round)) {
      await work.run().catch((error) => assert.ok(error instanceof assert.AssertionError, error));
    }
  }

  test('plans made on empty tables', async () => {
    await affordable(allWork(old, client, 1));
    await old.release();
  });

  test('custom plans of tables without statistics', async () => {
    await setForAll(client, CUSTOM);
    await alone(2);
  });

  test('generic plans of tables without statistics', async () => {
    await setForAll(client, GENERIC);
    await alone(3);
  });

  test('custom and generic plans of analysed tables', async () => {
    await client.query('analyze');
    await alone(4);
    await setForAll(client, CUSTOM);
    await alone(5);
  });

  async function alone(round: number): Promise<void> {
    const store = await open();
    await affordable(allWork(store, client, round));
    await store.release();
    await store.close();
  }

  test('a scan and a long walk of an index are detected', async () => {
    const options = '-c enable_seqscan=off -c enable_bitmapscan=off';
    const pool = new pg.Pool({ connectionString: url, options });
    const fault = async (text: string) => {
      const run = () => pool.query(text);
      return faultOf({ name: 'it', rows: 1_000, pages: 1_000, run }, await during(run));
    };
    assert.match((await fault("select 1 from deliveries where last_error = 'x'")) ?? '', /scans/);
    const walk = 'select max(created_at + 0) from deliveries where endpoint_key = 1';
    assert.match((await fault(walk)) ?? '', /reads \d{5,} rows/);
    assert.equal(await fault('select 1 from deliveries where key = 1'), null);
    await pool.end();
  });
});

async function affordable(works: readonly Work[]): Promise<void> {
  const found: string[] = [];
  for (const work of works) {
    const ran = await during(work.run);
    assert.ok(ran.length > 0, `${work.name}: nothing was explained`);
    const fault = faultOf(work, ran);
    if (fault !== null) found.push(fault);
  }
  assert.ok(found.length === 0, found.join('\n'));
}

function faultOf({ name, rows, pages }: Work, ran: readonly Ran[]): string | null {
  const scan = ran.find(({ scanned }) => scanned.length > 0);
  if (scan !== undefined) return `${name} scans ${scan.scanned.join()}:\n${scan.plan}`;
  const [allRows, allPages] = [sum(ran, 'rows'), sum(ran, 'pages')];
  if (allRows <= rows && allPages <= pages) return null;
  const [worst] = ran.toSorted((one, other) => other.rows - one.rows);
  return `${name} reads ${allRows} rows, ${allPages} pages, most of it:\n${worst?.plan}`;
}

function sum(ran: readonly Ran[], what: 'rows' | 'pages'): number {
  return ran.reduce((total, each) => total + each[what], 0);
}
