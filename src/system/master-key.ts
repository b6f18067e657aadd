/**
 * Reads the master key: RINGPOST_MASTER_KEY, or `master.key` in the data directory, created at the
 * first start if asked for, readable by its owner alone (S14.4). A new file is on disk before
 * anything is sealed with it. Must never print the key or replace an existing file: secrets sealed
 * with a lost key are lost.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { keyIdOf, MASTER_KEY_BYTES } from './secret-box.ts';

export type MasterKey =
  | { readonly kind: 'ok'; readonly key: Buffer; readonly made: boolean }
  /** Neither the setting nor the file exists, and none was to be created. */
  | { readonly kind: 'missing'; readonly path: string }
  /** A sentence for the operator that says what to do. */
  | { readonly kind: 'invalid'; readonly problem: string };

export const MASTER_KEY_FILE = 'master.key';
/** While the master key is rotated. */
export const NEXT_KEY_FILE = 'master.key.next';
/** Longer than any text form of 32 bytes. */
const FILE_BYTES_MAX = 1_024;

/** `setting`: RINGPOST_MASTER_KEY. `make`: creates directory and file if they are missing. */
export function readMasterKey(options: {
  readonly setting: string | null;
  readonly dataDir: string;
  readonly make: boolean;
  /** The key to which a rotation changes. */
  readonly next?: true;
}): MasterKey {
  const [name, fileName] = options.next
    ? ['RINGPOST_MASTER_KEY_NEXT', NEXT_KEY_FILE]
    : ['RINGPOST_MASTER_KEY', MASTER_KEY_FILE];
  if (options.setting !== null) {
    const key = decodeKey(options.setting);
    return key === null
      ? invalid(`${name} is not 32 bytes as base64 or hex; ${HOW_TO_MAKE}`)
      : { kind: 'ok', key, made: false };
  }
  const path = join(options.dataDir, fileName);
  try {
    const present = readFile(path);
    if (present !== null) return present;
    if (!options.make) return { kind: 'missing', path };
    makeFile(options.dataDir, path);
    // The content of the file counts, because another process may have been faster.
    const made = readFile(path);
    if (made === null) return invalid(`${path} vanished while it was made.`);
    return made.kind === 'ok' ? { ...made, made: true } : made;
  } catch (error) {
    const code = codeOf(error);
    return invalid(
      `${path} cannot be read or made (${code}); give this user access to ${options.dataDir}, ` +
        'or set RINGPOST_MASTER_KEY.',
    );
  }
}

const HOW_TO_MAKE = 'make one with: openssl rand -base64 32';

/** 64 hex digits, or base64 or base64url of 32 bytes with or without padding; else null. */
export function decodeKey(text: string): Buffer | null {
  const bare = text.trim();
  if (/^[0-9a-f]{64}$/i.test(bare)) return Buffer.from(bare, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(bare)) return null;
  const key = Buffer.from(bare, 'base64');
  return key.length === MASTER_KEY_BYTES ? key : null;
}

/**
 * Returns null if there is no file. Mode and content are read from one opened file, so there is no
 * race.
 */
function readFile(path: string): MasterKey | null {
  const file = openExisting(path);
  if (file === null) return null;
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return invalid(`${path} is not a file; move it away and start again.`);
    if ((facts.mode & 0o077) !== 0) {
      return invalid(`${path} can be read by other users; run: chmod 600 ${path}`);
    }
    const bytes = Buffer.alloc(FILE_BYTES_MAX);
    const text = bytes.toString('latin1', 0, readSync(file, bytes));
    const key = decodeKey(text);
    return key === null
      ? invalid(`${path} holds no master key; restore it from a backup.`)
      : { kind: 'ok', key, made: false };
  } finally {
    closeSync(file);
  }
}

function openExisting(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a temporary file, syncs it and links it, so that the name never has half a key and no key
 * is replaced.
 */
function makeFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
    linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    unlinkSync(aside);
  }
  syncDirectory(dataDir);
}

/**
 * After a rotation the key that the store names becomes the master key. The former one stays beside
 * it as `master.key.<id>`, for backups of before; returns that path.
 */
export function adoptNextFile(
  dataDir: string,
  { nextId, formerId }: { readonly nextId: string; readonly formerId: string },
): string {
  const path = join(dataDir, MASTER_KEY_FILE);
  const next = join(dataDir, NEXT_KEY_FILE);
  const former = `${path}.${formerId}`;
  if (idIn(path) === nextId) {
    // An operator exchanged the files.
    if (idIn(next) === formerId) renameSync(next, former);
    syncDirectory(dataDir);
    return former;
  }
  if (idIn(next) !== nextId) {
    throw new Error(`${next} is not the key ${nextId}, which sealed the data; put that one there`);
  }
  try {
    linkSync(path, former);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  syncDirectory(dataDir);
  renameSync(next, path);
  syncDirectory(dataDir);
  return former;
}

/** Null if there is no such file, or no key in it. */
function idIn(path: string): string | null {
  const found = readFile(path);
  return found?.kind === 'ok' ? keyIdOf(found.key) : null;
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function invalid(problem: string): MasterKey {
  return { kind: 'invalid', problem };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
