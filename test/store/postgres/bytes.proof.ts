/**
 * How many bytes a done delivery takes on the disk of PostgreSQL: its rows and indexes, its share
 * of call and firing, and the log written for it. The sizing of docs/guides/scale-out.md is
 * computed from these figures, so they must not grow unnoticed. Run it alone to read them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { Head, SettleResult } from '../../../src/engine/ports/dispatch-store.ts';
import type { ReportItem } from '../../../src/engine/ports/report-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { Bench, epochOf, HandClock, reportOf, START_MS } from '../given.ts';

/** Each status fires once, the last one twice: four deliveries of a call to each endpoint. */
const STATUSES = ['CALLING', 'CLOSING', 'COMPLETED'];
const FIRINGS = 4;
const BATCH = 50;
const ROUNDS = 40;
const SIZE = `select relname as name, pg_table_size(oid)::float8 as rows,
  pg_indexes_size(oid)::float8 as indexes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

interface Figures {
  readonly rows: number;
  readonly indexes: number;
  readonly log: number;
  readonly tables: Readonly<Record<string, number>>;
}

describe('bytes of a delivery', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres(['autovacuum=off']);
  });
  after(() => server.close());

  /** Bytes per delivery, once the tables have some history; no checkpoint writes page images. */
  async function measure(endpoints: number): Promise<Figures> {
    const url = await server.newDatabase();
    const clock = new HandClock();
    const store = await openPostgresStore({ url, clock, workerName: 'bytes', stripe: 1 });
    const { key } = await store.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    const bench = new Bench(store, clock, key);
    bench.epoch = await epochOf(store);
    for (let n = 0; n < endpoints; n += 1) await bench.endpoint();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const size = async () => {
      await client.query('vacuum');
      const { rows } = await client.query<{ name: string; rows: number; indexes: number }>(SIZE);
      return rows;
    };
    for (let round = 0; round < ROUNDS / 4; round += 1) await play(bench, round);
    const from = await size();
    let log = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // As autovacuum would, so that the room of changed rows is used again.
      if (round % 10 === 0) await client.query('vacuum');
      const start = await logAt(client);
      await play(bench, 1_000 + round);
      log += (await logAt(client)) - start;
    }
    const to = await size();
    await client.end();
    await store.close();
    const made = ROUNDS * BATCH * FIRINGS * endpoints;
    const grown = to.map((table, index) => ({
      name: table.name,
      rows: (table.rows - (from[index]?.rows ?? 0)) / made,
      indexes: (table.indexes - (from[index]?.indexes ?? 0)) / made,
    }));
    return {
      rows: Math.round(grown.reduce((sum, { rows }) => sum + rows, 0)),
      indexes: Math.round(grown.reduce((sum, { indexes }) => sum + indexes, 0)),
      log: Math.round(log / made),
      tables: Object.fromEntries(
        grown.map(({ name, rows, indexes }) => [name, Math.round(rows + indexes)]),
      ),
    };
  }

  for (const { endpoints, disk, log } of [
    { endpoints: 1, disk: 1_800, log: 4_000 },
    { endpoints: 4, disk: 900, log: 2_600 },
  ]) {
    test(`endpoints: ${endpoints}; at most ${disk} bytes kept, ${log} of log`, async (t) => {
      const figures = await measure(endpoints);
      t.diagnostic(JSON.stringify(figures));
      assert.ok(figures.rows + figures.indexes <= disk, JSON.stringify(figures));
      assert.ok(figures.log <= log, JSON.stringify(figures));
    });
  }
});

/** Calls from their first status to the last delivery. */
async function play(bench: Bench, round: number): Promise<void> {
  for (const status of STATUSES) {
    bench.clock.nowMs += 1_000;
    const items: readonly ReportItem[] = Array.from({ length: BATCH }, (_, index) => ({
      projectKey: bench.project,
      callId: `3f9c2b7e-41d0-4c6a-9c1e-${String(round * BATCH + index).padStart(12, '0')}`,
      report: reportOf(status, {
        reportId: `rep-${status}-${round}-${index}`,
        callSid: 'CA0123456789abcdef0123456789abcdef',
        clientId: `order_${index}`,
      }),
      source: 'api',
      receivedAtMs: bench.clock.nowMs,
    }));
    const receipts = await bench.store.accept(items);
    let heads = receipts.flatMap((receipt) => (receipt.kind === 'accepted' ? receipt.heads : []));
    while (heads.length > 0) {
      const results = await Promise.all(heads.map((head) => bench.delivered(head)));
      heads = results.flatMap(promotedOf);
    }
  }
}

function promotedOf(result: SettleResult): readonly Head[] {
  assert.equal(result.kind, 'settled');
  return result.kind === 'settled' && result.promoted !== null ? [result.promoted] : [];
}

async function logAt(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at",
  );
  return rows[0]?.at ?? 0;
}
