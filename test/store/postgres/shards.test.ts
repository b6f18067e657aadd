/** Workers share the shards, leases end by the database's clock, and a former owner is fenced. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import type { News, Ownership } from '../../../src/engine/ports/dispatch-store.ts';
import { listen } from '../../../src/store/postgres/notice/listen.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { Pool } from '../../../src/store/postgres/server/pool.ts';
import { prepared, run } from '../../../src/store/postgres/server/prepared.ts';
import { settleBatch } from '../../../src/store/postgres/settle/settle.ts';
import { lockAndRead } from '../../../src/store/postgres/settle/settle-read.ts';
import { Shards } from '../../../src/store/postgres/shards.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { benchOf } from '../given.ts';
import { EmptyDatabases, openOn } from './opened.ts';

const NOTHING = { surrender: [], leaves: false };
const LONG_MS = 60_000;

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

async function workersOn(t: TestContext, leaseMs = LONG_MS) {
  const url = await server.newDatabase();
  await migrate({ url, unsafe: false });
  const pool = new Pool({ url, max: 4, name: 'test', statementMs: 30_000, hot: true });
  t.after(() => pool.close());
  let made = 0;
  const worker = () => {
    made += 1;
    return new Shards({ pool, name: `worker ${made}`, leaseMs, from: made });
  };
  return { url, pool, worker };
}

const keysOf = ({ shards }: Ownership) => [...shards.keys()].sort((one, other) => one - other);

describe('shares', () => {
  test('one worker owns every shard, and keeps its epochs when it renews', async (t) => {
    const { worker } = await workersOn(t);
    const alone = worker();
    const first = await alone.own(NOTHING);
    assert.equal(first.shards.size, SHARDS);
    assert.deepEqual(new Set(first.shards.values()), new Set([1]));
    assert.deepEqual([first.leaseMs, first.surplus], [LONG_MS, []]);
    assert.deepEqual((await alone.own(NOTHING)).shards, first.shards);
  });

  test('a newcomer gets its part when the others have given up theirs', async (t) => {
    const { worker } = await workersOn(t);
    const [one, two] = [worker(), worker()];
    await one.own(NOTHING);
    assert.equal((await two.own(NOTHING)).shards.size, 0);
    const { surplus, shards } = await one.own(NOTHING);
    assert.deepEqual([shards.size, surplus.length], [SHARDS, SHARDS / 2]);
    const left = await one.own({ surrender: surplus, leaves: false });
    assert.deepEqual([left.shards.size, left.surplus], [SHARDS / 2, []]);
    const gained = await two.own(NOTHING);
    // Every other shard: neighbours, such as endpoints made one after the other, are spread over
    // both.
    const odd = Array.from({ length: SHARDS / 2 }, (_, n) => 2 * n + 1);
    assert.deepEqual(keysOf(gained), odd);
    assert.deepEqual(new Set(gained.shards.values()), new Set([2]));
  });

  test('three workers end with 22, 22 and 20', async (t) => {
    const { worker } = await workersOn(t);
    const workers = [worker(), worker(), worker()];
    const surplus = workers.map((): readonly number[] => []);
    let owned: readonly Ownership[] = [];
    for (let round = 0; round < 4; round += 1) {
      const now: Ownership[] = [];
      for (const [index, each] of workers.entries()) {
        const ownership = await each.own({ surrender: surplus[index] ?? [], leaves: false });
        surplus[index] = ownership.surplus;
        now.push(ownership);
      }
      owned = now;
    }
    assert.deepEqual(
      owned.map(({ shards }) => shards.size).sort((a, b) => a - b),
      [20, 22, 22],
    );
    assert.equal(new Set(owned.flatMap(keysOf)).size, SHARDS);
  });

  test('workers that start at the same moment never own the same shard', async (t) => {
    const { worker } = await workersOn(t);
    const workers = Array.from({ length: 5 }, worker);
    const all = new Set<number>();
    // Of two that want the same shard one tries again: the second try nearly always succeeds.
    while (all.size < SHARDS) {
      const owned = await Promise.all(workers.map((each) => each.own(NOTHING)));
      const held = owned.flatMap(keysOf);
      assert.equal(new Set(held).size, held.length);
      for (const shard of held) all.add(shard);
    }
  });

  test('a leaving worker gives all shards back at once and tells the others', async (t) => {
    const { url, worker } = await workersOn(t);
    const [one, two] = [worker(), worker()];
    await one.own(NOTHING);
    await two.own(NOTHING);
    const heard = Promise.withResolvers<News>();
    const onSignal = (news: News | 'all') => news !== 'all' && heard.resolve(news);
    const listening = listen({ url, name: 'test', from: 2, onSignal });
    t.after(() => listening.close());
    await listening.ready;
    await one.release();
    assert.deepEqual(await heard.promise, { heads: [], changed: [], shards: true });
    const owned = await two.own(NOTHING);
    assert.deepEqual([owned.shards.size, owned.shards.get(0)], [SHARDS, 2]);
  });

  test('shards of an expired worker are taken, with the next epoch', async (t) => {
    const { worker } = await workersOn(t, 300);
    const [one, two] = [worker(), worker()];
    await one.own(NOTHING);
    let owned = await two.own(NOTHING);
    assert.equal(owned.shards.size, 0);
    // Until the lease of the first worker, which is not renewed, has expired.
    while (owned.shards.size < SHARDS) owned = await two.own(NOTHING);
    assert.deepEqual(new Set(owned.shards.values()), new Set([2]));
    assert.equal((await one.own(NOTHING)).shards.size, 0);
  });

  test('a worker that comes late finds its shards if no other worker took them', async (t) => {
    const { pool, worker } = await workersOn(t);
    const alone = worker();
    const { shards } = await alone.own(NOTHING);
    await expire(pool);
    assert.deepEqual((await alone.own(NOTHING)).shards, shards);
  });
});

/** Remembers the address of the store, for queries beside it. */
class KnownDatabases extends EmptyDatabases {
  url = '';

  override async take(): Promise<string> {
    this.url = await super.take();
    return this.url;
  }
}

const EXPIRE = prepared("update shards set lease_until = clock_timestamp() - interval '1 minute'");
const EXPIRE_WORKERS = prepared(
  "update workers set lease_until = clock_timestamp() - interval '1 minute'",
);

async function expire(pool: Pool): Promise<void> {
  await pool.alone((client) => run(client, EXPIRE));
  await pool.alone((client) => run(client, EXPIRE_WORKERS));
}

describe('fencing', () => {
  /** A store with a head to settle, and another worker that takes free shards. */
  async function withHead(t: TestContext, statementMs = 30_000) {
    const databases = new KnownDatabases(server);
    const bench = await benchOf(openOn(() => databases));
    t.after(() => bench.close());
    const { url } = databases;
    const endpoint = await bench.endpoint();
    const [head] = await bench.heads('call_1', 'COMPLETED');
    assert.ok(head);
    const pool = new Pool({ url, max: 4, name: 'test', statementMs, hot: true });
    t.after(() => pool.close());
    const other = new Shards({ pool, name: 'other', leaseMs: LONG_MS, from: 1 });
    const atMs = bench.clock.nowMs;
    const settlement = {
      epoch: bench.epoch,
      delivery: head.delivery,
      endpoint: endpoint.key,
      call: head.call,
      projectKey: head.projectKey,
      createdAtMs: head.createdAtMs,
      attempt: null,
      next: { state: 'delivered', atMs, failures: 0 } as const,
      health: null,
      disable: null,
      revision: null,
    };
    return { bench, head, pool, other, settlement, shard: endpoint.key % SHARDS };
  }

  test('after a take-over the former owner settles nothing', async (t) => {
    const { bench, head, pool, other, shard } = await withHead(t);
    await expire(pool);
    const epoch = (await other.own(NOTHING)).shards.get(shard);
    assert.ok(epoch !== undefined);
    assert.equal(epoch, bench.epoch + 1);
    assert.deepEqual(await bench.delivered(head), { kind: 'fenced' });
    assert.deepEqual((await bench.ready(head.endpoint))[0], head);
    bench.epoch = epoch;
    assert.equal((await bench.delivered(head)).kind, 'settled');
  });

  test('a shard is not taken while a settlement of it is under way', async (t) => {
    const { pool, other, settlement, shard } = await withHead(t);
    await expire(pool);
    const owned = await pool.alone(async (client) => {
      await lockAndRead(client, [settlement]);
      const meanwhile = await other.own(NOTHING);
      await client.query('commit');
      return meanwhile;
    });
    assert.deepEqual([owned.shards.size, owned.shards.has(shard)], [SHARDS - 1, false]);
    assert.ok((await other.own(NOTHING)).shards.has(shard));
  });

  test('a settlement that pauses in its transaction never commits after it', async (t) => {
    const { bench, head, pool, other, settlement, shard } = await withHead(t, 200);
    await expire(pool);
    const paused = pool.alone(async (client) => {
      client.on('error', () => {});
      await lockAndRead(client, [settlement]);
      // The server ends a session that idles in a transaction, and frees its locks.
      let owned = await other.own(NOTHING);
      while (!owned.shards.has(shard)) owned = await other.own(NOTHING);
      return await client.query('commit');
    });
    await assert.rejects(paused);
    assert.deepEqual(await bench.delivered(head), { kind: 'fenced' });
    assert.deepEqual((await bench.ready(head.endpoint))[0], head);
  });

  test('only settlements of a lost shard are fenced, not others of the same batch', async (t) => {
    const { bench, pool, settlement } = await withHead(t);
    const second = await bench.endpoint();
    const heads = await bench.heads('call_2', 'COMPLETED');
    const mine = heads.find(({ endpoint }) => endpoint === second.key);
    assert.ok(mine);
    const { delivery, endpoint, call } = mine;
    const fine = { ...settlement, delivery, endpoint, call };
    const batch = [{ ...settlement, epoch: 0 }, fine];
    const context = { stripe: 0, processId: 1 };
    const results = await pool.alone((client) => settleBatch(client, batch, context));
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['fenced', 'settled'],
    );
    assert.equal((await bench.ready(settlement.endpoint)).length, 2);
  });
});
