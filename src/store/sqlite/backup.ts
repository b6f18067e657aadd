/**
 * Backups of the embedded store. A backup is one file: a copy of the database as it was at one
 * moment, and one block behind it that says what the copy is and has its checksum. SQLite ignores
 * that block, so any SQLite tool reads the file. The copy is made in one step of one read, so it
 * ends however much the service writes meanwhile; one that goes step by step begins anew at each
 * write. Must never hold a master key, and never appear under its name before it is on disk.
 */
import { createHash } from 'node:crypto';
import { constants, existsSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { newestOf, pendingMigrations, readMigrations } from '../migrate.ts';
import { makePartial, partialOf } from '../partial-file.ts';
import { lockDirectory } from './lock.ts';
import { appliedOn, DATABASE_FILE, MIGRATIONS } from './open.ts';

export interface BackupManifest {
  /** Of Ringpost. */
  readonly version: string;
  readonly schema: number;
  /** ISO 8601. Whatever was acknowledged before it is in the copy. */
  readonly takenAt: string;
  readonly databaseBytes: number;
  readonly sha256: string;
  /** Ids of the master keys that open the secrets in it; none if it was never started. */
  readonly masterKeyIds: readonly string[];
}

const MAGIC = 'ringpost backup 1\n';
const BLOCK_BYTES = 4_096;
/** All pages at once; Node takes no -1. */
const ALL_PAGES = 2 ** 31 - 1;
const CHUNK_BYTES = 1_048_576;
/** The owner of a new log may hold it for a moment. */
const WAIT_MS = 5_000;
/** An operator needs some of them, not thousands of lines. */
const FAULTS_MAX = 5;
/** What a start makes by itself, and the keys that an operator puts there beforehand. */
const MAY_BE_THERE: ReadonlySet<string> = new Set([
  'master.key',
  'master.key.next',
  'ringpost.lock',
]);

/** Rejects, and leaves nothing, if `file` is there, the disk has no room or the copy is damaged. */
export async function takeBackup(asked: {
  readonly directory: string;
  readonly file: string;
  readonly version: string;
  readonly nowMs: number;
}): Promise<BackupManifest> {
  const { directory, file, version, nowMs } = asked;
  if (existsSync(file)) throw new Error(`${file} is there already; name another file`);
  const source = join(resolve(directory), DATABASE_FILE);
  if (!existsSync(source)) throw new Error(`there is no data to back up: ${source} is missing`);
  await assertRoom(source, dirname(resolve(file)));
  const partial = makePartial(file);
  try {
    await copyAtOnce(source, partial);
    const facts = settleCopy(partial);
    assertSound(partial);
    const { size } = await stat(partial);
    const sha256 = await hashOf(partial, size);
    const takenAt = new Date(nowMs).toISOString();
    const manifest = { version, ...facts, takenAt, databaseBytes: size, sha256 };
    await withFile(partial, 'r+', async (handle) => {
      await handle.write(blockOf(manifest), 0, BLOCK_BYTES, size);
      await handle.sync();
    });
    renameSync(partial, file);
    await syncFolder(dirname(resolve(file)));
    return manifest;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Reads every byte. Rejects with what is wrong. */
export async function verifyBackup(file: string): Promise<BackupManifest> {
  const manifest = await readManifest(file);
  if ((await hashOf(file, manifest.databaseBytes)) !== manifest.sha256) throw damaged(file);
  assertSound(file);
  assertKnown(file);
  return manifest;
}

/** Into a directory that is empty, or has only master keys. Rejects and leaves no database. */
export async function restoreBackup(file: string, directory: string): Promise<BackupManifest> {
  const manifest = await readManifest(file);
  const path = resolve(directory);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const there = (await readdir(path)).filter((name) => !MAY_BE_THERE.has(name));
  if (there.length > 0) {
    throw new Error(
      `${path} is not empty (${there.slice(0, FAULTS_MAX).join(', ')}); nothing was changed. ` +
        'Restore into an empty directory, or move away what is there.',
    );
  }
  const lock = lockDirectory(path);
  const target = join(path, DATABASE_FILE);
  const partial = partialOf(target);
  try {
    makePartial(target);
    if ((await copyBytes(file, partial, manifest.databaseBytes)) !== manifest.sha256) {
      throw damaged(file);
    }
    assertSound(partial);
    assertKnown(partial);
    renameSync(partial, target);
    await syncFolder(path);
    return manifest;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    lock.release();
  }
}

export async function readManifest(file: string): Promise<BackupManifest> {
  const { size } = await stat(file);
  const block = Buffer.alloc(BLOCK_BYTES);
  await withFile(file, 'r', (handle) =>
    handle.read(block, 0, BLOCK_BYTES, Math.max(0, size - BLOCK_BYTES)),
  );
  const text = block.toString('utf8').replace(/[\0\s]+$/, '');
  if (!text.startsWith(MAGIC)) {
    throw new Error(`${file} is not a whole backup of \`ringpost backup\`; take another one`);
  }
  // It was written by `blockOf`, and the checksum shows whether the rest is.
  const manifest = JSON.parse(text.slice(MAGIC.length)) as BackupManifest;
  if (manifest.databaseBytes + BLOCK_BYTES !== size) throw damaged(file);
  return manifest;
}

function blockOf(manifest: BackupManifest): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(`${MAGIC}${JSON.stringify(manifest, null, 2)}\n`);
  return block;
}

async function copyAtOnce(source: string, partial: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: WAIT_MS });
  try {
    await backup(database, partial, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
}

/** One file without a log of its own, and what the manifest says of its content. */
function settleCopy(path: string): Pick<BackupManifest, 'schema' | 'masterKeyIds'> {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
    const schema = newestOf(appliedOn(database));
    return { schema, masterKeyIds: schema === 0 ? [] : keyIdsIn(database) };
  } finally {
    database.close();
  }
}

const KEY_NAMES = "select value from meta where name in ('key check', 'key rotation')";

function keyIdsIn(database: DatabaseSync): readonly string[] {
  const ids = database.prepare(KEY_NAMES).all();
  return ids.flatMap(({ value }) => /^rb\d\.([0-9a-f]{8})\./.exec(String(value))?.[1] ?? []);
}

/** Reads all pages and compares each index with its table. */
function assertSound(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare(`pragma integrity_check(${FAULTS_MAX})`).all();
    const faults = rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok');
    if (faults.length > 0) {
      throw new Error(
        `the database is damaged (${faults.join('; ')}). Keep the backups that you have, look ` +
          'at the disk, and restore the newest backup that `ringpost verify-backup` accepts.',
      );
    }
  } finally {
    database.close();
  }
}

/** Throws `MigrationError` if this version cannot work with the schema. */
function assertKnown(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    pendingMigrations(readMigrations(MIGRATIONS), appliedOn(database));
  } finally {
    database.close();
  }
}

async function assertRoom(source: string, folder: string): Promise<void> {
  const log = `${source}-wal`;
  const bytes = (await stat(source)).size + (existsSync(log) ? (await stat(log)).size : 0);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > bytes) return;
  throw new Error(
    `${folder} has ${mebibytes(bavail * bsize)} free, and a backup may need ${mebibytes(bytes)}; ` +
      'make room, or name another folder',
  );
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(bytes < 104_857_600 ? 1 : 0)} MiB`;
}

async function hashOf(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  await withFile(file, 'r', (handle) =>
    eachChunk(handle, bytes, async (chunk) => {
      hash.update(chunk);
    }),
  );
  return hash.digest('hex');
}

/** Returns the checksum of what was copied, which is on disk then. */
async function copyBytes(from: string, to: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  await withFile(from, 'r', (source) =>
    withFile(to, 'r+', async (target) => {
      await eachChunk(source, bytes, async (chunk) => {
        hash.update(chunk);
        await target.writeFile(chunk);
      });
      await target.sync();
    }),
  );
  return hash.digest('hex');
}

async function eachChunk(
  handle: FileHandle,
  bytes: number,
  take: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < bytes; ) {
    const wanted = Math.min(CHUNK_BYTES, bytes - at);
    const { bytesRead } = await handle.read(buffer, 0, wanted, at);
    if (bytesRead === 0) return;
    await take(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function withFile<Value>(
  path: string,
  flags: 'r' | 'r+',
  work: (handle: FileHandle) => Promise<Value>,
): Promise<Value> {
  const handle = await open(path, flags);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function damaged(file: string): Error {
  return new Error(
    `${file} is not what was written: its checksum differs. Use another backup, and look at the ` +
      'disk or the copy that it came by.',
  );
}
