/**
 * A data directory on which a service has been started once, and another start on it. Each process
 * of tests starts the service once; each test gets a copy of the directory.
 */
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

let template: Promise<string> | null = null;

/** A data directory on which a service has been started once. */
export async function used(t: TestContext): Promise<{ directory: string; file: string }> {
  template ??= startedOnce();
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-key-'));
  t.after(() => rm(directory, { recursive: true }));
  await cp(await template, directory, { recursive: true });
  return { directory, file: join(directory, 'master.key') };
}

async function startedOnce(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-used-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  await (await startService({ directory })).stop();
  return directory;
}

export const start = (directory: string, environment: Record<string, string> = {}) =>
  run(MAIN, ['start', '--port', '0', '--data-dir', directory], environment);
