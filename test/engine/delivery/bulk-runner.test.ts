/** Bulk jobs take turns, one step each, run by the leader or by the request that waits for one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type BulkKey, type EndpointKey, type ProjectKey } from '../../../src/core/id.ts';
import {
  BULK_EVERY_MS,
  BULK_QUIET_MS,
  createBulkRunner,
} from '../../../src/engine/delivery/bulk-runner.ts';
import type { BulkJob } from '../../../src/engine/ports/bulk-store.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

function bench(steps: Record<number, number>, leads = () => true, shared = true) {
  const clock = createSteppedClock();
  const done: number[] = [];
  const events: EngineEvent[] = [];
  const notes: unknown[] = [];
  const invalidated: number[] = [];
  let fails = 0;
  let looks = 0;
  const store = {
    openBulk: async () => {
      looks += 1;
      return Object.entries(steps)
        .filter(([, left]) => left > 0)
        .map(([key]) => asKey<BulkKey>(Number(key)));
    },
    stepBulk: async ({ key }: { readonly key: BulkKey }) => {
      if (fails > 0) {
        fails -= 1;
        throw new Error('the disk is away');
      }
      done.push(key);
      const left = (steps[key] ?? 0) - 1;
      steps[key] = left;
      const endpoint = asKey<EndpointKey>(7);
      return { job: jobOf(key, left), endpoints: [endpoint], made: [endpoint], deleted: null };
    },
  };
  const runner = createBulkRunner({
    store,
    clock,
    leads,
    shared,
    inbox: { kind: 'off', reason: '' } as const,
    dispatcher: { invalidate: (endpoint) => invalidated.push(endpoint) },
    emit: (event) => events.push(event),
    note: (_project, news) => notes.push(news),
  });
  const fail = () => {
    fails = 1;
  };
  return { clock, done, events, fail, invalidated, looks: () => looks, notes, runner };
}

function jobOf(key: BulkKey, left: number): BulkJob {
  return {
    key,
    id: `blk_${key}`,
    projectKey: asKey<ProjectKey>(1),
    action: 'retry',
    asked: null,
    ids: null,
    matched: 0,
    matchedExact: true,
    reason: null,
    createdBy: 'key_1',
    createdAtMs: 0,
    removed: null,
    startedAtMs: 0,
    done: 0,
    skipped: 0,
    failed: 0,
    ...(left > 0
      ? { state: 'running' as const, endedAtMs: null }
      : { state: 'done' as const, endedAtMs: 1 }),
  };
}

test('jobs take turns step by step until all have ended, and each step is published', async () => {
  const { done, events, invalidated, notes, runner } = bench({ 1: 2, 2: 3 });
  runner.start();
  await runner.idle();
  assert.deepEqual(done, [1, 2, 1, 2, 2]);
  assert.equal(invalidated.length, 5);
  assert.equal(events.filter(({ name }) => name === 'delivery.made').length, 5);
  assert.equal(notes.filter((news) => news === 'resync').length, 5);
  await runner.stop();
});

test('a process that does not lead runs no step, and looks again later', async () => {
  let leads = false;
  const { clock, done, runner } = bench({ 1: 1 }, () => leads);
  runner.start();
  await runner.idle();
  assert.deepEqual(done, []);
  leads = true;
  clock.advance(BULK_EVERY_MS);
  await runner.idle();
  assert.deepEqual(done, [1]);
  await runner.stop();
});

test('a step that fails is reported and tried again', async () => {
  const { clock, done, events, fail, runner } = bench({ 1: 1 });
  fail();
  runner.start();
  await runner.idle();
  assert.deepEqual([done.length, events[0]?.name], [0, 'store.failed']);
  clock.advance(BULK_EVERY_MS);
  await runner.idle();
  assert.deepEqual(done, [1]);
  await runner.stop();
});

test('a process that shares no store polls rarely, and at once if woken', async () => {
  const steps: Record<number, number> = {};
  const { clock, done, looks, runner } = bench(steps, () => true, false);
  runner.start();
  await runner.idle();
  for (let second = 0; second < 14; second += 1) {
    clock.advance(1_000);
    await runner.idle();
  }
  assert.equal(looks(), 1);
  clock.advance(1_000);
  await runner.idle();
  assert.deepEqual([looks(), BULK_QUIET_MS], [2, 15_000]);
  steps[1] = 1;
  runner.wake();
  await runner.idle();
  assert.deepEqual(done, [1]);
  await runner.stop();
});

test('after a stop no step begins', async () => {
  const { clock, done, runner } = bench({ 1: 1 });
  await runner.stop();
  runner.wake();
  clock.advance(BULK_EVERY_MS);
  await runner.idle();
  assert.deepEqual(done, []);
});

test('a request that waits runs the steps of its job itself, without the lead', async () => {
  const { done, invalidated, runner } = bench({ 1: 3, 2: 1 }, () => false);
  const job = await runner.finish(asKey<BulkKey>(1), 10);
  assert.deepEqual([done, job?.state], [[1, 1, 1], 'done']);
  assert.equal(invalidated.length, 3, 'each step is told');
});

test('a request waits for a bounded number of steps; the leader does the rest', async () => {
  const { done, runner } = bench({ 1: 5 });
  const job = await runner.finish(asKey<BulkKey>(1), 2);
  assert.deepEqual([done, job?.state], [[1, 1], 'running']);
  runner.start();
  await runner.idle();
  assert.deepEqual(done, [1, 1, 1, 1, 1]);
  await runner.stop();
});

test('a step that fails under a request is reported, and left to the leader', async () => {
  const { done, events, fail, runner } = bench({ 1: 2 });
  fail();
  assert.equal(await runner.finish(asKey<BulkKey>(1), 10), null);
  assert.deepEqual([done.length, events[0]?.name], [0, 'store.failed']);
  runner.start();
  await runner.idle();
  assert.deepEqual(done, [1, 1]);
  await runner.stop();
});
