/**
 * `ringpost import`: writes the file of `ringpost export` into a store that no service works on.
 * The whole file is checked before the first row is written; each commit keeps the place in the
 * file, so an import that was killed goes on when it is started again.
 */
import { resolve } from 'node:path';
import { assertUnused } from '../compose/open-store.ts';
import {
  isServed,
  knownSchema,
  openLoader,
  openSnapshot,
  prepareImport,
  storeExists,
} from '../compose/open-transfer.ts';
import type { Settings } from '../config/settings.ts';
import { isEndpointKind } from '../core/endpoint/endpoint.ts';
import { asKey, type ProjectKey } from '../core/id.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../engine/manage/author.ts';
import type { Secrets } from '../engine/ports/secrets.ts';
import type { Row, Table, Value } from '../store/operation/transfer/column.ts';
import {
  importUnderNewIds,
  type NewIds,
  type NewIdsDone,
  NOT_UNDER_NEW_IDS,
} from '../store/operation/transfer/new-ids.ts';
import { OF_USERS, TABLES } from '../store/operation/transfer/table.ts';
import {
  beginImport,
  endImport,
  forgetImport,
  type ImportPlace,
  importPlace,
  importRows,
  openDeliveries,
  usersByKey,
} from '../store/operation/transfer/transfer.ts';
import type { Loader } from '../store/operation/transfer/transfer-session.ts';
import { readJson } from '../store/statement.ts';
import { systemClock as clock } from '../system/clock.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { compared, type Found } from './transfer/collision.ts';
import {
  assertPassphrase,
  type End,
  exportLines,
  type Header,
  headerOf,
  verified,
} from './transfer/export-file.ts';
import { passphraseBox, readPassphrase } from './transfer/passphrase.ts';
import { counted, createProgress } from './transfer/progress.ts';
import { passwordOpened, type Reseal, resealed } from './transfer/sealed-row.ts';

/** Rows and bytes of one commit. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 1_024 * 1_024;
/** They are written in one transaction, which is in memory. */
const NEW_IDS_ROWS_MAX = 200_000;

interface Import {
  readonly settings: Settings;
  readonly flags: Asked['flags'];
  readonly file: string;
  readonly header: Header;
  readonly end: End;
  /** The box of the passphrase. */
  readonly box: Secrets;
}

export async function runImport(settings: Settings, asked: Asked): Promise<void> {
  try {
    const file = resolve(asked.words[0] ?? '');
    const { flags } = asked;
    const header = await headerOf(file);
    assertReadable(header, flags);
    const passphrase = await readPassphrase(settings, asked, false);
    const box = await passphraseBox(passphrase, header.key);
    assertPassphrase(header, box);
    const end = await verified(file, box);
    await assertKnownKinds(file);
    const wanted: Import = { settings, flags, file, header, end, box };
    await (flags.dryRun === true ? dryRun(wanted) : importInto(wanted));
  } catch (error) {
    fail(error);
  }
}

/** The schema has no list of kinds (decision 59), and a newer version may have more of them. */
async function assertKnownKinds(file: string): Promise<void> {
  let at: { readonly name: string; readonly columns: readonly string[] } | null = null;
  for await (const line of exportLines(file, 0)) {
    if (line.kind === 'table') {
      // Whatever comes behind the endpoints need not be read.
      if (at?.name === 'endpoints') return;
      at = { name: line.table, columns: line.columns };
    }
    if (line.kind !== 'row' || at?.name !== 'endpoints') continue;
    const { settings } = rowOf(at.columns, line.row);
    const { kind, name } = readJson<{ kind?: string; name?: string }>(String(settings));
    if (isEndpointKind(kind)) continue;
    throw new Error(
      `The endpoint "${name}" is of kind ${kind}, which this version does not know. Import ` +
        'the file into the version that made it, or a newer one. Nothing was written.',
    );
  }
}

function assertReadable(header: Header, { newIds, name }: Asked['flags']): void {
  const known = knownSchema();
  if (header.schema > known) {
    throw new Error(
      `The export was made by version ${header.version}, which has the schema ${header.schema}; ` +
        `this one knows ${known}. Import it with that version or a newer one.`,
    );
  }
  if (newIds === true && header.with.length > 0) {
    throw new Error(
      `The export has ${header.with.join(', ')}, which keep their ids, since bodies that were ` +
        'signed name them. Export without --with, or import into a store that is empty.',
    );
  }
  if (name !== undefined && (newIds !== true || header.projects.length !== 1)) {
    throw new Error('--name is for one project that is imported with --new-ids.');
  }
}

async function dryRun(wanted: Import): Promise<void> {
  const { settings, header, end, flags } = wanted;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`export ${header.id} of ${header.madeAt}, version ${header.version}, from ${header.store}`);
  for (const { id, name } of header.projects) say(`project "${name}" (${id})`);
  for (const [table, rows] of Object.entries(end.tables)) if (rows > 0) say(`  ${table} ${rows}`);
  if (header.open === 'cancel') say('what was open at the source is cancelled in this copy');
  if (await isServed(settings)) say('a Ringpost runs on this store: stop it before the import');
  if (flags.newIds === true) {
    say(`ids are made anew; left out: ${NOT_UNDER_NEW_IDS.join(', ')}`);
    return;
  }
  if (!(await storeExists(settings))) {
    say('the store is new: nothing stands in the way; nothing was written');
    return;
  }
  const snapshot = await openSnapshot(settings);
  try {
    const place = await snapshot.perform(importPlace());
    if (place?.state === 'running' && place.id === header.id) {
      say(`an import of this file was broken off after ${counted(place.rows)}; it would go on`);
      return;
    }
    refuseCollisions(await compared(snapshot, wanted.file, header));
    say('nothing stands in the way; nothing was written');
  } finally {
    await snapshot.close();
  }
}

async function importInto(wanted: Import): Promise<void> {
  const { settings, flags, file, header } = wanted;
  const secrets = await prepareImport(settings);
  const loader = await openLoader(settings);
  try {
    const place = await loader.perform(importPlace());
    if (place?.id === header.id && place.state === 'done' && flags.newIds !== true) {
      const at = new Date(place.atMs).toISOString();
      process.stdout.write(`ringpost import: nothing to do, it was imported at ${at}\n`);
      return;
    }
    const isHalf = place?.state === 'running';
    if (isHalf) assertGoesOn(place, wanted);
    if (flags.newIds === true) {
      sayNewIds(await underNewIds(wanted, secrets, loader));
      return;
    }
    const found: Found = isHalf
      ? { collisions: [], keptUsers: place.keptUsers }
      : await compared(loader, file, header);
    refuseCollisions(found);
    const begin = isHalf ? place : beginning(wanted, found.keptUsers);
    if (!isHalf) await beginAlone(wanted, loader, begin);
    if (isHalf) {
      process.stderr.write(`ringpost import: goes on after ${counted(place.rows)}\n`);
    }
    const done = await new Importer(wanted, secrets, loader, begin).run();
    const waiting = await loader.perform(openDeliveries(projectsOf(header)));
    sayEnd(wanted, done, waiting);
  } finally {
    await loader.close();
  }
}

/** An import that was broken off goes on with the same file and the same choices. */
function assertGoesOn(place: ImportPlace, { header, flags }: Import): void {
  const again = `Run \`ringpost import ${place.file}\` to its end first.`;
  if (place.id !== header.id) {
    throw new Error(`An import of ${place.file} was broken off here. ${again}`);
  }
  if (flags.newIds === true) {
    throw new Error(`This file was imported in part, with the ids that it has. ${again}`);
  }
  if (flags.disableEndpoints !== true || place.disablesEndpoints) return;
  throw new Error(
    'The import was begun without --disable-endpoints, so a part of the endpoints may be enabled ' +
      'here. Leave the flag out and disable them afterwards, or begin with an empty store.',
  );
}

/**
 * A service that looks for an import before this commit is seen afterwards, and one that looks
 * later does not start.
 */
async function beginAlone({ settings }: Import, loader: Loader, place: ImportPlace): Promise<void> {
  await loader.perform(beginImport(place));
  try {
    await assertUnused(settings);
  } catch (error) {
    await loader.perform(forgetImport());
    throw error;
  }
}

function beginning({ file, header, flags }: Import, keptUsers: readonly number[]): ImportPlace {
  return {
    id: header.id,
    file,
    state: 'running',
    offset: 0,
    table: null,
    rows: 0,
    keptUsers,
    disablesEndpoints: flags.disableEndpoints === true,
    atMs: clock.wallMs(),
  };
}

function refuseCollisions({ collisions }: Found): void {
  if (collisions.length === 0) return;
  throw new Error(
    `The store has records that the export has too: ${collisions.join('; ')}. Nothing was ` +
      'written. Import into an empty store, which keeps all ids, or import settings beside what ' +
      'is there with --new-ids.',
  );
}

/** Writes rows in the order of the file, each batch with its place. */
class Importer {
  readonly #wanted: Import;
  readonly #secrets: Secrets;
  readonly #loader: Loader;
  readonly #progress = createProgress('import');
  #place: ImportPlace;
  #batch: Row[] = [];
  #bytes = 0;

  constructor(wanted: Import, secrets: Secrets, loader: Loader, begin: ImportPlace) {
    this.#wanted = wanted;
    this.#secrets = secrets;
    this.#loader = loader;
    this.#place = begin;
  }

  async run(): Promise<ImportPlace> {
    const { file, header } = this.#wanted;
    for await (const line of exportLines(file, this.#place.offset)) {
      if (line.kind === 'table') {
        await this.#flush();
        const { table: name, columns, offset } = line;
        this.#place = { ...this.#place, table: { name, columns }, offset };
      }
      if (line.kind !== 'row') continue;
      this.#batch.push(rowOf(this.#place.table?.columns ?? [], line.row));
      this.#bytes += line.bytes;
      this.#place = { ...this.#place, offset: line.offset, rows: this.#place.rows + 1 };
      if (this.#batch.length >= BATCH_ROWS || this.#bytes >= BATCH_BYTES) await this.#flush();
    }
    await this.#flush();
    await this.#loader.adoptKeys();
    const projects = projectsOf(header);
    const place: ImportPlace = { ...this.#place, state: 'done', atMs: clock.wallMs() };
    await this.#loader.perform(endImport({ projects, audit: auditOf(this.#wanted), place }));
    return place;
  }

  async #flush(): Promise<void> {
    const table = this.#place.table === null ? null : tableOf(this.#place.table.name);
    const batch = this.#batch;
    if (table === null || batch.length === 0) return;
    [this.#batch, this.#bytes] = [[], 0];
    const users = table.name === 'authenticators' ? await this.#userTimes(batch) : NO_USERS;
    const values = this.#ours(table, batch).map((row) => {
      const ready = prepared(table.name, row, row, { ...this.#sealing(), users });
      return table.names.map((name) => ready[name] ?? null);
    });
    await this.#loader.perform(importRows(table, values, this.#place));
    this.#progress(
      () => `${counted(this.#place.rows)} of ${counted(this.#wanted.end.rows)} (${table.name})`,
    );
  }

  #sealing(): Omit<Preparing, 'users'> {
    const { box } = this.#wanted;
    return { from: box, to: this.#secrets, disables: this.#place.disablesEndpoints };
  }

  async #userTimes(rows: readonly Row[]): Promise<ReadonlyMap<number, number>> {
    const keys = rows.map(({ user_key }) => Number(user_key));
    const users = await this.#loader.perform(usersByKey(keys));
    return new Map(users.map(({ key, created_at }) => [key, created_at]));
  }

  /** Nothing of a person who was here before is written. */
  #ours({ name }: Table, rows: readonly Row[]): readonly Row[] {
    const kept = new Set(this.#place.keptUsers);
    if (kept.size === 0) return rows;
    if (name === 'users') return rows.filter(({ key }) => !kept.has(Number(key)));
    if (!OF_USERS.includes(name)) return rows;
    return rows.filter(({ user_key }) => !kept.has(Number(user_key)));
  }
}

const NO_USERS: ReadonlyMap<number, number> = new Map();

interface Preparing extends Pick<Reseal, 'from' | 'to' | 'users'> {
  readonly disables: boolean;
}

/** A row of the file as the store has it. */
function prepared(table: string, before: Row, after: Row, how: Preparing): Row {
  // What could not be read at the source was said at the export.
  const row = resealed(table, before, { ...how, onUnreadable: () => {} }, after);
  if (table === 'users') return passwordOpened(row, how.from);
  if (table !== 'endpoints' || !how.disables || row.enabled === 0) return row;
  return { ...row, enabled: 0, disabled_reason: 'operator', disabled_at: clock.wallMs() };
}

async function underNewIds(
  { file, flags, header, end, box }: Import,
  secrets: Secrets,
  loader: Loader,
): Promise<NewIdsDone> {
  const leftOut = NOT_UNDER_NEW_IDS.reduce((sum, name) => sum + (end.tables[name] ?? 0), 0);
  if (end.rows - leftOut > NEW_IDS_ROWS_MAX) {
    throw new Error('The export has too many rows for --new-ids; import it into an empty store.');
  }
  const rows = new Map<string, Row[]>();
  let at: { readonly name: string; readonly columns: readonly string[] } | null = null;
  for await (const line of exportLines(file, 0)) {
    if (line.kind === 'table') at = { name: line.table, columns: line.columns };
    if (line.kind !== 'row' || at === null || NOT_UNDER_NEW_IDS.includes(at.name)) continue;
    const ofTable = rows.get(at.name) ?? [];
    ofTable.push(rowOf(at.columns, line.row));
    rows.set(at.name, ofTable);
  }
  const users = new Map(
    (rows.get('users') ?? []).map(({ key, created_at }) => [Number(key), Number(created_at)]),
  );
  const how = { from: box, to: secrets, users, disables: flags.disableEndpoints === true };
  const name = typeof flags.name === 'string' ? flags.name : null;
  const reseal: NewIds['reseal'] = (table, before, after) => prepared(table, before, after, how);
  const audit = auditOf({ header, end });
  return loader.perform(importUnderNewIds({ rows, name, reseal, audit }));
}

function auditOf({ header, end }: Pick<Import, 'header' | 'end'>) {
  const { id, version, madeAt, store, open } = header;
  const after = { export: id, version, madeAt, store, with: header.with, open, rows: end.rows };
  return (_: ProjectKey) =>
    auditEntry(SYSTEM_AUTHOR, clock.wallMs(), 'project.imported', null, { before: null, after });
}

function projectsOf({ projects }: Header): readonly ProjectKey[] {
  return projects.map(({ key }) => asKey<ProjectKey>(key));
}

function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  return Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]));
}

function tableOf(name: string): Table {
  const table = TABLES.find((each) => each.name === name);
  if (table === undefined) throw new Error(`This version knows no table ${name} of an export.`);
  return table;
}

function sayEnd(
  { header }: Import,
  { rows, disablesEndpoints }: ImportPlace,
  waiting: number,
): void {
  const names = header.projects.map(({ name }) => `"${name}"`).join(', ');
  const off = disablesEndpoints ? '; every endpoint is disabled' : '';
  process.stdout.write(`ringpost import: ${counted(rows)} of ${names}${off}\n`);
  if (waiting === 0) return;
  process.stdout.write(
    `${waiting} deliveries wait and go on with the next start. Never start the source again.\n`,
  );
}

function sayNewIds({ projects, rows, keysLeftOut }: NewIdsDone): void {
  for (const { id, name } of projects) {
    process.stdout.write(`ringpost import: ${counted(rows)}; project "${name}" is ${id} here\n`);
  }
  if (keysLeftOut === 0) return;
  process.stdout.write(`Left out: ${keysLeftOut} API keys that open another project here.\n`);
}
