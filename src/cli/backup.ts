/**
 * `ringpost backup FILE|DIR [--keep N]`: one consistent copy of the embedded store in one file,
 * while the service runs or not. In a folder it gets a name with the time, and `--keep` removes
 * the oldest of that folder once the new one is on disk. Says what is not in it: the master key.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { type BackupManifest, mebibytes, partialOf, takeBackup } from '../store/sqlite/backup.ts';
import { systemClock as clock } from '../system/clock.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { VERSION } from './version.ts';

const OWN_NAME = /^ringpost-\d{8}T\d{6}Z\.db$/;
const OWN_PARTIAL = /^ringpost-\d{8}T\d{6}Z\.db\.\d+\.partial$/;
/** No backup takes so long; a killed one left it. */
const PARTIAL_MS_MAX = 86_400_000;
const ON_POSTGRES =
  'backup is for the embedded store. PostgreSQL is backed up with its own tools: ' +
  'docs/guides/scale-out.md, "Back up and restore"';

export async function runBackup(settings: Settings, { words, flags }: Asked): Promise<void> {
  try {
    if (settings.databaseUrl !== null) throw new Error(ON_POSTGRES);
    const [asked = ''] = words;
    const keep = keepOf(flags.keep);
    const folder = isFolder(asked, keep) ? asked : null;
    if (keep !== null && folder === null) throw new Error('--keep needs a folder, not a file');
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const nowMs = clock.wallMs();
    const file = folder === null ? asked : join(folder, nameAt(nowMs));
    const began = clock.monoMs();
    const remove = removeWhenEnded(partialOf(file));
    const made = { directory: settings.dataDir, file, version: VERSION, nowMs };
    const manifest = await takeBackup(made);
    remove.stop();
    const seconds = ((clock.monoMs() - began) / 1_000).toFixed(1);
    tell(`${file}: ${shown(manifest)}, checked, in ${seconds} s`);
    tell(keyLine(manifest));
    if (folder !== null && keep !== null) removeOlder(folder, keep, nowMs);
  } catch (error) {
    fail(error);
  }
}

export function shown({ databaseBytes, schema, takenAt }: BackupManifest): string {
  return `${mebibytes(databaseBytes)}, schema ${schema}, as of ${takenAt}`;
}

function keyLine({ masterKeyIds }: BackupManifest): string {
  const which = masterKeyIds.length === 0 ? '' : ` ${masterKeyIds.join(' and ')}`;
  return `not in it: the master key${which} and the settings; keep both in another place`;
}

function tell(line: string): void {
  process.stdout.write(`ringpost backup: ${line}\n`);
}

function keepOf(text: string | true | undefined): number | null {
  if (text === undefined) return null;
  const keep = Number(text);
  if (Number.isSafeInteger(keep) && keep >= 1) return keep;
  throw new Error('--keep must be a whole number of 1 or more');
}

function isFolder(path: string, keep: number | null): boolean {
  if (existsSync(path)) return statSync(path).isDirectory();
  return path.endsWith('/') || keep !== null;
}

/** Names in the order of time; not two in one second. */
function nameAt(nowMs: number): string {
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `ringpost-${time}.db`;
}

/** Only files with a name of ours, and only after the new one is in place. */
function removeOlder(folder: string, keep: number, nowMs: number): void {
  const names = readdirSync(folder).sort();
  const old = names.filter((name) => OWN_NAME.test(name)).slice(0, -keep);
  const left = names
    .filter((name) => OWN_PARTIAL.test(name))
    .filter((name) => nowMs - statSync(join(folder, name)).mtimeMs > PARTIAL_MS_MAX);
  for (const name of [...old, ...left]) {
    rmSync(join(folder, name));
    tell(`removed ${join(folder, name)}`);
  }
}

/** A signal leaves no part of a file behind. */
function removeWhenEnded(partial: string): { stop(): void } {
  const end = (_: NodeJS.Signals, number: number): void => {
    rmSync(partial, { force: true });
    process.exit(128 + number);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return {
    stop: () => {
      process.off('SIGTERM', end);
      process.off('SIGINT', end);
    },
  };
}
