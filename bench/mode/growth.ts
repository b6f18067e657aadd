/**
 * The cost of one delivery as the history grows: each size in an empty database, as ratios to the
 * first size. Filled by SQL; the machine's disk bounds the sizes (1 GB for a million deliveries).
 * On PostgreSQL by the clock, on the embedded store by processor time.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../../test/support/postgres.ts';
import { withDatabase } from '../database.ts';
import type { Add } from '../record.ts';

const run = promisify(execFile);
const MEASURE = fileURLToPath(new URL('../history/measure-size.ts', import.meta.url));
/** `fresh`: reports of new calls; `accept`: every other report is of any call of the history. */
const PARTS = ['fresh', 'accept', 'ready', 'settle'] as const;

interface Figures {
  readonly p50: number;
  readonly p99: number;
}

interface Measured extends Record<(typeof PARTS)[number], Figures> {
  readonly filledMs: number;
  readonly bytes: number;
}

export interface GrowthOptions {
  /** Numbers of deliveries, rising. */
  readonly sizes: readonly number[];
  readonly postgres: boolean;
}

export async function runGrowth({ sizes, postgres }: GrowthOptions, add: Add): Promise<void> {
  const kind = postgres ? 'PostgreSQL, time' : 'embedded store, processor time';
  console.log(`${kind} of each delivery; goal: each part at most x1.25 of the first size`);
  await (postgres ? onServer : inDirectories)(async (measure) => {
    let first: Measured | null = null;
    for (const size of sizes) {
      const measured = await measure(size);
      first ??= measured;
      keep(add, size, measured, first);
      console.log(lineOf(size, measured, first));
    }
  });
}

type Work = (measure: (size: number) => Promise<Measured>) => Promise<void>;

async function onServer(work: Work): Promise<void> {
  const server = await startPostgres(['max_wal_size=4GB', 'shared_buffers=1GB']);
  try {
    await work((size) =>
      withDatabase(server, (url) => measureSize(size, { RINGPOST_TEST_DATABASE_URL: url })),
    );
  } finally {
    await server.close();
  }
}

async function inDirectories(work: Work): Promise<void> {
  await work(async (size) => {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
    try {
      return await measureSize(size, {
        RINGPOST_TEST_DATABASE_URL: undefined,
        RINGPOST_TEST_DIRECTORY: directory,
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
}

async function measureSize(
  size: number,
  place: Readonly<Record<string, string | undefined>>,
): Promise<Measured> {
  const env = { ...process.env, ...place, RINGPOST_TEST_ROWS: String(size) };
  const { stdout } = await run(process.execPath, [MEASURE], { env });
  // The output of that file.
  return JSON.parse(stdout) as Measured;
}

function keep(add: Add, size: number, measured: Measured, first: Measured): void {
  for (const part of PARTS) {
    add(`${part} of first size`, 'slowdown', measured[part].p50 / first[part].p50, size);
    add(`${part}, p50`, 'cpu', measured[part].p50, size);
    add(`${part}, p99`, 'cpu', measured[part].p99, size);
  }
}

function lineOf(size: number, measured: Measured, first: Measured): string {
  const parts = PARTS.map((part) => {
    const [{ p50, p99 }, { p50: base }] = [measured[part], first[part]];
    return `${part} ${p50.toFixed(0)} us (p99 ${p99.toFixed(0)}) x${(p50 / base).toFixed(2)}`;
  });
  const filled = `filled in ${(measured.filledMs / 1_000).toFixed(0)} s`;
  const gib = `${(measured.bytes / 2 ** 30).toFixed(2)} GiB`;
  return `${size} deliveries: ${parts.join(', ')}; ${filled}, ${gib}`;
}
