/**
 * No request hangs: if the server stands still or its connections carry no bytes, every request is
 * refused within its bound, and all goes on when the server does. A late answer is dropped. The
 * bounds are those of the service, unless a test says otherwise.
 */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import pg from 'pg';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { Hosts } from '../../../src/store/postgres/server/hosts.ts';
import { Pool, type PoolOptions } from '../../../src/store/postgres/server/pool.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { one, query } from '../../../src/store/statement.ts';
import { type PostgresServer, startOwnPostgres } from '../../support/postgres.ts';
import { PostgresProxy } from '../../support/postgres-proxy.ts';
import { Bench, HandClock, START_MS } from '../given.ts';

/** Longer than the service's bound, to leave room for a busy machine. */
const INTAKE_MS = 10_000;
const CLOSE_MS = 16_000;
const UNAVAILABLE = { code: 'STORAGE_UNAVAILABLE', retryAfterS: 5 };

const WHO = query<{ readonly pid: number; readonly said: string }>(
  'select pg_backend_pid() as pid, ? as said',
);

let server: PostgresServer;
before(async () => {
  server = await startOwnPostgres();
});
after(() => server.close());

async function openStore(url: string) {
  const clock = new HandClock();
  const store = await openPostgresStore({ url, clock, workerName: 'test' });
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  return { store, bench: new Bench(store, clock, key) };
}

/** Milliseconds until the request was refused. */
async function refusedAfter(asked: Promise<unknown>, from = performance.now()): Promise<number> {
  await assert.rejects(asked, UNAVAILABLE);
  return performance.now() - from;
}

async function reportUntilAccepted(bench: Bench, callId: string): Promise<void> {
  for (;;) {
    const receipt = await bench.report(callId, 'CALLING').catch(() => null);
    if (receipt !== null) return assert.equal(receipt.kind, 'accepted');
    await aTurn();
  }
}

describe('a server that stands still', () => {
  test('refuses every request in time, and all goes on when it does', async (t) => {
    if (server.process === null) return t.diagnostic('this server is not ours to pause');
    const { store, bench } = await openStore(await server.newDatabase());
    const { key: endpoint } = await bench.endpoint();
    await bench.report('before', 'CALLING');
    server.pause();
    // Reports come in separate turns, so that most wait behind a batch that is under way.
    const reports: Promise<number>[] = [];
    for (let n = 0; n < 400; n += 1) {
      reports.push(refusedAfter(bench.report(`call_${n}`, 'CALLING')));
      if (n % 100 === 0) await aTurn();
    }
    const others = [
      store.apiKeyByHash('none'),
      store.own({ surrender: [], leaves: false }),
      store.runtime(endpoint),
    ];
    const waited = await Promise.all([...reports, ...others.map((asked) => refusedAfter(asked))]);
    assert.ok(Math.max(...waited) < INTAKE_MS, `refused after ${Math.max(...waited)} ms`);
    assert.ok((await refusedAfter(bench.report('next', 'CALLING'))) < INTAKE_MS);
    server.resume();
    await reportUntilAccepted(bench, 'after');
    assert.ok((await store.call({ projectKey: bench.project, callId: 'after' })) !== null);
    await store.close();
  });

  test('does not keep a store from closing', async (t) => {
    if (server.process === null) return t.diagnostic('this server is not ours to pause');
    const { store, bench } = await openStore(await server.newDatabase());
    await bench.endpoint();
    const [head] = await bench.heads('call', 'CALLING');
    assert.ok(head !== undefined);
    store.watch(() => {});
    server.pause();
    t.after(() => server.resume());
    const from = performance.now();
    const asked = [bench.report('late', 'CALLING'), bench.delivered(head), bench.endpoint()];
    const refused = Promise.all(asked.map((one) => refusedAfter(one)));
    await store.close();
    assert.ok(performance.now() - from < CLOSE_MS, `closed after ${performance.now() - from} ms`);
    await refused;
  });
});

test('reads that wait, however many, keep no worker from renewing its lease', async () => {
  const url = await server.newDatabase();
  const { store, bench } = await openStore(url);
  const { key: endpoint } = await bench.endpoint();
  const wish = { surrender: [], leaves: false };
  await store.own(wish);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('lock table endpoints in access exclusive mode');
  const reads = Promise.allSettled(Array.from({ length: 16 }, () => store.runtime(endpoint)));
  await aTurn();
  assert.equal((await store.own(wish)).shards.size, SHARDS);
  await client.query('rollback');
  await client.end();
  await reads;
  await store.close();
});

async function poolThrough(t: TestContext, options: Partial<PoolOptions> = {}) {
  const proxy = await PostgresProxy.to(server.url);
  const pool = new Pool({
    url: proxy.url,
    name: 'test',
    max: 1,
    statementMs: 10_000,
    operationMs: 300,
    hot: true,
    ...options,
  });
  t.after(async () => {
    await pool.close();
    await proxy.close();
  });
  const ask = async (said: string) => (await pool.read(() => one(WHO, said))) ?? assert.fail();
  return { proxy, pool, ask };
}

describe('connections that carry no bytes', () => {
  test('are cut, and a late answer never reaches another request', async (t) => {
    const { proxy, pool, ask } = await poolThrough(t);
    const first = await ask('before');
    proxy.stall();
    const both = pool.alone((client) =>
      Promise.all([client.query("select 'one' as said"), client.query("select 'two' as said")]),
    );
    await refusedAfter(both);
    proxy.open();
    for (;;) {
      const answer = await ask('after').catch(() => null);
      await aTurn();
      if (answer === null) continue;
      assert.equal(answer.said, 'after');
      assert.notEqual(answer.pid, first.pid);
      break;
    }
  });

  test('that are cut by the network are replaced at once', async (t) => {
    const { proxy, pool, ask } = await poolThrough(t, { operationMs: 5_000 });
    const first = await ask('before');
    const held = pool.alone(async (client) => {
      proxy.cut();
      await client.query('select pg_sleep(5)');
    });
    await refusedAfter(held);
    const { pid, said } = await ask('after');
    assert.equal(said, 'after');
    assert.notEqual(pid, first.pid);
    assert.equal(proxy.accepted, 2);
  });

  test('do not delay requests that come while the pool rests', async (t) => {
    const { proxy, ask } = await poolThrough(t);
    await ask('before');
    proxy.stall();
    await refusedAfter(ask('stalled'));
    assert.ok((await refusedAfter(ask('resting'))) < 100);
    proxy.open();
  });

  test('are given up when the store closes', async (t) => {
    const { proxy, pool, ask } = await poolThrough(t, { operationMs: 60_000 });
    await ask('before');
    proxy.stall();
    const waiting = refusedAfter(ask('stalled'));
    await aTurn();
    pool.abandon();
    assert.ok((await waiting) < 1_000);
    await refusedAfter(ask('closed'));
  });
});

describe('a network on which no server answers', () => {
  test('is refused within the bound of a connection', async (t) => {
    const { proxy, ask } = await poolThrough(t, { operationMs: 10_000 });
    proxy.stall();
    const waited = await refusedAfter(ask('never'));
    assert.ok(waited > 1_900 && waited < 4_000, `${waited} ms`);
    proxy.open();
  });

  test('is left for the next host, and remembered', async (t) => {
    const proxy = await PostgresProxy.to(server.url);
    t.after(() => proxy.close());
    proxy.stall();
    const [silent, good] = [new URL(proxy.url), new URL(server.url)];
    const url = new Hosts(`postgres://postgres@${silent.host},${good.host}/postgres`);
    const { ask } = await poolThrough(t, { url, operationMs: 10_000 });
    assert.equal((await ask('first')).said, 'first');
    assert.equal(proxy.accepted, 1);
    const { ask: askOther } = await poolThrough(t, { url });
    assert.equal((await askOther('second')).said, 'second');
    assert.equal(proxy.accepted, 1);
  });

  test('that refuses is told at once, and found when it is open', async (t) => {
    const { proxy, ask } = await poolThrough(t);
    proxy.refuse();
    await refusedAfter(ask('refused'));
    proxy.open();
    assert.equal((await ask('open')).said, 'open');
  });
});
