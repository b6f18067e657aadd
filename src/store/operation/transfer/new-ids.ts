/**
 * Writes the settings of an export under new keys, beside projects that are there already
 * (`ringpost import --new-ids`), in one transaction. People are found by their e-mail and keep what
 * they have here. Calls cannot be written this way: their ids are in texts that are signed.
 */
import { asKey, formatId, type ProjectKey } from '../../../core/id.ts';
import type { Operation } from '../../statement.ts';
import type { Row, Table, Value } from './column.ts';
import { ID_PREFIXES, OF_USERS, TABLES } from './table.ts';
import { endImport, importOne, importRows, type TakenName, takenNames } from './transfer.ts';

export interface NewIds {
  /** The rows of the file, by table. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** The name of the project here; null: as in the file. */
  readonly name: string | null;
  /** Seals the secrets of a row for its new place. */
  readonly reseal: (table: string, before: Row, after: Row) => Row;
  readonly audit: Parameters<typeof endImport>[0]['audit'];
}

export interface NewIdsDone {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly rows: number;
  /** How many API keys are left out, since a key with the same value exists here. */
  readonly keysLeftOut: number;
}

/** Tables of the base that stay behind: their rows name ids of the other store. */
export const NOT_UNDER_NEW_IDS: readonly string[] = ['audit', 'invitations', 'removed_calls'];

/** New keys by table and old key. */
type Keys = Map<string, Map<number, number>>;

/** Throws an Error with a sentence for the operator if a name is taken. */
export function* importUnderNewIds(wanted: NewIds): Operation<NewIdsDone> {
  const keys: Keys = new Map();
  const ids = new Map<string, string>();
  const rowsOf = (name: string) => wanted.rows.get(name) ?? [];
  const projects: { key: ProjectKey; id: string; name: string }[] = [];
  let rows = 0;

  for (const row of rowsOf('projects')) {
    const name = wanted.name ?? String(row.name);
    if ((yield* takenNames('projects.name', [name])).length > 0) {
      throw new Error(`There is a project "${name}" already. Give another name with --name.`);
    }
    // A copy beside the original has no reference, and no instance key reaches it.
    const copy = { ...row, name, external_id: null, made_by: null };
    const key = asKey<ProjectKey>(yield* importOne(tableOf('projects'), rest(copy)));
    note(keys, 'projects', row, key);
    projects.push({ key, id: formatId('prj', Number(row.created_at), key), name });
    rows += 1;
  }
  const present = yield* byName('users.email', rowsOf('users'), 'email');
  const subjects = yield* byName('users.oidc_subject', rowsOf('users'), 'oidc_subject');
  for (const row of rowsOf('users')) {
    const known = present.get(String(row.email));
    const isTaken = subjects.has(String(row.oidc_subject));
    const given = isTaken ? { ...row, oidc_subject: null } : row;
    const user = wanted.reseal('users', row, given);
    const key = known ?? (yield* importOne(tableOf('users'), rest(user)));
    note(keys, 'users', row, key);
    ids.set(idOf('usr', row, row.key), idOf('usr', row, key));
    if (known === undefined) rows += 1;
  }
  const isNew = (row: Row) => !present.has(emailOf(rowsOf('users'), row));
  const hashes = yield* byName('api_keys.hash', rowsOf('api_keys'), 'hash');
  const credentials = yield* byName('passkeys.credential_id', rowsOf('passkeys'), 'credential_id');

  for (const table of TABLES) {
    if (table.part !== 'base' || NOT_UNDER_NEW_IDS.includes(table.name)) continue;
    if (table.name === 'projects' || table.name === 'users') continue;
    for (const row of rowsOf(table.name)) {
      if (OF_USERS.includes(table.name) && !isNew(row)) continue;
      if (table.name === 'api_keys' && hashes.has(String(row.hash))) continue;
      if (table.name === 'passkeys' && credentials.has(String(row.credential_id))) continue;
      const moved = mapped(table, row, keys, ids);
      const after = wanted.reseal(table.name, row, moved);
      yield* writeOne(table, row, after, { keys, ids });
      rows += 1;
    }
  }
  const { audit } = wanted;
  yield* endImport({ projects: projects.map(({ key }) => key), audit, place: null });
  return {
    projects: projects.map(({ id, name }) => ({ id, name })),
    rows,
    keysLeftOut: hashes.size,
  };
}

/** The table that a key column names. */
const NAMED: Readonly<Record<string, string>> = {
  project_key: 'projects',
  user_key: 'users',
  scorecard_key: 'scorecards',
  endpoint_key: 'endpoints',
};

function mapped(table: Table, row: Row, keys: Keys, ids: ReadonlyMap<string, string>): Row {
  const after: Record<string, Value> = { ...row };
  for (const [column, named] of Object.entries(NAMED)) {
    if (row[column] === undefined) continue;
    const key = keys.get(named)?.get(Number(row[column]));
    if (key === undefined) throw new Error(`a ${column} of ${table.name} is not in the export`);
    after[column] = key;
  }
  for (const column of ['made_by', 'marked_by']) {
    const id = row[column];
    if (typeof id === 'string') after[column] = ids.get(id) ?? (id === 'system' ? id : null);
  }
  // A mark must have an author.
  if (table.name === 'issue_marks') after.marked_by ??= 'system';
  if (table.name === 'endpoints') after.settings = withScorecard(String(row.settings), ids);
  return after;
}

/** An evaluator names its scorecard by id. */
function withScorecard(text: string, ids: ReadonlyMap<string, string>): string {
  // The store of the export has written it from this type.
  const settings = JSON.parse(text) as { agent?: { scorecardId?: string | null } | null };
  const { agent } = settings;
  if (typeof agent?.scorecardId !== 'string') return text;
  const scorecardId = ids.get(agent.scorecardId) ?? null;
  return JSON.stringify({ ...settings, agent: { ...agent, scorecardId } });
}

function* writeOne(
  table: Table,
  before: Row,
  after: Row,
  { keys, ids }: { readonly keys: Keys; readonly ids: Map<string, string> },
): Operation<void> {
  if (table.insert === null) {
    yield* importRows(table, [table.names.map((name) => after[name] ?? null)], null);
    return;
  }
  const values = table.names.filter((name) => name !== 'key').map((name) => after[name] ?? null);
  const key = yield* importOne(table, values);
  note(keys, table.name, before, key);
  const prefix = ID_PREFIXES[table.name];
  if (prefix !== undefined) ids.set(idOf(prefix, before, before.key), idOf(prefix, before, key));
}

function* byName(
  what: TakenName,
  rows: readonly Row[],
  column: string,
): Operation<ReadonlyMap<string, number>> {
  const texts = rows.map((row) => row[column]).filter((text) => typeof text === 'string');
  if (texts.length === 0) return new Map();
  return new Map((yield* takenNames(what, texts)).map(({ name, key }) => [name, key]));
}

function emailOf(users: readonly Row[], { user_key }: Row): string {
  return String(users.find(({ key }) => key === user_key)?.email);
}

function idOf(
  prefix: Parameters<typeof formatId>[0],
  { created_at }: Row,
  key: Value | undefined,
): string {
  return formatId(prefix, Number(created_at), Number(key));
}

function note(keys: Keys, table: string, { key: old }: Row, key: number): void {
  const those = keys.get(table) ?? new Map<number, number>();
  keys.set(table, those.set(Number(old), key));
}

function tableOf(name: string): Table {
  const found = TABLES.find((table) => table.name === name);
  if (found === undefined) throw new Error(`${name} is a table of an export`);
  return found;
}

function rest(row: Row): readonly Value[] {
  return Object.entries(row)
    .filter(([name]) => name !== 'key')
    .map(([, value]) => value);
}
