/**
 * The time of a commit on the disk alone: a page of 4 KiB is appended to a file and synced, at the
 * pace of reports at low load. The file is in the folder for temporary files, as those of the
 * measured services are.
 */
import { fsyncSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';

const PAGE = Buffer.alloc(4_096, 1);
const SYNCS = 200;
const PACE_MS = 10;

/** Milliseconds of one sync. */
export async function measureSync(): Promise<{ readonly p50: number; readonly p99: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  const file = await open(join(directory, 'synced'), 'w');
  const times: number[] = [];
  try {
    for (let sync = 0; sync < SYNCS; sync += 1) {
      await file.write(PAGE);
      const startMs = performance.now();
      fsyncSync(file.fd);
      times.push(performance.now() - startMs);
      await pause(PACE_MS);
    }
  } finally {
    await file.close();
    await rm(directory, { recursive: true, force: true });
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
