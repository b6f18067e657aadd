/**
 * A full disk under the real process: 503 with a code that says so, nothing acknowledged lost,
 * and reports taken again by themselves when space returns. The disk is a small file system in
 * memory, which only root may mount; others see the same at the store with a bounded file
 * (test/store/sqlite/store.test.ts).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';

const DISK_BYTES = 32 * 1024 * 1024;
const BALLAST_BYTES = 20 * 1024 * 1024;
const REPORTS_MAX = 20_000;
const BATCHES = [200, 50, 10, 1];
/** Only root may mount; CI is root. */
const mayMount = process.getuid?.() === 0;

if (mayMount) test('a full disk answers 503, keeps what was acknowledged, and recovers', fullDisk);

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
  // Smaller and smaller, until not even one report fits.
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
