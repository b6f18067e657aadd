/**
 * A full disk under the real process, once and then repeatedly: it answers 503 with a code that
 * says so, loses nothing acknowledged, and takes reports again by itself when space returns. The
 * disk is a small file system in memory, which only root may mount; without root a bounded file
 * shows the same at the store's threads, here and in test/store/sqlite/store.test.ts.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ServiceError } from '../../src/core/error/service-error.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { mayMount, runDiskCycles } from '../crash/disk-cycles.ts';
import { benchOf, DAY_MS } from '../store/given.ts';
import { callApi, startService } from '../support/service-process.ts';

const DISK_BYTES = 32 * 1024 * 1024;
const BALLAST_BYTES = 20 * 1024 * 1024;
const REPORTS_MAX = 20_000;
const BATCHES = [200, 50, 10, 1];
/** The cycles in CI; `npm run crash -- --disk-cycles 20` plays more. */
const CYCLES = 4;
/** About 1.6 MiB; room for some hundred calls in each cycle. */
const STORE_PAGES = 400;

if (mayMount()) {
  test('a full disk answers 503, keeps what was acknowledged, and recovers', fullDisk);
  test('full again and again, it delivers each accepted report once and in order', cycles);
}

test('a bounded store that is full again and again loses nothing that it accepted', boundedStore);

async function cycles(t: TestContext): Promise<void> {
  const { faults, ...figures } = await runDiskCycles({
    cycles: CYCLES,
    seed: 20_261_121,
    say: (line) => t.diagnostic(line),
  });
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(faults, []);
  assert.equal(figures.open, 0);
  assert.equal(figures.cycles, CYCLES);
  assert.ok(figures.refusals >= CYCLES && figures.acknowledged >= CYCLES);
}

async function boundedStore(t: TestContext): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bounded-'));
  const bench = await benchOf(async () => {
    const store = await openSqliteStore({
      directory,
      threads: true,
      maxPages: STORE_PAGES,
    });
    return { store, close: () => store.close() };
  });
  t.after(async () => {
    await bench.close();
    await rm(directory, { recursive: true });
  });
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const taken: string[] = [];
    let refusal: unknown = null;
    while (refusal === null && taken.length < REPORTS_MAX) {
      const asked = Array.from({ length: 100 }, (_, n) => `${cycle}/${taken.length + n}`);
      const answers = await Promise.allSettled(asked.map((id) => bench.report(id, 'BUSY')));
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') taken.push(asked[index] ?? '');
        else refusal = answer.reason;
      }
    }
    assert.ok(refusal instanceof ServiceError);
    assert.deepEqual([refusal.code, refusal.retryAfterS], ['STORAGE_FULL', 5]);
    assert.equal((await bench.store.condition()).writable, false);
    assert.ok(taken.length > 0, 'some were taken before it was full');
    for (const id of taken)
      assert.notEqual(await bench.store.call({ projectKey: bench.project, callId: id }), null, id);
    // Space returns when retention removes old calls.
    bench.clock.nowMs += 200 * DAY_MS;
    while ((await bench.store.removeExpired({ nowMs: bench.clock.nowMs, limit: 500 })).more);
    assert.equal((await bench.store.condition()).writable, true);
  }
}

async function fullDisk(t: TestContext): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), 'ringpost-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, Buffer.alloc(BALLAST_BYTES));
  const service = await startService({ directory: join(disk, 'data') });
  let restarted = service;
  t.after(async () => {
    await service.kill();
    await restarted.kill();
    execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });
  const report = (first: number, count: number) =>
    callApi(service, 'POST', '/v1/reports', {
      reports: Array.from({ length: count }, (_, offset) => ({
        callId: `call-${first + offset}`,
        direction: 'OUTBOUND',
        status: 'BUSY',
        clientId: 'x'.repeat(200),
      })),
    });

  let acknowledged = 0;
  let full = await report(0, 1);
  // Ever smaller reports, until not even one fits.
  for (const count of BATCHES) {
    full = await report(acknowledged, count);
    while (full.status === 202 && acknowledged < REPORTS_MAX) {
      acknowledged += count;
      full = await report(acknowledged, count);
    }
  }
  assert.equal(full.status, 503);
  assert.equal((full.body as { code: string }).code, 'STORAGE_FULL');
  assert.ok(acknowledged > 0, 'some were taken before it was full');
  const ready = await fetch(`${service.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  const last = `call-${acknowledged - 1}`;
  assert.equal((await callApi(service, 'GET', `/v1/calls/${last}`)).status, 200);

  await rm(ballast);
  const again = await report(acknowledged, 1);
  assert.equal(again.status, 202);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.kill();
  restarted = await startService({ directory: join(disk, 'data') });
  for (const call of ['call-0', last, `call-${acknowledged}`]) {
    assert.equal((await callApi(restarted, 'GET', `/v1/calls/${call}`)).status, 200, call);
  }
}
