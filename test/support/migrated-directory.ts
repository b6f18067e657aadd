/**
 * A data directory with a migrated embedded store. Each process of tests migrates one and copies
 * it, since the migrations of a new one take 15 ms of processor time.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE, upgradeDirectory } from '../../src/store/sqlite/open.ts';

let template: string | null = null;

/** `folder` is its parent. The caller removes the directory. */
export function migratedDirectory(prefix: string, folder = tmpdir()): string {
  template ??= makeTemplate();
  const directory = mkdtempSync(join(folder, prefix));
  copyFileSync(join(template, DATABASE_FILE), join(directory, DATABASE_FILE));
  return directory;
}

function makeTemplate(): string {
  const made = mkdtempSync(join(tmpdir(), 'ringpost-migrated-'));
  upgradeDirectory(made);
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
