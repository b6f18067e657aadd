/**
 * Compares an export with the store that it shall go into, before anything is written: what has a
 * key or a name that another record has already. A person who is there under the same key, e-mail
 * and creation time is the same person, stays as they are, and is no collision.
 */
import { asKey, formatId, type ProjectKey } from '../../core/id.ts';
import { PROJECTS_MAX } from '../../core/project/limits.ts';
import { projects as allProjects } from '../../store/operation/project/project.ts';
import type { Value } from '../../store/operation/transfer/column.ts';
import { ID_PREFIXES, TABLES } from '../../store/operation/transfer/table.ts';
import {
  presentKeys,
  type TakenName,
  takenNames,
  usersByKey,
} from '../../store/operation/transfer/transfer.ts';
import type { Snapshot } from '../../store/operation/transfer/transfer-session.ts';
import { exportLines, type Header } from './export-file.ts';

type Performs = Pick<Snapshot, 'perform'>;

export interface Found {
  /** A sentence for each collision; the first ones are enough to decide. */
  readonly collisions: readonly string[];
  readonly keptUsers: readonly number[];
}

const BATCH = 500;
const COLLISIONS_SHOWN_MAX = 5;

/** Reads the whole file; an empty store collides with nothing and is not compared. */
export async function compared(store: Performs, path: string, header: Header): Promise<Found> {
  const present = await store.perform(allProjects());
  if (present.length === 0) return { collisions: [], keptUsers: [] };
  const finder = new Finder(store);
  if (present.length + header.projects.length > PROJECTS_MAX) {
    finder.collisions.push(`the store would have more than ${PROJECTS_MAX} projects`);
  }
  for await (const line of exportLines(path, 0)) {
    if (line.kind === 'table') await finder.table(line.table, line.columns);
    if (line.kind === 'row') await finder.row(line.row);
    if (finder.collisions.length >= COLLISIONS_SHOWN_MAX) break;
  }
  await finder.flush();
  return { collisions: finder.collisions, keptUsers: finder.keptUsers };
}

class Finder {
  readonly collisions: string[] = [];
  readonly keptUsers: number[] = [];
  readonly #store: Performs;
  #table = '';
  #columns: readonly string[] = [];
  #rows: Record<string, Value>[] = [];

  constructor(store: Performs) {
    this.#store = store;
  }

  async table(name: string, columns: readonly string[]): Promise<void> {
    await this.flush();
    this.#table = name;
    this.#columns = columns;
  }

  async row(values: readonly Value[]): Promise<void> {
    this.#rows.push(
      Object.fromEntries(this.#columns.map((name, index) => [name, values[index] ?? null])),
    );
    if (this.#rows.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    const table = TABLES.find(({ name }) => name === this.#table);
    if (rows.length === 0 || table === undefined) return;
    const same = table.name === 'users' ? await this.#sameUsers(rows) : new Set<number>();
    const kept = new Set(this.keptUsers);
    const isKept = (row: Record<string, Value>) =>
      same.has(Number(row.key)) || (table.name === 'passkeys' && kept.has(Number(row.user_key)));
    const others = rows.filter((row) => !isKept(row));
    const keys = others.map(({ key }) => Number(key ?? 0));
    const present =
      table.present === null ? [] : await this.#store.perform(presentKeys(table, keys));
    for (const key of present) {
      const row = others.find((each) => Number(each.key) === key);
      this.collisions.push(`${nameOf(table.name, key, row)}: its key is in use here`);
    }
    for (const column of table.unique ?? []) await this.#names(column, others);
  }

  async #names(column: string, rows: readonly Record<string, Value>[]): Promise<void> {
    const what: TakenName = `${this.#table}.${column}`;
    const texts = rows.map((row) => row[column]).filter((text) => typeof text === 'string');
    for (const { name } of await this.#store.perform(takenNames(what, texts))) {
      const shown = column === 'name' || column === 'email' ? ` "${name}"` : '';
      this.collisions.push(`${this.#table}: another record has the same ${column}${shown}`);
    }
  }

  async #sameUsers(rows: readonly Record<string, Value>[]): Promise<ReadonlySet<number>> {
    const found = await this.#store.perform(usersByKey(rows.map(({ key }) => Number(key))));
    const same = found.filter((user) =>
      rows.some(
        ({ key, email, created_at }) =>
          key === user.key && email === user.email && created_at === user.created_at,
      ),
    );
    this.keptUsers.push(...same.map(({ key }) => key));
    return new Set(same.map(({ key }) => key));
  }
}

function nameOf(table: string, key: number, row: Record<string, Value> | undefined): string {
  const prefix = ID_PREFIXES[table];
  const named = typeof row?.name === 'string' ? ` "${row.name}"` : '';
  if (prefix === undefined) return `${table} ${key}`;
  return `${formatId(prefix, Number(row?.created_at ?? 0), asKey<ProjectKey>(key))}${named}`;
}
