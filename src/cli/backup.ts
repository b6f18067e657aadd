/**
 * `ringpost backup FILE|DIR [--keep N]`: one consistent copy of the embedded store in one file,
 * while the service runs or not. In a folder it gets a name with the time, and `--keep` removes
 * the oldest of that folder, by the time in each, once the new one is on disk. Says what is not in
 * it: the master key.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { partialOf } from '../store/partial-file.ts';
import {
  type BackupManifest,
  mebibytes,
  readManifest,
  takeBackup,
} from '../store/sqlite/backup.ts';
import { systemClock as clock } from '../system/clock.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { removeWhenEnded } from './remove-when-ended.ts';
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
    if (folder !== null && keep !== null) {
      await removeOlder({ folder, file, keep, nowMs });
    }
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

/** Not two in one second. */
function nameAt(nowMs: number): string {
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `ringpost-${time}.db`;
}

/** Only after the new one is in place, which stays in any case. */
async function removeOlder(asked: {
  readonly folder: string;
  /** The one that was just made, as of `nowMs`. */
  readonly file: string;
  readonly keep: number;
  readonly nowMs: number;
}): Promise<void> {
  const { folder, file, keep, nowMs } = asked;
  const older: { readonly path: string; readonly takenAt: number }[] = [];
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path === file || !OWN_NAME.test(name)) continue;
    const taken = await takenAtOf(path);
    if (taken === null) {
      tell(`${path} stays: it is not a whole backup of this command`);
    } else if (taken > nowMs) {
      // The clock was ahead then, or is behind now: only an operator knows which.
      tell(`${path} stays and does not count: it is dated after this one; look at the clock`);
    } else {
      older.push({ path, takenAt: taken });
    }
  }
  older.sort((one, other) => other.takenAt - one.takenAt);
  const left = readdirSync(folder)
    .filter((name) => OWN_PARTIAL.test(name))
    .map((name) => join(folder, name))
    .filter((path) => nowMs - statSync(path).mtimeMs > PARTIAL_MS_MAX);
  for (const path of [...older.slice(keep - 1).map((backup) => backup.path), ...left]) {
    rmSync(path);
    tell(`removed ${path}`);
  }
}

/** Null if the file is not a backup of this command, or not a whole one. */
async function takenAtOf(path: string): Promise<number | null> {
  try {
    const takenAt = Date.parse((await readManifest(path)).takenAt);
    return Number.isNaN(takenAt) ? null : takenAt;
  } catch {
    return null;
  }
}
