/**
 * Two servers under one address: a primary and a standby that follows it. The store finds the
 * server that takes writes, reconnects when it changes, and keeps what was confirmed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import pg from 'pg';
import { PROJECT_DEFAULTS } from '../../../../src/core/project/project.ts';
import { connectOnce } from '../../../../src/store/postgres/server/one-shot.ts';
import { openPostgresStore, type PostgresStore } from '../../../../src/store/postgres/store.ts';
import { type PostgresServer, startOwnPostgres } from '../../../support/postgres.ts';
import { Bench, HandClock, START_MS } from '../../given.ts';

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Each process of the server reloads a setting some time after the request. */
async function until(url: string, question: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ holds: boolean }>(`select ${question} as holds`);
    await client.end();
    if (rows[0]?.holds === true) return;
    assert.ok(performance.now() < endMs, `never: ${question}`);
  }
}

const PATIENCE_MS = 60_000;

/** One address with the hosts `first` and then `second`. */
function both(first: string, second: string): string {
  const [one, other] = [new URL(first), new URL(second)];
  const hosts = `${one.host},${other.host}`;
  return `postgres://postgres@${hosts}${one.pathname}?target_session_attrs=read-write`;
}

async function open(url: string) {
  const clock = new HandClock();
  const store = await openPostgresStore({ url, clock, workerName: 'test' });
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  return { store, bench: new Bench(store, clock, key) };
}

/** Waits until the store has said so many times that notices may have been missed. */
function countedAll(store: Pick<PostgresStore, 'watch'>): (times: number) => Promise<void> {
  let heard = 0;
  let hear = () => {};
  store.watch((news) => {
    if (news !== 'all') return;
    heard += 1;
    hear();
  });
  return async (times) => {
    while (heard < times) {
      const { promise, resolve } = Promise.withResolvers<void>();
      hear = resolve;
      await promise;
    }
  };
}

/** Reports until it is accepted: as long as no server takes writes, it is refused. */
async function reportUntilAccepted(bench: Bench, callId: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    assert.ok(performance.now() < endMs, `${callId} is never accepted`);
    try {
      assert.equal((await bench.report(callId, 'CALLING')).kind, 'accepted');
      return;
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error, String(error));
      assert.match(String(error.code), /^(?:STORAGE_UNAVAILABLE|OVERLOADED)$/);
      await aTurn();
    }
  }
}

describe('a primary and a standby', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let url: string;
  let addressOnStandby: string;
  before(async () => {
    primary = await startOwnPostgres();
    url = await primary.newDatabase();
    standby = await primary.standby();
    addressOnStandby = Object.assign(new URL(standby.url), {
      pathname: new URL(url).pathname,
    }).href;
    // A confirmed commit is on both disks.
    await run(
      primary.url,
      "alter system set synchronous_standby_names = 'standby'",
      'select pg_reload_conf()',
    );
    await until(url, "exists (select from pg_stat_replication where sync_state = 'sync')");
  });
  after(async () => {
    await Promise.all([primary.close(), standby.close()]);
  });

  test('the server that takes writes is found, wherever it stands in the address', async () => {
    for (const address of [both(url, addressOnStandby), both(addressOnStandby, url)]) {
      const connection = await connectOnce(address);
      assert.equal(connection.address.place, new URL(url).host + new URL(url).pathname);
      await connection.end();
    }
    await assert.rejects(connectOnce(addressOnStandby), {
      code: 'DATABASE_STANDBY',
      message: /it is a standby.*address of the primary/,
    });
  });

  test('the primary dies, the standby is promoted: the store goes on by itself', async () => {
    const { store, bench } = await open(both(url, addressOnStandby));
    const heardAll = countedAll(store);
    const { key: endpoint } = await bench.endpoint();
    assert.equal((await bench.report('before', 'CALLING')).kind, 'accepted');
    // If the primary died first, the listener would begin on the standby and report a gap only
    // once.
    await heardAll(1);
    await primary.stop('immediate');
    await assert.rejects(bench.report('between', 'CALLING'), { code: 'STORAGE_UNAVAILABLE' });
    await standby.promote();
    await reportUntilAccepted(bench, 'after');
    const calls = (await bench.ready(endpoint)).map(({ callId }) => callId);
    assert.deepEqual(calls, ['before', 'after']);
    // It listens on the new primary too, and reports that it may have missed notices.
    await heardAll(2);
    await store.close();
  });
});

describe('a server that is made read-only', () => {
  test('is left at once for the one that takes writes', async (t) => {
    const primary = await startOwnPostgres();
    t.after(() => primary.close());
    const url = await primary.newDatabase();
    const standby = await primary.standby();
    t.after(() => standby.close());
    const second = Object.assign(new URL(standby.url), { pathname: new URL(url).pathname }).href;
    const { store, bench } = await open(both(url, second));
    await bench.report('before', 'CALLING');
    // The standby copies at its own pace; promoted now, it could lack the schema and the call.
    await until(second, "to_regclass('public.calls') is not null");
    await until(second, "exists (select from calls where call_id = 'before')");
    await standby.promote();
    await run(
      primary.url,
      'alter system set default_transaction_read_only = on',
      'select pg_reload_conf()',
    );
    await until(url, "current_setting('default_transaction_read_only') = 'on'");
    await reportUntilAccepted(bench, 'after');
    await reportUntilAccepted(bench, 'later');
    const found = async (callId: string) =>
      (await store.call({ projectKey: bench.project, callId })) !== null;
    assert.deepEqual(await Promise.all(['after', 'later'].map(found)), [true, true]);
    const stayed = new pg.Client({ connectionString: url });
    await stayed.connect();
    const { rows } = await stayed.query("select call_id from calls where call_id = 'after'");
    await stayed.end();
    assert.deepEqual(rows, []);
    await store.close();
  });
});
