/**
 * What `ringpost export` reads and `ringpost import` writes, as operations on either store. An
 * import keeps its place in `meta`, in the commit of the rows themselves: one that was killed goes
 * on behind its last commit, and no row is written twice. Keys are written as they are in the file,
 * so ids, links and signatures hold.
 */
import type { ProjectKey } from '../../../core/id.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import {
  all,
  change,
  insert,
  LISTED,
  type Operation,
  one,
  query,
  readJson,
} from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { PROJECTS, type Row, type Table, type Value } from './column.ts';
import { TABLES } from './table.ts';

/** Where an import stands. */
export interface ImportPlace {
  /** The id of the export. */
  readonly id: string;
  readonly file: string;
  readonly state: 'running' | 'done';
  /** The first byte of the file that is not imported. */
  readonly offset: number;
  /** The table of the row before, with the columns that the file has of it. */
  readonly table: { readonly name: string; readonly columns: readonly string[] } | null;
  readonly rows: number;
  /** People who were in this store before; nothing of them is written. */
  readonly keptUsers: readonly number[];
  /** Whether endpoints are written as disabled; chosen at the beginning, for the whole file. */
  readonly disablesEndpoints: boolean;
  readonly atMs: number;
}

const PLACE = query<{ value: string }>("select value from meta where name = 'import'");
/** Parameters: place. Primary key. */
const PUT_PLACE = query(`
  insert into meta (name, value) values ('import', ?)
  on conflict (name) do update set value = excluded.value`);

/** Parameters: none. Primary key. */
const FORGET_PLACE = query("delete from meta where name = 'import'");

/** Parameters: projects. deliveries_lane, which has open deliveries only. */
const OPEN_DELIVERIES = query<{ open: number }>(`
  select count(*) open from deliveries t
  where t.closed_at is null and t.project_key in ${PROJECTS}`);

/** Parameters: projects. Counts what each endpoint still has to send; at the end of an import. */
const COUNT_BACKLOGS = query(`
  insert into endpoint_backlogs (/*stripe,*/ endpoint_key, project_key, open_deliveries)
  select /*0,*/ e.key, e.project_key,
    (select count(*) from deliveries d where d.endpoint_key = e.key and d.closed_at is null)
  from endpoints e where e.project_key in ${PROJECTS}
    and not exists (select 1 from endpoint_backlogs b where b.endpoint_key = e.key)`);

interface UserFacts {
  readonly key: number;
  readonly email: string;
  readonly created_at: number;
}

/** Parameters: keys. Primary key. */
const USERS_BY_KEY = query<UserFacts>(
  `select key, email, created_at from users where key in ${LISTED}`,
);

const SCHEMA = query<{ number: number | null }>('select max(number) number from migrations');

export function* schemaNumber(): Operation<number> {
  return (yield* one(SCHEMA))?.number ?? 0;
}

export function* tablePage(
  { page }: Pick<Table, 'page'>,
  projects: readonly ProjectKey[],
  after: readonly Value[],
  limit: number,
): Operation<readonly Row[]> {
  return yield* all(page, JSON.stringify(projects), ...after, limit);
}

export function* openDeliveries(projects: readonly ProjectKey[]): Operation<number> {
  return (yield* one(OPEN_DELIVERIES, JSON.stringify(projects)))?.open ?? 0;
}

export function* importPlace(): Operation<ImportPlace | null> {
  const row = yield* one(PLACE);
  return row === undefined ? null : readJson<ImportPlace>(row.value);
}

export function* importUnderWay(): Operation<string | null> {
  const place = yield* importPlace();
  return place?.state === 'running' ? place.file : null;
}

function* putImportPlace(place: ImportPlace): Operation<void> {
  yield* change(PUT_PLACE, JSON.stringify(place));
}

/** From now on no service starts on this store, until the import is done or forgotten. */
export function* beginImport(place: ImportPlace): Operation<void> {
  yield* putImportPlace(place);
}

/** For an import that ends before its first row. */
export function* forgetImport(): Operation<void> {
  yield* change(FORGET_PLACE);
}

/** The rows and the place behind them are one commit; null: the import is one transaction. */
export function* importRows(
  { fill }: Pick<Table, 'fill'>,
  rows: readonly (readonly Value[])[],
  place: ImportPlace | null,
): Operation<void> {
  if (rows.length > 0) yield* change(fill, JSON.stringify(rows));
  if (place !== null) yield* putImportPlace(place);
}

/** Writes one row under a new key, which is returned. `values`: without the key. */
export function* importOne(
  { insert: statement, name }: Pick<Table, 'insert' | 'name'>,
  values: readonly Value[],
): Operation<number> {
  if (statement === null) throw new Error(`${name} has no key of its own`);
  return yield* insert(statement, ...values);
}

export function* endImport(ended: {
  readonly projects: readonly ProjectKey[];
  readonly audit: (projectKey: ProjectKey) => AuditEntry;
  readonly place: ImportPlace | null;
}): Operation<void> {
  yield* change(COUNT_BACKLOGS, JSON.stringify(ended.projects));
  for (const project of ended.projects) yield* writeAudit(project, ended.audit(project));
  if (ended.place !== null) yield* putImportPlace(ended.place);
}

/** Which of these keys the table has already. */
export function* presentKeys(
  { present }: Pick<Table, 'present'>,
  keys: readonly number[],
): Operation<readonly number[]> {
  if (present === null || keys.length === 0) return [];
  return (yield* all(present, JSON.stringify(keys))).map(({ key }) => key);
}

export function* usersByKey(keys: readonly number[]): Operation<readonly UserFacts[]> {
  return yield* all(USERS_BY_KEY, JSON.stringify(keys));
}

/** Names that a row of the file may not share with another row of this store. */
const TAKEN = new Map(
  TABLES.flatMap(({ name, unique = [] }) =>
    unique.map((column) => [`${name}.${column}`, taken(name, column)] as const),
  ),
);
export type TakenName = `${string}.${string}`;

/** Parameters: texts. The unique index of the column. */
function taken(from: string, column: string) {
  return query<{ readonly key: number; readonly name: string }>(
    `select key, ${column} name from ${from} where ${column} in (select value from json_each(?))`,
  );
}

export function* takenNames(
  what: TakenName,
  texts: readonly string[],
): Operation<readonly { readonly key: number; readonly name: string }[]> {
  const statement = TAKEN.get(what);
  if (statement === undefined) throw new Error(`${what} is not unique`);
  return yield* all(statement, JSON.stringify(texts));
}
