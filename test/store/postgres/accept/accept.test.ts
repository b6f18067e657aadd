/**
 * Steps 2 to 6 on PostgreSQL with several writers: processes at once, a connection cut in the
 * middle, a statement that fails, notices to other processes, an endpoint deleted meanwhile.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { asKey } from '../../../../src/core/id.ts';
import { laneFault } from '../../../../src/core/lane/invariant.ts';
import { AcceptBatcher } from '../../../../src/store/postgres/accept/accept-batcher.ts';
import { TAKE } from '../../../../src/store/postgres/accept/accept-keys.ts';
import { READ } from '../../../../src/store/postgres/accept/accept-read.ts';
import { WRITE } from '../../../../src/store/postgres/accept/accept-write.ts';
import { migrate } from '../../../../src/store/postgres/server/migrate.ts';
import { Pool } from '../../../../src/store/postgres/server/pool.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { HandClock, reportOf, START_MS } from '../../given.ts';
import { EmptyDatabases } from '../opened.ts';
import { audit, ERRORS, item, type Opened, openPostgres, prepare } from './accept-given.ts';

let server: PostgresServer;
let databases: EmptyDatabases;
before(async () => {
  server = await startPostgres();
  databases = new EmptyDatabases(server);
});
after(() => server.close());

const INDEXES = [
  'calls_by_hash',
  'calls_pkey',
  'projects_pkey',
  'endpoints_by_project',
  'reports_by_id',
  'deliveries_lane',
  'removed_calls_by_request',
  'kept_reports_call_id_hash_project_key_call_id_report_id_key',
  'call_terms_pkey',
];

describe('accept on PostgreSQL', () => {
  test('two processes that write the same new calls make each of them once, in order', async () => {
    const opened = await openPostgres(databases, new HandClock());
    await prepare(opened.store);
    const lines = [opened.line(1), opened.line(2)];
    const calls = Array.from({ length: 60 }, (_, index) => `call_${index}`);
    const asked: Promise<unknown>[] = [];
    for (const [index, line] of lines.entries()) {
      for (let round = 0; round < 8; round += 1) {
        const inOrder = index === 0 ? calls : calls.toReversed();
        const report = reportOf(null, { errors: ERRORS });
        asked.push(line.accept(inOrder.map((callId) => item(callId, null, { report }))));
      }
    }
    await Promise.all(asked);
    const rows = await opened.query('select call_id, reports, lanes from calls order by key');
    assert.equal(rows.length, 60);
    assert.deepEqual(new Set(rows.map(({ reports }) => Number(reports))), new Set([16]));
    const deliveries = await opened.query(`
      select call_key || '/' || endpoint_key as lane, sequence::int, state, closed_at
      from deliveries order by lane, sequence`);
    for (const places of Map.groupBy(deliveries, ({ lane }) => lane).values()) {
      const lane = places.map(({ sequence, state }) => ({ sequence, state }));
      assert.equal(laneFault(lane as Parameters<typeof laneFault>[0]), null);
      assert.deepEqual(
        lane.map(({ sequence }) => sequence),
        lane.map((_, index) => index + 1),
      );
    }
    const [{ deadlocks } = {}] = await opened.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    assert.equal(deadlocks, 0);
    const [{ open } = {}] = await opened.query(
      'select sum(open_deliveries)::int as open from endpoint_backlogs',
    );
    assert.equal(open, deliveries.length);
    await opened.close();
  });

  for (const [number, what] of ['begin', 'locks', 'reads', 'keys', 'rows', 'figures'].entries()) {
    test(`a connection that is cut before the ${what} leaves nothing`, async () => {
      const opened = await openPostgres(databases, new HandClock());
      await prepare(opened.store);
      const pool = new Pool({ url: opened.url, max: 1, name: 'x', statementMs: 5_000, hot: true });
      const cut = new AcceptBatcher(cutBefore(pool, number, opened), { stripe: 1, processId: 1 });
      const items = [item('call_1', 'CALLING'), item('call_2', 'CALLING')];
      await assert.rejects(cut.accept(items), { code: 'STORAGE_UNAVAILABLE' });
      for (const table of ['calls', 'reports', 'firings', 'deliveries', 'endpoint_backlogs']) {
        const [row] = await opened.query(`select count(*)::int as count from ${table}`);
        assert.deepEqual(row, { count: 0 }, table);
      }
      const receipts = await cut.accept(items);
      assert.deepEqual(
        receipts.map((receipt) => receipt.kind === 'accepted' && receipt.heads.length),
        [2, 2],
      );
      await pool.close();
      await opened.close();
    });
  }

  test('a fault in a batch fails its own caller, and leaves no row of the batch', async () => {
    const opened = await openPostgres(databases, new HandClock());
    await prepare(opened.store);
    await opened.query(`create function fail() returns trigger language plpgsql as $$
      begin if new.trigger = 'OUTBOUND_CALL_CLOSING' then raise 'no'; end if; return new; end $$`);
    await opened.query(`create trigger fail before insert on deliveries
      for each row execute function fail()`);
    const results = await Promise.allSettled([
      opened.store.accept([item('call_1', 'CALLING')]),
      opened.store.accept([item('call_2', 'CALLING'), item('call_2', 'CLOSING')]),
      opened.store.accept([item('call_3', 'CALLING')]),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const calls = await opened.query('select call_id from calls order by call_id');
    assert.deepEqual(
      calls.map(({ call_id }) => call_id),
      ['call_1', 'call_3'],
    );
    await opened.query('drop function fail cascade');
    await opened.close();
  });

  test('a commit tells the other processes which endpoints have new heads', async () => {
    const opened = await openPostgres(databases, new HandClock());
    await prepare(opened.store);
    const listener = new pg.Client({ connectionString: opened.url });
    await listener.connect();
    const told: string[] = [];
    listener.on('notification', ({ payload }) => told.push(payload ?? ''));
    await listener.query('listen ringpost');
    await opened.line(7).accept([item('call_1', 'CALLING'), item('call_2', 'CALLING')]);
    // No new row is the head of a lane here, so no notice is due.
    await opened.line(8).accept([item('call_1', 'CLOSING')]);
    await listener.query('select 1');
    assert.deepEqual(
      told.map((text) => JSON.parse(text)),
      [{ from: 7, heads: [1, 2], changed: [] }],
    );
    await listener.end();
    await opened.close();
  });

  test('the deletion of an endpoint waits for reports that still saw it', async () => {
    const opened = await openPostgres(databases, new HandClock());
    await prepare(opened.store);
    const direct = new pg.Client({ connectionString: opened.url });
    await direct.connect();
    await direct.query('begin');
    // An accept of project 1 that has not committed yet holds this lock.
    await direct.query('select pg_advisory_xact_lock_shared(1886547818, 1)');
    let deleted = false;
    const deleting = opened.store
      .deleteEndpoint({ projectKey: asKey(1), key: asKey(1), audit: audit(START_MS) })
      .then(() => {
        deleted = true;
      });
    const waiting = 'select count(*)::int as n from pg_locks where not granted and classid = $1';
    for (;;) {
      const [row] = await opened.query(waiting, [1_886_547_818]);
      if (row?.n === 1) break;
    }
    assert.equal(deleted, false);
    await direct.query('commit');
    await deleting;
    const [receipt] = await opened.store.accept([item('call_1', 'CALLING')]);
    assert.deepEqual(receipt?.kind === 'accepted' && receipt.made, [2]);
    await direct.end();
    await opened.close();
  });

  test('plans made on empty tables use the index that stays right', async () => {
    const url = await server.newDatabase();
    await migrate({ url, unsafe: false });
    const pool = new Pool({ url, max: 1, name: 'x', statementMs: 5_000, hot: true });
    const planOf = async ({ text }: { readonly text: string }) => {
      const { rows } = await pool.alone((client) => client.query(`explain (generic_plan) ${text}`));
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const plan = `${await planOf(READ)}\n${await planOf(TAKE)}\n${await planOf(WRITE)}`;
    const used = [...plan.matchAll(/(?:using|Index Scan on) (\w+)/g)].map(([, name]) => name);
    assert.doesNotMatch(plan, /Seq Scan/, plan);
    // An index walked from its beginning to its end is no better than a scan.
    assert.equal(plan.match(/Index Cond/g)?.length, used.length, plan);
    assert.deepEqual(new Set(used), new Set(INDEXES), plan);
    await pool.close();
  });
});

/** Ends the connection from outside before its nth statement, once. */
function cutBefore(pool: Pool, number: number, { query: direct }: Opened): Pick<Pool, 'alone'> {
  let isCut = false;
  return {
    alone: (work) =>
      pool.alone(async (client) => {
        let sent = 0;
        let gate: Promise<unknown> = Promise.resolve();
        const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
        const query = async (asked: pg.QueryConfig) => {
          if (sent === number && !isCut) {
            isCut = true;
            gate = direct('select pg_terminate_backend($1, 5000)', [pid]);
          }
          sent += 1;
          await gate;
          return client.query(asked);
        };
        // An accept uses only this method of a connection.
        return work({ query } as unknown as pg.PoolClient);
      }),
  };
}
