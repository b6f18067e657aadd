/**
 * `ringpost export`: everything of a project, or of all, as one file that `ringpost import` reads
 * into another store. Reads one snapshot beside a running service and changes nothing. Must never
 * write a secret that the passphrase does not seal.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { isServed, knownSchema, openSnapshot } from '../compose/open-transfer.ts';
import { openSecrets } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { asKey, formatId, type ProjectKey } from '../core/id.ts';
import type { Secrets } from '../engine/ports/secrets.ts';
import { keyCheck } from '../store/operation/project/key-check.ts';
import { projects as allProjects } from '../store/operation/project/project.ts';
import type { Part, Row, Table, Value } from '../store/operation/transfer/column.ts';
import { TABLES } from '../store/operation/transfer/table.ts';
import {
  openDeliveries,
  schemaNumber,
  tablePage,
  usersByKey,
} from '../store/operation/transfer/transfer.ts';
import type { Snapshot } from '../store/operation/transfer/transfer-session.ts';
import { partialOf } from '../store/partial-file.ts';
import { systemClock as clock } from '../system/clock.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { removeWhenEnded } from './remove-when-ended.ts';
import { cancelledRow } from './transfer/cancelled-row.ts';
import { type ExportedProject, ExportWriter, type HeaderFacts } from './transfer/export-file.ts';
import { newKeyMaking, passphraseBox, readPassphrase } from './transfer/passphrase.ts';
import { counted, createProgress, type Progress } from './transfer/progress.ts';
import { passwordSealed, type Reseal, resealed } from './transfer/sealed-row.ts';
import { VERSION } from './version.ts';

/** Each part needs those before it. */
const PARTS = ['calls', 'deliveries', 'results'] as const satisfies readonly Part[];
const ID_BYTES = 12;

export async function runExport(settings: Settings, asked: Asked): Promise<void> {
  try {
    const parts = partsOf(asked.flags.with);
    const file = resolve(asked.words[0] ?? '');
    const passphrase = await readPassphrase(settings, asked, true);
    const snapshot = await openSnapshot(settings);
    try {
      await exportFrom({ snapshot, settings, asked, parts, file, passphrase });
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    fail(error);
  }
}

interface Export {
  readonly snapshot: Snapshot;
  readonly settings: Settings;
  readonly asked: Asked;
  readonly parts: readonly Part[];
  readonly file: string;
  readonly passphrase: string;
}

async function exportFrom(of: Export): Promise<void> {
  const { snapshot, settings, asked, parts, file, passphrase } = of;
  const schema = await snapshot.perform(schemaNumber());
  if (schema !== knownSchema()) {
    throw new Error(
      `The store has the schema ${schema}, and this version works with ${knownSchema()}. ` +
        'Export it with the version that runs on it, or run `ringpost migrate` first.',
    );
  }
  const from = openSecrets(settings, await snapshot.perform(keyCheck()));
  const projects = await chosen(snapshot, asked.flags);
  const keys = projects.map(({ key }) => asKey<ProjectKey>(key));
  const open = await openMode(of, keys);
  const key = newKeyMaking();
  const box = await passphraseBox(passphrase, key);
  const facts: HeaderFacts = {
    id: `exp_${randomBytes(ID_BYTES).toString('base64url')}`,
    version: VERSION,
    schema,
    madeAt: new Date(clock.wallMs()).toISOString(),
    store: settings.databaseUrl === null ? 'sqlite' : 'postgres',
    projects,
    with: parts,
    open,
    key,
  };
  const writer = await ExportWriter.begin(file, facts, box);
  const remove = removeWhenEnded(partialOf(file));
  try {
    const unreadable: string[] = [];
    const progress = createProgress('export');
    for (const table of TABLES.filter(({ part }) => part === 'base' || parts.includes(part))) {
      const to = { box, from, open: facts.open, unreadable, progress };
      await writeTable(snapshot, writer, table, keys, to);
    }
    // A service may have started since.
    if (hasOpen(of)) await assertNotSent(of, keys);
    const end = await writer.end();
    sayEnd(file, end.rows, projects, unreadable);
  } catch (error) {
    await writer.drop();
    throw error;
  } finally {
    remove.stop();
  }
}

interface Target {
  readonly box: Secrets;
  readonly from: Secrets;
  readonly open: HeaderFacts['open'];
  readonly unreadable: string[];
  readonly progress: Progress;
}

async function writeTable(
  snapshot: Snapshot,
  writer: ExportWriter,
  table: Table,
  projects: readonly ProjectKey[],
  { box, from, open, unreadable, progress }: Target,
): Promise<void> {
  await writer.table(table.name, table.names);
  const nowMs = clock.wallMs();
  let after = table.start as readonly Value[];
  for (;;) {
    const limit = table.rowsMax;
    const page = await snapshot.perform(tablePage(table, projects, after, limit));
    const users = table.name === 'authenticators' ? await userTimes(snapshot, page) : NO_USERS;
    const onUnreadable = (record: string) => unreadable.push(record);
    const reseal: Reseal = { from, to: box, users, onUnreadable };
    for (const row of page) {
      const kept = open === 'cancel' ? cancelledRow(table.name, row, nowMs) : row;
      const whole = table.name === 'users' ? passwordSealed(kept, box) : kept;
      const sealed = resealed(table.name, whole, reseal);
      await writer.row(table.names.map((name) => sealed[name] ?? null));
    }
    progress(() => `${counted(writer.rows)}, ${megabytes(writer.bytes)} MB (${table.name})`);
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = table.order.map((column) => last[column] ?? null);
  }
}

const NO_USERS: ReadonlyMap<number, number> = new Map();

async function userTimes(
  snapshot: Snapshot,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, number>> {
  const keys = rows.map(({ user_key }) => Number(user_key));
  const users = await snapshot.perform(usersByKey(keys));
  return new Map(users.map(({ key, created_at }) => [key, created_at]));
}

/** `--with calls,deliveries`: each part brings the parts that it needs. */
function partsOf(flag: Asked['flags'][string]): readonly Part[] {
  if (typeof flag !== 'string') return [];
  const named = flag.split(',').map((part) => part.trim());
  const wrong = named.find((part) => !PARTS.some((known) => known === part));
  if (wrong !== undefined) {
    throw new Error(`--with takes ${PARTS.join(', ')}, separated by commas; not ${wrong}.`);
  }
  const last = PARTS.findLastIndex((part) => named.includes(part));
  return PARTS.slice(0, last + 1);
}

async function chosen(
  snapshot: Snapshot,
  { project: named }: Asked['flags'],
): Promise<readonly ExportedProject[]> {
  const present = (await snapshot.perform(allProjects())).map(({ key, createdAtMs, name }) => ({
    key,
    id: formatId('prj', createdAtMs, key),
    name,
  }));
  if (typeof named !== 'string') return present;
  const found = present.filter(({ id, name }) => id === named || name === named);
  if (found.length > 0) return found;
  const names = present.map(({ name }) => `"${name}"`).join(', ');
  throw new Error(`There is no project "${named}"; there are ${names}.`);
}

async function openMode(of: Export, projects: readonly ProjectKey[]): Promise<HeaderFacts['open']> {
  const { open = 'keep' } = of.asked.flags;
  if (open !== 'keep' && open !== 'cancel') throw new Error('--open takes keep or cancel.');
  if (!hasOpen(of)) return open;
  const waiting = await assertNotSent(of, projects);
  if (waiting === 0) return open;
  process.stderr.write(
    `ringpost export: ${waiting} deliveries still wait; the service that imports this file sends ` +
      'them. Do not start this one again.\n',
  );
  return open;
}

/** Whether deliveries that wait are in the file as they are. */
function hasOpen({ asked, parts }: Pick<Export, 'asked' | 'parts'>): boolean {
  return parts.includes('deliveries') && asked.flags.open !== 'cancel';
}

/** Returns how many deliveries wait. Throws if a service that runs sends them. */
async function assertNotSent(
  { snapshot, settings }: Export,
  projects: readonly ProjectKey[],
): Promise<number> {
  const waiting = await snapshot.perform(openDeliveries(projects));
  if (waiting === 0 || !(await isServed(settings))) return waiting;
  throw new Error(
    `${waiting} deliveries still wait, and a Ringpost that runs on this store sends them: the ` +
      'copy would send them as well. Stop it to move it, or make a copy in which they are ' +
      'cancelled, with --open cancel.',
  );
}

function sayEnd(
  file: string,
  rows: number,
  projects: readonly ExportedProject[],
  unreadable: readonly string[],
): void {
  if (unreadable.length > 0) {
    process.stderr.write(
      `ringpost export: these secrets do not open with the present master key and must be ` +
        `entered again: ${unreadable.join(', ')}\n`,
    );
  }
  const names = projects.map(({ name }) => `"${name}"`).join(', ');
  process.stdout.write(`ringpost export: ${counted(rows)} of ${names} in ${file}\n`);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
