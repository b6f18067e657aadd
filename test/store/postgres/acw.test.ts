/**
 * Two processes at after-call work on one database: one process claims a run at a time and ends it
 * once, no log is missed, the other process is told what ended, and lanes stay whole beside reports
 * and changes.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { News } from '../../../src/engine/ports/dispatch-store.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import {
  analyzer,
  CLAIM_MS,
  claimOne,
  FAILED,
  listener,
  ownAgent,
  running,
  SUCCEEDED,
  waiting,
} from '../conformance/acw-given.ts';
import { Bench, epochOf, FAR_MS, HandClock, START_MS } from '../given.ts';

const ROUNDS = 12;
const CALLS = Array.from({ length: ROUNDS }, (_, index) => `call_${index}`);

describe('two processes at after-call work', () => {
  let server: PostgresServer;
  let stores: readonly [PostgresStore, PostgresStore];
  /** A bench on the first process, which owns every shard. */
  let bench: Bench;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());
  beforeEach(async () => {
    const url = await server.newDatabase();
    const clock = new HandClock();
    const open = (workerName: string) => openPostgresStore({ url, clock, workerName });
    stores = [await open('one'), await open('two')];
    const { key } = await stores[0].ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    bench = new Bench(stores[0], clock, key);
    bench.epoch = await epochOf(stores[0]);
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  test('two processes that claim runs at once never get the same run', async () => {
    await analyzer(bench);
    for (const callId of CALLS) await waiting(bench, callId);
    const claims = await Promise.all(
      [...stores, ...stores].map((store) =>
        store.claimRuns({ nowMs: START_MS, claimMs: CLAIM_MS, limit: 5 }),
      ),
    );
    const keys = claims.flat().map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    const rest = await stores[1].claimRuns({ nowMs: START_MS, claimMs: CLAIM_MS, limit: 100 });
    assert.equal(keys.length + rest.length, CALLS.length);
  });

  test('the first worker ends a run, and no other one does', async () => {
    await ownAgent(bench);
    const hears = await listener(bench);
    for (const [round, callId] of CALLS.entries()) {
      const run = await running(bench, callId);
      bench.clock.nowMs += 900_000;
      const { claim } = await claimOne(bench);
      const nowMs = bench.clock.nowMs;
      const of = { projectKey: bench.project, callId, endpoint: run.endpoint, run: null };
      const post = { ...FAILED, ...of, fingerprint: 'f', nowMs };
      const [finished, posted] = await Promise.all([
        stores[round % 2 === 0 ? 0 : 1].finishRun({ run: run.key, claim, end: FAILED, nowMs }),
        stores[round % 2 === 0 ? 1 : 0].postResult(post),
        bench.report(callId, null, {
          errors: [{ code: 'INTERNAL_ERROR', message: null, atMs: null }],
        }),
      ]);
      // A post without a run id looks for an open run: it does not find this one, which has ended.
      const expected = finished.kind === 'finished' ? 'not-found' : 'created';
      assert.equal(posted.kind, expected);
    }
    assert.equal((await bench.all({ endpoint: hears.key })).length, CALLS.length);
    assert.deepEqual(await bench.faults(), []);
  });

  test('simultaneous results that name no run are each accepted', async () => {
    const triggers = ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
    const agent = await ownAgent(bench, { triggers });
    for (const callId of CALLS) {
      await running(bench, callId);
      const of = { callId, endpoint: agent.key, run: null };
      assert.ok(
        await stores[0].launchAgain({
          projectKey: bench.project,
          ...of,
          audit: bench.audit(),
          nowMs: START_MS,
        }),
      );
      const post = (store: PostgresStore, fingerprint: string) =>
        store.postResult({
          ...SUCCEEDED,
          ...of,
          projectKey: bench.project,
          fingerprint,
          nowMs: START_MS,
        });
      const answers = await Promise.all([
        post(stores[0], 'f1'),
        post(stores[1], 'f2'),
        post(stores[0], 'f3'),
      ]);
      assert.deepEqual(answers.map(({ kind }) => kind).toSorted(), [
        'created',
        'created',
        'created',
      ]);
      const results = await stores[0].results({
        projectKey: bench.project,
        callId,
        beforeKey: null,
        limit: 10,
      });
      assert.equal(new Set(results.map(({ run }) => run.key)).size, 3);
    }
  });

  test('a log stored while a run goes back to waiting wakes it', async () => {
    await analyzer(bench);
    for (const callId of CALLS) {
      const run = await waiting(bench, callId);
      const { claim } = await claimOne(bench);
      const wait = { state: 'WAITING_CALL_LOG', dueAtMs: FAR_MS, giveUpAtMs: FAR_MS } as const;
      const log = { projectKey: bench.project, callId, direction: 'OUTBOUND', body: '{}' };
      await Promise.all([
        stores[0].moveRun({ run: run.key, claim, to: { ...wait, callLogVersion: null } }),
        stores[1].putCallLog({ ...log, bytes: 2, turns: 0, seen: null, nowMs: START_MS }),
      ]);
      const work = await claimOne(bench);
      assert.deepEqual([work.callId, work.callLogVersion], [callId, 1]);
      await stores[0].finishRun({
        run: work.key,
        claim: work.claim,
        end: SUCCEEDED,
        nowMs: START_MS,
      });
    }
  });

  test('an endpoint deleted meanwhile has no open delivery', async () => {
    await analyzer(bench);
    for (const callId of CALLS) {
      const hears = await listener(bench);
      const { key } = await waiting(bench, callId);
      const { claim } = await claimOne(bench);
      const deleted = async () => {
        const store = stores[1];
        await store.deleteEndpoint({
          projectKey: bench.project,
          key: hears.key,
          audit: bench.audit(),
        });
        await store.cancelOpen({
          endpoint: hears.key,
          scope: { kind: 'all' },
          nowMs: START_MS,
          after: null,
          limit: 100,
        });
      };
      const [answer] = await Promise.all([
        stores[0].finishRun({ run: key, claim, end: SUCCEEDED, nowMs: START_MS }),
        deleted(),
      ]);
      assert.equal(answer.kind, 'finished');
      assert.deepEqual(await bench.ready(hears.key), []);
    }
  });

  test('the other process is told which endpoints have new heads', async () => {
    const agent = await ownAgent(bench);
    const hears = await listener(bench);
    await running(bench, 'call_1');
    const [listens, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wanted = new Set([agent.key, hears.key]);
    stores[1].watch((news: News | 'all') => {
      if (news === 'all') return listens.resolve();
      for (const key of news.heads) wanted.delete(key);
      if (wanted.size === 0) heard.resolve();
    });
    await listens.promise;
    const of = { callId: 'call_1', endpoint: agent.key, run: null };
    const again = await stores[0].launchAgain({
      projectKey: bench.project,
      ...of,
      audit: bench.audit(),
      nowMs: START_MS,
    });
    assert.equal(again?.heads.length, 1);
    const post = { ...SUCCEEDED, ...of, projectKey: bench.project, fingerprint: 'f' };
    const answer = await stores[0].postResult({ ...post, nowMs: START_MS });
    assert.equal(answer.kind === 'created' && answer.heads.length, 1);
    await heard.promise;
  });
});
