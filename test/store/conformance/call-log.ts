/** Call logs in any store: versions, tombstones, and runs that a log wakes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PutCallLogAnswer } from '../../../src/engine/ports/acw-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import { analyzer, claimOne, SUCCEEDED, waiting } from './acw-given.ts';

export function callLogConformance(open: OpenStore): void {
  describe('call logs', () => {
    stored(open);
    outlook(open);
    quoted(open);
    waking(open);
  });
}

interface Given {
  readonly body: string;
  readonly seen: number | null;
  readonly direction: string;
}

function put(
  bench: Bench,
  callId: string,
  changes: Partial<Given> = {},
): Promise<PutCallLogAnswer> {
  const { body = '{"turns":[{}]}', seen = null, direction = 'OUTBOUND' } = changes;
  const of = { projectKey: bench.project, callId, direction, body, seen };
  return bench.store.putCallLog({ ...of, bytes: body.length, turns: 1, nowMs: bench.clock.nowMs });
}

function stored(open: OpenStore): void {
  test('a log is stored, replaced and read, also of a call without a report', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    assert.equal(await store.callLog({ projectKey: project, callId: 'call 1' }), null);
    assert.equal(await store.callLogFacts({ projectKey: project, callId: 'call 1' }), null);
    assert.deepEqual(await put(bench, 'call 1'), { kind: 'stored', version: 1, created: true });
    bench.clock.nowMs += 1_000;
    const body = '{"turns":[{}],"more":"日本語"}';
    const second = await put(bench, 'call 1', { body });
    assert.deepEqual(second, { kind: 'stored', version: 2, created: false });
    assert.deepEqual(await store.callLog({ projectKey: project, callId: 'call 1' }), {
      callId: 'call 1',
      version: 2,
      body,
      bytes: body.length,
      turns: 1,
      createdAtMs: START_MS,
      updatedAtMs: START_MS + 1_000,
    });
    assert.deepEqual(await store.callLogFacts({ projectKey: project, callId: 'call 1' }), {
      version: 2,
      turns: 1,
      bytes: body.length,
      updatedAtMs: START_MS + 1_000,
      deletedAtMs: null,
    });
    assert.equal(await store.callLog({ projectKey: project, callId: 'call 2' }), null);
    await bench.close();
  });

  test('5 MiB come back byte for byte', async () => {
    const bench = await benchOf(open);
    const body = `{"turns":["${'é'.repeat((5 * 1024 * 1024 - 14) / 2)}"]}`;
    await put(bench, 'call_1', { body });
    assert.ok(
      (await bench.store.callLog({ projectKey: bench.project, callId: 'call_1' }))?.body === body,
    );
    await bench.close();
  });

  test('a log replaces only the version that was seen; 0 means none', async () => {
    const bench = await benchOf(open);
    const seen = (version: number) => put(bench, 'call_1', { seen: version });
    assert.deepEqual(await seen(1), { kind: 'changed', version: 0 });
    assert.equal((await seen(0)).kind, 'stored');
    assert.deepEqual(await seen(0), { kind: 'changed', version: 1 });
    assert.deepEqual(await seen(1), { kind: 'stored', version: 2, created: false });
    await bench.close();
  });

  test('several logs at once each get a version of their own', async () => {
    const bench = await benchOf(open);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(bench, 'call_1')));
    const versions = answers.map((answer) => (answer.kind === 'stored' ? answer.version : 0));
    assert.deepEqual(
      versions.sort((a, b) => a - b),
      [1, 2, 3, 4, 5],
    );
    const first = await Promise.all([1, 2, 3].map(() => put(bench, 'call_2', { seen: 0 })));
    assert.deepEqual(first.map(({ kind }) => kind).sort(), ['changed', 'changed', 'stored']);
    await bench.close();
  });

  test('a log has the direction of the reported call', async () => {
    const bench = await benchOf(open);
    await bench.report('call_1', 'CALLING');
    const answer = await put(bench, 'call_1', { direction: 'INBOUND' });
    assert.deepEqual(answer, { kind: 'direction', direction: 'OUTBOUND' });
    assert.equal(
      await bench.store.callLogFacts({ projectKey: bench.project, callId: 'call_1' }),
      null,
    );
    await bench.close();
  });

  test('a deleted log leaves its version and time; a new one may follow', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const remove = () =>
      store.deleteCallLog({
        projectKey: project,
        callId: 'call_1',
        audit: bench.audit('call-log.deleted'),
        nowMs: bench.clock.nowMs,
      });
    assert.equal(await remove(), false);
    await put(bench, 'call_1');
    await put(bench, 'call_1');
    bench.clock.nowMs += 1_000;
    assert.equal(await remove(), true);
    assert.equal(await remove(), false);
    assert.equal(await store.callLog({ projectKey: project, callId: 'call_1' }), null);
    const atMs = START_MS + 1_000;
    const facts = { version: 2, turns: 0, bytes: 0, updatedAtMs: atMs, deletedAtMs: atMs };
    assert.deepEqual(await store.callLogFacts({ projectKey: project, callId: 'call_1' }), facts);
    const entries = (await store.audit({ projectKey: project, beforeKey: null, limit: 10 })).map(
      ({ action }) => action,
    );
    assert.deepEqual(entries, ['call-log.deleted']);
    assert.deepEqual(await put(bench, 'call_1', { seen: 2 }), { kind: 'changed', version: 0 });
    const again = await put(bench, 'call_1', { seen: 0 });
    assert.deepEqual(again, { kind: 'stored', version: 3, created: true });
    assert.equal(
      (await store.callLog({ projectKey: project, callId: 'call_1' }))?.createdAtMs,
      atMs,
    );
    await bench.close();
  });
}

function quoted(open: OpenStore): void {
  test('deleting a log also deletes what the built-in agents quoted of it', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    await analyzer(bench);
    await waiting(bench, 'call_1');
    const work = await claimOne(bench);
    const ended = await store.finishRun({
      run: work.key,
      claim: work.claim,
      end: SUCCEEDED,
      nowMs: bench.clock.nowMs,
    });
    assert.ok(ended.kind === 'finished');
    await put(bench, 'call_1');
    const result = async () =>
      (await store.result({ projectKey: project, key: ended.result }))?.result;
    assert.equal(await result(), SUCCEEDED.result);
    await store.deleteCallLog({
      projectKey: project,
      callId: 'other',
      audit: bench.audit(),
      nowMs: bench.clock.nowMs,
    });
    assert.equal(await result(), SUCCEEDED.result);
    assert.equal(
      await store.deleteCallLog({
        projectKey: project,
        callId: 'call_1',
        audit: bench.audit(),
        nowMs: bench.clock.nowMs,
      }),
      true,
    );
    assert.equal(await result(), null);
    const [entry] = await store.audit({ projectKey: project, beforeKey: null, limit: 1 });
    assert.deepEqual(entry?.after, { resultsCleared: 1 });
    await bench.close();
  });
}

function outlook(open: OpenStore): void {
  const errors = [{ code: 'CALL_CONNECTION_FAILED', message: null, atMs: null }] as const;

  test('the outlook of a log shows its facts, and how its call went', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const of = (callId: string) => store.callLogOutlook({ projectKey: project, callId });
    assert.deepEqual(await of('call_1'), { facts: null, call: null });
    await bench.report('call_1', 'DIALING');
    const dialing = { status: 'DIALING', wasInProgress: false, hadErrors: false };
    assert.deepEqual(await of('call_1'), { facts: null, call: dialing });
    await bench.report('call_1', 'ERROR', { errors });
    const failed = { status: 'ERROR', wasInProgress: false, hadErrors: true };
    assert.deepEqual((await of('call_1')).call, failed);
    await bench.report('call_2', 'CALLING');
    await bench.report('call_2', 'COMPLETED');
    // Reported after the end.
    await bench.report('call_2', null, { errors });
    await put(bench, 'call_2');
    const answered = { status: 'COMPLETED', wasInProgress: true, hadErrors: false };
    const facts = await store.callLogFacts({ projectKey: project, callId: 'call_2' });
    assert.deepEqual(await of('call_2'), { facts, call: answered });
    assert.equal(facts?.version, 1);
    await bench.close();
  });
}

function waking(open: OpenStore): void {
  const later = { state: 'WAITING_CALL_LOG', dueAtMs: START_MS + 600_000 } as const;
  const wait = { ...later, giveUpAtMs: later.dueAtMs };

  test('a log wakes the runs that wait for it, and no others', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    for (const callId of ['call_1', 'call_2']) {
      await waiting(bench, callId);
      const { key, claim } = await claimOne(bench);
      assert.ok(
        await bench.store.moveRun({ run: key, claim, to: { ...wait, callLogVersion: null } }),
      );
    }
    assert.equal(await bench.store.nextRunAtMs(), later.dueAtMs);
    bench.clock.nowMs += 5_000;
    await put(bench, 'call_2');
    assert.equal(await bench.store.nextRunAtMs(), START_MS + 5_000);
    const work = await claimOne(bench);
    assert.deepEqual([work.callId, work.callLogVersion], ['call_2', 1]);
    await bench.close();
  });

  test('a log that is stored while a run is claimed wakes it', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    await waiting(bench, 'call_1');
    const work = await claimOne(bench);
    assert.equal(work.callLogVersion, null);
    await put(bench, 'call_1');
    const moved = { ...wait, callLogVersion: work.callLogVersion };
    assert.ok(await bench.store.moveRun({ run: work.key, claim: work.claim, to: moved }));
    const again = await claimOne(bench);
    assert.equal(again.callLogVersion, 1);
    const seen = { ...wait, callLogVersion: 1 };
    assert.ok(await bench.store.moveRun({ run: work.key, claim: again.claim, to: seen }));
    assert.equal(await bench.store.nextRunAtMs(), later.dueAtMs, 'it has seen this one');
    await bench.close();
  });

  test('a log that was there before the call is found when the call comes', async () => {
    const bench = await benchOf(open);
    await analyzer(bench);
    await put(bench, 'call_1');
    await waiting(bench, 'call_1');
    assert.equal((await claimOne(bench)).callLogVersion, 1);
    await bench.store.deleteCallLog({
      projectKey: bench.project,
      callId: 'call_1',
      audit: bench.audit(),
      nowMs: START_MS,
    });
    bench.clock.nowMs += 60_000;
    assert.equal((await claimOne(bench)).callLogVersion, null);
    await bench.close();
  });
}
