/**
 * Checks a database for an operator before a process starts on it. Changes nothing: the row that
 * tests writing is rolled back. Throws `DatabaseError` if a start would, and returns warnings about
 * settings that could be better.
 */
import { newestOf, pendingMigrations, readMigrations } from '../../migrate.ts';
import type { Connection } from './connection.ts';
import { appliedMigrations, isPrepared, MIGRATIONS } from './migrate.ts';
import { withOneShotConnection } from './one-shot.ts';
import { assertServer } from './server-check.ts';

export interface Preflight {
  /** Host, port and database. */
  readonly place: string;
  readonly version: string;
  /** The newest migration that ran, and the newest that this version has; 0: none. */
  readonly schema: { readonly present: number; readonly known: number };
  /** The text that only the right master key opens; null before the first start. */
  readonly keyCheck: string | null;
  /** How far the server's clock is ahead of ours, and how exactly that is known. */
  readonly clock: { readonly aheadMs: number; readonly withinMs: number };
  readonly connections: { readonly most: number; readonly used: number };
  readonly locksPerTransaction: number;
  /** Settings that work but could be better. */
  readonly warnings: readonly string[];
}

/** Throws `DatabaseError` or `MigrationError`. */
export function preflight(url: string): Promise<Preflight> {
  return withOneShotConnection(url, async (connection) => {
    const warnings = await assertServer(connection, false);
    const facts = await factsOf(connection);
    const files = readMigrations(MIGRATIONS);
    const done = (await isPrepared(connection)) ? await appliedMigrations(connection) : [];
    pendingMigrations(files, done);
    return {
      place: connection.address.place,
      ...facts,
      schema: { present: newestOf(done), known: newestOf(files) },
      keyCheck: done.length === 0 ? null : await tryWriting(connection),
      clock: await clockOf(connection),
      warnings,
    };
  });
}

type Facts = Pick<Preflight, 'version' | 'connections' | 'locksPerTransaction'>;

const FACTS = `select current_setting('server_version') as version,
  current_setting('max_connections')::int as most,
  (select count(*)::int from pg_stat_activity where datid is not null) as used,
  current_setting('max_locks_per_transaction')::int as locks`;

async function factsOf(connection: Connection): Promise<Facts> {
  const { rows } = await connection.query<{
    readonly version: string;
    readonly most: number;
    readonly used: number;
    readonly locks: number;
  }>(FACTS);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has one row');
  const { version, most, used, locks } = row;
  return { version, connections: { most, used }, locksPerTransaction: locks };
}

/** Rejects if the database cannot be written; also reads the key check. */
async function tryWriting(connection: Connection): Promise<string | null> {
  await connection.query('begin');
  await connection.query("insert into meta (name, value) values ('preflight', 'x')");
  await connection.query('rollback');
  const text = "select value from meta where name = 'key check'";
  const { rows } = await connection.query<{ readonly value: string }>(text);
  return rows[0]?.value ?? null;
}

const ITS_CLOCK = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms';
/** How many readings are taken; the quickest one is the most exact. */
const CLOCK_LOOKS = 5;

async function clockOf(connection: Connection): Promise<Preflight['clock']> {
  let best = { aheadMs: 0, withinMs: Number.POSITIVE_INFINITY };
  for (let look = 0; look < CLOCK_LOOKS; look += 1) {
    const fromMs = Date.now();
    const { rows } = await connection.query<{ readonly ms: number }>(ITS_CLOCK);
    const toMs = Date.now();
    const withinMs = (toMs - fromMs) / 2 + 1;
    const aheadMs = Math.round((rows[0]?.ms ?? 0) - (fromMs + toMs) / 2);
    if (withinMs < best.withinMs) best = { aheadMs, withinMs };
  }
  return best;
}
