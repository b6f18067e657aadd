/**
 * What one delivery costs as the history grows, on PostgreSQL: each size in an empty database of
 * one server, as ratios to the first size. Filled by SQL; the size of the machine's disk is the
 * bound (1 GB for a million deliveries).
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../../test/support/postgres.ts';
import { withDatabase } from '../database.ts';
import type { Add } from '../record.ts';

const run = promisify(execFile);
const MEASURE = fileURLToPath(new URL('../growth-size.ts', import.meta.url));
const PARTS = ['accept', 'ready', 'settle'] as const;

interface Figures {
  readonly p50: number;
  readonly p99: number;
}

interface Measured extends Record<(typeof PARTS)[number], Figures> {
  readonly filledMs: number;
  readonly bytes: number;
}

export async function runGrowth(sizes: readonly number[], add: Add): Promise<void> {
  console.log('goal: each part at most x1.25 of the first size');
  const server = await startPostgres(['max_wal_size=4GB', 'shared_buffers=1GB']);
  let first: Measured | null = null;
  try {
    for (const size of sizes) {
      const measured = await withDatabase(server, (url) => measure(url, size));
      first ??= measured;
      keep(add, size, measured, first);
      console.log(lineOf(size, measured, first));
    }
  } finally {
    await server.close();
  }
}

async function measure(url: string, size: number): Promise<Measured> {
  const asked = { RINGPOST_TEST_DATABASE_URL: url, RINGPOST_TEST_ROWS: String(size) };
  const { stdout } = await run(process.execPath, [MEASURE], { env: { ...process.env, ...asked } });
  // What that file prints.
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
