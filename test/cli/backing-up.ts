/** The commands of a backup on a data directory, and a folder for what they write. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { MAIN, run } from './command.ts';
import { used } from './used-directory.ts';

export async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ringpost-backup-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

export const backup = (data: string, ...words: readonly string[]) =>
  run(MAIN, ['backup', ...words, '--data-dir', data]);
export const restore = (file: string, to: string, environment: Record<string, string> = {}) =>
  run(MAIN, ['restore', file, to], environment);
export const verify = (file: string) => run(MAIN, ['verify-backup', file]);

/** A backup of a used data directory, in a folder of its own. */
export async function backedUp(t: TestContext) {
  const { directory, file: key } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  assert.equal((await backup(directory, file)).code, 0);
  return { directory, key, place, file };
}
