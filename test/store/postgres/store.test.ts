/**
 * Behaviour only of a store that processes share: two start at once, one is notified of the other's
 * changes, the condition reports a lost server, and closing waits for operations under way.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { News } from '../../../src/engine/ports/dispatch-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startOwnPostgres } from '../../support/postgres.ts';
import { Bench, HandClock, START_MS } from '../given.ts';

describe('a store that processes share', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startOwnPostgres();
  });
  after(() => server.close());

  async function two() {
    const url = await server.newDatabase();
    const clock = new HandClock();
    const open = (workerName: string) => openPostgresStore({ url, clock, workerName });
    const [one, other] = await Promise.all([open('one'), open('other')]);
    return { one, other, clock };
  }

  test('two that start at once make one project', async () => {
    const { one, other } = await two();
    const made = await Promise.all(
      [one, other, one, other].map((store) =>
        store.ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_MS }),
      ),
    );
    assert.equal(new Set(made.map(({ key }) => key)).size, 1);
    assert.equal((await one.projects()).length, 1);
    await Promise.all([one.close(), other.close()]);
  });

  test('the other is told which endpoints changed, and its reports follow the change', async () => {
    const { one, other, clock } = await two();
    const { key: project } = await one.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    const heard: News[] = [];
    const changed = Promise.withResolvers<void>();
    const listening = Promise.withResolvers<void>();
    other.watch((news) => {
      if (news === 'all') return listening.resolve();
      heard.push(news);
      if (news.changed.length > 0) changed.resolve();
    });
    await listening.promise;
    const bench = new Bench(one, clock, project);
    const endpoint = await bench.endpoint();
    await changed.promise;
    assert.deepEqual(heard, [{ heads: [], changed: [endpoint.key], shards: false }]);
    const there = new Bench(other, clock, project);
    const [head] = await there.heads('call_1', 'CALLING');
    assert.equal(head?.endpoint, endpoint.key);
    assert.equal(
      await one.deleteEndpoint({ projectKey: project, key: endpoint.key, audit: bench.audit() }),
      true,
    );
    assert.deepEqual(await there.heads('call_2', 'CALLING'), []);
    await Promise.all([one.close(), other.close()]);
  });

  test('closing waits for earlier requests', async () => {
    const { one, other, clock } = await two();
    const { key: project } = await one.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    const bench = new Bench(one, clock, project);
    const asked = Array.from({ length: 12 }, () => bench.endpoint());
    const reports = Array.from({ length: 12 }, (_, n) => bench.report(`call_${n}`, 'CALLING'));
    await one.close();
    await Promise.all([...asked, ...reports]);
    assert.equal(
      (await other.endpoints({ projectKey: project, afterKey: null, limit: 50 })).length,
      12,
    );
    await other.close();
  });

  test('a server that is gone shows in the condition, and is used when it is back', async () => {
    const { one, other, clock } = await two();
    const { key: project } = await one.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    const bench = new Bench(one, clock, project);
    const good = await one.condition();
    assert.deepEqual([good.engine, good.writable, good.bytes > 0], ['postgres', true, true]);
    await server.stop('immediate');
    clock.nowMs += 60_000;
    assert.equal((await one.condition()).writable, false);
    await assert.rejects(bench.report('call_1', 'CALLING'), { code: 'STORAGE_UNAVAILABLE' });
    await assert.rejects(bench.endpoint(), { code: 'STORAGE_UNAVAILABLE' });
    await server.start();
    clock.nowMs += 60_000;
    assert.equal((await one.condition()).writable, true);
    assert.equal((await bench.report('call_1', 'CALLING')).kind, 'accepted');
    const { commits, operations, queued } = one.counters();
    assert.ok(commits > 0 && operations > 0 && queued === 0);
    await Promise.all([one.close(), other.close()]);
  });
});
