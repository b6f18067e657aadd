/**
 * The connection breaks just as the server confirms a commit: the caller is told that it failed and
 * tries again, and the change is made once.
 */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../../src/core/project/project.ts';
import { openPostgresStore, type PostgresStore } from '../../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';
import { reopenedBy } from '../../bulk-given.ts';
import { Bench, epochOf, HandClock, START_MS } from '../../given.ts';

const UNAVAILABLE = { code: 'STORAGE_UNAVAILABLE', retryAfterS: 5 };
/** The server's confirmation of a commit. */
const COMMITTED = 'COMMIT\0';

describe('the answer to a commit is lost', () => {
  let server: PostgresServer;
  let proxy: PostgresProxy;
  let store: PostgresStore;
  let bench: Bench;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());
  beforeEach(async () => {
    proxy = await PostgresProxy.to(await server.newDatabase());
    const clock = new HandClock();
    store = await openPostgresStore({ url: proxy.url, clock, workerName: 'test' });
    const { key } = await store.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    bench = new Bench(store, clock, key);
    bench.epoch = await epochOf(store);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  test('a report with an id is stored once, and its answer is the first one', async () => {
    const { key: endpoint } = await bench.endpoint();
    const report = () => bench.report('call', 'CALLING', { reportId: 'r1' });
    proxy.cutAt(COMMITTED);
    await assert.rejects(report(), UNAVAILABLE);
    assert.equal(proxy.cuts, 1);
    assert.equal((await bench.all()).length, 1, 'it was stored');
    const again = await report();
    assert.ok(again.kind === 'accepted' && again.answer.applied);
    assert.deepEqual(again.made, []);
    assert.equal((await bench.ready(endpoint)).length, 1);
  });

  test('a status without an id is stored once, and recognised as known', async () => {
    await bench.endpoint();
    proxy.cutAt(COMMITTED);
    await assert.rejects(bench.report('call', 'CALLING'), UNAVAILABLE);
    const again = await bench.report('call', 'CALLING');
    assert.ok(again.kind === 'accepted' && again.answer.reason === 'DUPLICATE');
    assert.equal((await bench.all()).length, 1);
  });

  test('a settlement counts its attempt once, and still names the successor', async () => {
    await bench.endpoint();
    const [head] = await bench.heads('call', 'CALLING');
    await bench.report('call', 'CLOSING');
    assert.ok(head !== undefined);
    proxy.cutAt(COMMITTED);
    await assert.rejects(bench.delivered(head), UNAVAILABLE);
    assert.equal(proxy.cuts, 1);
    const again = await bench.delivered(head);
    assert.equal(again.kind, 'closed');
    assert.ok(again.kind === 'closed' && again.promoted?.sequence === 2);
    const [row] = await bench.all();
    assert.deepEqual([row?.state, row?.attempts], ['delivered', 1]);
    const stats = await store.stats({
      projectKey: bench.project,
      endpoint: null,
      fromMs: START_MS,
      toMs: START_MS + 60_000,
      stepMs: 60_000,
    });
    const [step] = stats.steps;
    assert.deepEqual([step?.delivered, step?.attempts, stats.backlog], [1, 1, 1]);
    assert.deepEqual(await bench.faults(), []);
  });

  test('a retry that is settled again keeps its number, its failures and its time', async () => {
    await bench.endpoint();
    const [head] = await bench.heads('call', 'CALLING');
    assert.ok(head !== undefined);
    proxy.cutAt(COMMITTED);
    await assert.rejects(bench.retrying(head), UNAVAILABLE);
    assert.equal((await bench.retrying(head)).kind, 'settled');
    const [row] = await bench.all();
    assert.ok(row !== undefined);
    const detail = await store.delivery({ projectKey: bench.project, key: row.key });
    assert.deepEqual(
      detail?.attemptList.map(({ number }) => number),
      [1],
    );
    assert.deepEqual([row.state, row.attempts], ['retrying', 1]);
  });

  for (const action of ['recover', 'retry'] as const) {
    test(`an outcome settled again leaves what was reopened meanwhile (${action})`, async () => {
      await bench.endpoint();
      const [head] = await bench.heads('call', 'CALLING');
      assert.ok(head !== undefined);
      proxy.cutAt(COMMITTED);
      await assert.rejects(bench.exhausted(head), UNAVAILABLE);
      const filter = { endpoints: [head.endpoint] };
      const asked = { action, filter, nowMs: START_MS + 50, limit: 10 };
      const changed = await reopenedBy(store, bench.project, asked);
      assert.equal(changed, 1);
      const again = await bench.exhausted(head);
      assert.ok(again.kind === 'reopened' && again.promoted?.delivery === head.delivery);
      const [row] = await bench.all();
      assert.deepEqual([row?.state, row?.attempts], ['due', 1]);
      assert.deepEqual(await bench.faults(), []);
    });
  }

  test('a retry settled again leaves a manual attempt requested meanwhile', async () => {
    await bench.endpoint();
    const [head] = await bench.heads('call', 'CALLING');
    assert.ok(head !== undefined);
    proxy.cutAt(COMMITTED);
    await assert.rejects(bench.retrying(head), UNAVAILABLE);
    await store.retryDelivery({
      projectKey: bench.project,
      key: head.delivery,
      nowMs: START_MS + 50,
      audit: bench.audit(),
    });
    await bench.retrying(head);
    const [now] = await bench.ready(head.endpoint);
    assert.deepEqual([now?.manual, now?.dueAtMs, now?.attempts], [true, START_MS + 50, 1]);
  });
});
