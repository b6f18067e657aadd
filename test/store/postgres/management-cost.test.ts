/**
 * A manual change of many deliveries locks their calls, and reports of these wait. So a batch takes
 * as many round trips to the server as one delivery, however far away the server is.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { PostgresProxy } from '../../support/postgres-proxy.ts';
import { reopenedBy } from '../bulk-given.ts';
import { Bench, HandClock, START_MS } from '../given.ts';

/** Including begin and commit, the notices to other processes, and the counters. */
const CANCEL_MAX = 12;
/** A bulk job is made in one transaction and does its one step in another. */
const REOPEN_MAX = 27;
const CALLS = 250;
const BATCH = 500;
let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

test('as many round trips for 500 deliveries as for two, cancelled and reopened', async (t) => {
  const proxy = await PostgresProxy.to(await server.newDatabase());
  const clock = new HandClock();
  const store = await openPostgresStore({ url: proxy.url, clock, workerName: 'test' });
  t.after(async () => {
    await store.close();
    await proxy.close();
  });
  const { key: project } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const bench = new Bench(store, clock, project);
  const costOf = async (work: () => Promise<{ changed: number }>, changed: number) => {
    const before = proxy.roundTrips;
    assert.equal((await work()).changed, changed);
    return proxy.roundTrips - before;
  };
  const costs: { readonly cancel: number; readonly reopen: number; readonly again: number }[] = [];
  for (const calls of [1, 1, CALLS]) {
    const { key: endpoint } = await bench.endpoint();
    const filter = { endpoints: [endpoint], states: ['cancelled'] as const };
    const made = Array.from({ length: calls }, (_, n) => bench.report(`${endpoint}/${n}`, 'BUSY'));
    await Promise.all(made);
    const several = calls * 2;
    const cancel = () =>
      store.cancelOpen({
        endpoint,
        scope: { kind: 'all' },
        nowMs: START_MS,
        after: null,
        limit: BATCH,
      });
    const newest = (limit: number) =>
      store.cancelOpen({
        endpoint,
        scope: { kind: 'all-but-newest' },
        nowMs: START_MS,
        after: null,
        limit,
      });
    const reopen = (action: 'retry' | 'recover') => async () => {
      const asked = { action, filter, nowMs: START_MS, limit: BATCH };
      return { changed: await reopenedBy(store, project, asked) };
    };
    const first = await costOf(cancel, several);
    assert.deepEqual(await bench.ready(endpoint), []);
    const reopened = await costOf(reopen('retry'), several);
    assert.deepEqual(await bench.faults(), []);
    assert.equal((await bench.ready(endpoint)).length, calls);
    // The newest delivery of each call is its head, and moves behind those that are reopened.
    await newest(BATCH);
    const again = await costOf(reopen('recover'), calls);
    assert.deepEqual(await bench.faults(), []);
    costs.push({ cancel: first, reopen: reopened, again });
    await cancel();
  }
  const [, one, many] = costs;
  assert.deepEqual(many, one);
  assert.ok(one !== undefined && one.cancel <= CANCEL_MAX, `cancelled in ${one?.cancel}`);
  assert.ok(
    Math.max(one.reopen, one.again) <= REOPEN_MAX,
    `reopened in ${one.reopen} and ${one.again}`,
  );
});
