/**
 * The checks of `ringpost doctor` for the data directory: who may read it, room, schema, master
 * key, and every page of the file. `--fix` takes rights from others and removes what a killed
 * restore left; it changes no data and nothing behind a link.
 */
import { existsSync, lstatSync } from 'node:fs';
import { access, constants, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fits } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { messageOf } from '../core/error/service-error.ts';
import { newestOf, pendingMigrations, readMigrations } from '../store/migrate.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import { appliedOn, DATABASE_FILE, MIGRATIONS } from '../store/sqlite/open.ts';
import { freeBytesOf } from '../system/disk-room.ts';
import { type Check, fixed, good, wrong } from './check.ts';

/** The doctor warns if there is less free space than this, in bytes. */
const FREE_BYTES_LOW = 1024 ** 3;
const PRIVATE = /^(?:master\.key.*|ringpost\.db(?:-wal|-shm)?)$/;
const PARTIAL = /^ringpost\.db\.\d+\.partial$/;

export interface HowToLook {
  /** A service must run; without it none may. */
  readonly running: boolean;
  readonly fix: boolean;
}

export async function checkDataDirectory(
  settings: Settings,
  how: HowToLook,
): Promise<readonly Check[]> {
  const path = resolve(settings.dataDir);
  const checks = [await checkDirectory(path, how), await checkSpace(path)];
  if (existsSync(path)) checks.push(...(await checkRights(path, how)));
  if (!existsSync(join(path, DATABASE_FILE))) return checks;
  return [...checks, ...checkFile(settings, path)];
}

async function checkDirectory(path: string, { running }: HowToLook): Promise<Check> {
  try {
    const existing = await nearestExisting(path);
    await access(existing, constants.W_OK);
    if (!(await stat(existing)).isDirectory()) throw new Error('a file is in the way');
    if (isDirectoryInUse(path) !== running) {
      return running
        ? wrong('directory', `no Ringpost runs on the data directory ${path}; start it`)
        : wrong(
            'directory',
            `data directory ${path} is in use: another Ringpost is running on it (to look at ` +
              'that one: ringpost doctor --running)',
          );
    }
    const will = existing === path ? 'exists and can be written' : 'will be made';
    return good('directory', `data directory ${path} ${will}`);
  } catch {
    return wrong(
      'directory',
      `data directory ${path} cannot be written; choose another with --data-dir`,
    );
  }
}

async function checkSpace(path: string): Promise<Check> {
  try {
    const free = await freeBytesOf(await nearestExisting(path));
    const text = `${Math.floor(free / 1024 ** 2)} MiB free for the data directory`;
    return free >= FREE_BYTES_LOW
      ? good('space', text)
      : wrong('space', `${text}; make room: a full disk refuses reports`);
  } catch {
    return wrong('space', 'the free space of the data directory cannot be read');
  }
}

async function checkRights(path: string, { fix }: HowToLook): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const name of await readdir(path)) {
    const file = join(path, name);
    if (PARTIAL.test(name)) checks.push(await checkPartial(path, file, fix));
    const found = PRIVATE.test(name) ? await checkPrivate(file, fix) : null;
    if (found !== null) checks.push(found);
  }
  return checks.length > 0 ? checks : [good('rights', 'only its user can read the data')];
}

/** A restore that runs holds the directory, and makes the database at its end. */
async function checkPartial(path: string, file: string, fix: boolean): Promise<Check> {
  if (isDirectoryInUse(path) && !existsSync(join(path, DATABASE_FILE))) {
    return good('rights', `${file} is being written by a restore that runs`);
  }
  if (!fix) return wrong('rights', `${file} was left by a killed restore; remove it, or use --fix`);
  await rm(file, { force: true });
  return fixed('rights', `removed ${file}, which a killed restore left`);
}

/** Null if only its user can read it. A link may lead out of the directory: it is not followed. */
async function checkPrivate(file: string, fix: boolean): Promise<Check | null> {
  const facts = await stat(file).catch(() => null);
  if (facts === null) {
    return isLink(file) ? wrong('rights', `${file} is a link to a file that is gone`) : null;
  }
  if ((facts.mode & 0o077) === 0) return null;
  if (isLink(file)) {
    const target = await realpath(file);
    return wrong(
      'rights',
      `${file} is a link to ${target}, which other users can read; run: chmod 600 ${target}`,
    );
  }
  if (!fix) {
    return wrong('rights', `${file} can be read by other users; run: chmod 600 ${file}, or --fix`);
  }
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await handle.chmod(0o600);
  } finally {
    await handle.close();
  }
  return fixed('rights', `took the rights on ${file} from other users`);
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function checkFile(settings: Settings, path: string): readonly Check[] {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(join(path, DATABASE_FILE), { readOnly: true });
    const done = appliedOn(database);
    if (done.length === 0) return [good('schema', 'schema: none yet; a start makes it')];
    return [checkSchema(done), checkIntegrity(database), checkKey(settings, keyTextOf(database))];
  } catch (error) {
    return [wrong('integrity', `the database cannot be read (${messageOf(error)}); ${RESTORE}`)];
  } finally {
    database?.close();
  }
}

const RESTORE = 'look at the disk, and restore the newest backup that verify-backup accepts';

function checkSchema(done: ReturnType<typeof appliedOn>): Check {
  try {
    const files = readMigrations(MIGRATIONS);
    const pending = pendingMigrations(files, done);
    return pending.length === 0
      ? good('schema', `schema ${newestOf(done)} is what this version wants`)
      : good('schema', `schema ${newestOf(done)}; a start makes it ${newestOf(files)}`);
  } catch (error) {
    return wrong('schema', messageOf(error));
  }
}

/** Every page, but not each entry of each index: a backup and verify-backup compare those too. */
function checkIntegrity(database: DatabaseSync): Check {
  const rows = database.prepare('pragma quick_check(5)').all();
  const faults = rows.map((row) => String(row.quick_check)).filter((text) => text !== 'ok');
  return faults.length === 0
    ? good('integrity', 'every page of the database is sound')
    : wrong('integrity', `the database is damaged (${faults.join('; ')}); ${RESTORE}`);
}

function keyTextOf(database: DatabaseSync): string | null {
  const row = database.prepare("select value from meta where name = 'key check'").get();
  return row === undefined ? null : String(row.value);
}

function checkKey(settings: Settings, check: string | null): Check {
  try {
    if (check === null)
      return good('master-key', 'the first start keeps a check of its master key');
    return fits(settings, check)
      ? good('master-key', 'the master key is the one of this data')
      : wrong('master-key', 'the master key is not the one of this data; put the former one back');
  } catch (error) {
    return wrong('master-key', messageOf(error));
  }
}

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return nearestExisting(parent);
  }
}
