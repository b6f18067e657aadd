/**
 * S2.28 on PostgreSQL when two transactions meet at one call: a report that is to be kept, or
 * removed after its time, and the report that begins the call. A table locked by a third one stops
 * the first between its locks and its commit; then the second waits for the lock of the call.
 */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { KEPT_DAYS } from '../../../../src/core/call/kept-report.ts';
import type { ReportItem } from '../../../../src/engine/ports/report-store.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { DAY_MS, HandClock, reportOf, START_MS } from '../../given.ts';
import { EmptyDatabases } from '../opened.ts';
import { item, type Opened, openPostgres, prepare } from './accept-given.ts';

let server: PostgresServer;
let databases: EmptyDatabases;
before(async () => {
  server = await startPostgres();
  databases = new EmptyDatabases(server);
});
after(() => server.close());

const END: ReportItem = item('call_1', 'COMPLETED', {
  report: reportOf('COMPLETED', { direction: null, reportId: 'end' }),
  source: 'ingest:src_1',
});

const OF_DATABASE = `not granted
  and database = (select oid from pg_database where datname = current_database())`;
/** Parameters: table. */
const WAITING_FOR_TABLE = `
  select count(*)::integer as n from pg_locks where ${OF_DATABASE} and relation = $1::regclass`;
const WAITING_FOR_CALL = `
  select count(*)::integer as n from pg_locks where ${OF_DATABASE} and locktype = 'advisory'`;

/** Runs `first` up to its first write to the table, then `second`, and lets both end. */
async function meet<First, Second>(
  { url, query }: Opened,
  table: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<readonly [First, Second]> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query(`begin; lock table ${table} in share mode`);
  let ended = false;
  const until = async (text: string, values: readonly unknown[] = []) => {
    while (!ended && (await query(text, values))[0]?.n === 0);
  };
  const end = () => {
    ended = true;
  };
  const one = first().finally(end);
  await until(WAITING_FOR_TABLE, [table]);
  assert.equal(ended, false, 'the first waits for the table');
  const other = second().finally(end);
  await until(WAITING_FOR_CALL);
  await holder.query('commit');
  await holder.end();
  return Promise.all([one, other]);
}

async function opened(t: TestContext): Promise<Opened> {
  const one = await openPostgres(databases, new HandClock());
  t.after(() => one.close());
  await prepare(one.store);
  return one;
}

async function statusesOf({ store }: Opened) {
  const { projectKey, callId } = END;
  return (await store.timeline({ projectKey, callId }))?.reports.map(({ status }) => status);
}

describe('kept reports of a call that begins meanwhile, on PostgreSQL', () => {
  test('S2.28: a report that waits for the one that begins its call is not kept', async (t) => {
    const given = await opened(t);
    const { store } = given;
    const [[receipt], outcomes] = await meet(
      given,
      'firings',
      () => store.accept([item('call_1', 'CALLING')]),
      () => store.keepReports({ items: [END] }),
    );
    assert.equal(receipt?.kind === 'accepted' && receipt.kept, undefined);
    assert.deepEqual(outcomes, ['begun']);
    assert.deepEqual(await given.query('select * from kept_reports'), []);
  });

  test('S2.28: the report that begins a call waits for a kept one and takes it', async (t) => {
    const given = await opened(t);
    const { store } = given;
    const [outcomes, [receipt]] = await meet(
      given,
      'kept_reports',
      () => store.keepReports({ items: [END] }),
      () => store.accept([item('call_1', 'CALLING')]),
    );
    assert.deepEqual(outcomes, ['kept']);
    assert.equal(receipt?.kind === 'accepted' && receipt.kept?.length, 1);
    assert.deepEqual(await statusesOf(given), ['CALLING', 'COMPLETED']);
    assert.deepEqual(await given.query('select * from kept_reports'), []);
  });

  test('S2.28: a kept report that a call takes along is not reported as removed', async (t) => {
    const given = await opened(t);
    const { store } = given;
    await store.keepReports({ items: [END] });
    const nowMs = START_MS + KEPT_DAYS * DAY_MS + 1;
    const [[receipt], removed] = await meet(
      given,
      'firings',
      () => store.accept([item('call_1', 'CALLING')]),
      () => store.removeExpired({ nowMs, limit: 1_000 }),
    );
    assert.equal(receipt?.kind === 'accepted' && receipt.kept?.length, 1);
    assert.equal(removed.lost, 0);
    assert.deepEqual(await statusesOf(given), ['CALLING', 'COMPLETED']);
  });
});
