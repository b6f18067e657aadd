/** A data directory that a service has been started on once, and another start on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

/** A data directory that has been started once. */
export async function used(t: TestContext): Promise<{ directory: string; file: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-key-'));
  t.after(() => rm(directory, { recursive: true }));
  await (await startService({ directory })).stop();
  return { directory, file: join(directory, 'master.key') };
}

export const start = (directory: string, environment: Record<string, string> = {}) =>
  run(MAIN, ['start', '--port', '0', '--data-dir', directory], environment);
