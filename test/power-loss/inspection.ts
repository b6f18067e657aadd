/**
 * Opens a crash state as the service does and reports damage, an acknowledged change that is
 * missing, or half a transaction. Knows the rows but shares no code with what wrote them, except
 * `laneFault`, which states the invariant.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StoredState } from '../../src/core/delivery/state.ts';
import { laneFault } from '../../src/core/lane/invariant.ts';
import { DATABASE_FILE, openWriter } from '../../src/store/sqlite/open.ts';
import { contentOf } from './content.ts';
import type { Promised } from './work.ts';

export interface Inspection {
  /** A hash of every row; null when it could not be opened. */
  readonly content: string | null;
  readonly damaged: readonly string[];
  readonly lost: readonly string[];
  /** Reports of `early` that are missing; they were not acknowledged, and serve as the control. */
  readonly early: number;
  readonly half: readonly string[];
}

/** A directory that holds only these two files, for `inspect` or for a whole service. */
export function directoryOf(state: { readonly file: Buffer; readonly log: Buffer }): string {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-power-'));
  writeFileSync(join(directory, DATABASE_FILE), state.file);
  writeFileSync(join(directory, `${DATABASE_FILE}-wal`), state.log);
  return directory;
}

export function inspect(
  state: { readonly file: Buffer; readonly log: Buffer },
  promised: readonly Promised[],
  early: readonly Promised[] = [],
): Inspection {
  const directory = directoryOf(state);
  try {
    return inspectIn(directory, promised, early);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function inspectIn(
  directory: string,
  promised: readonly Promised[],
  early: readonly Promised[],
): Inspection {
  let connection: ReturnType<typeof openWriter>;
  try {
    connection = openWriter(directory, null);
  } catch (error) {
    return unopened(error, early);
  }
  try {
    const { database } = connection;
    // Only read from here on, so closing need not sync.
    database.exec('pragma synchronous = off');
    const checked = database.prepare('pragma integrity_check').all();
    const damaged = checked.map((row) => String(row.integrity_check)).filter((row) => row !== 'ok');
    const lost = promised.filter((each) => !isThere(database, each));
    return {
      content: contentOf(database),
      damaged,
      lost: lost.map((each) => JSON.stringify(each)),
      early: early.filter((each) => !isThere(database, each)).length,
      half: [...halves(database), ...laneFaults(database)],
    };
  } catch (error) {
    return unopened(error, early);
  } finally {
    connection.close();
  }
}

function unopened(error: unknown, early: readonly Promised[]): Inspection {
  const damaged = [error instanceof Error ? error.message : String(error)];
  return { content: null, damaged, lost: [], early: early.length, half: [] };
}

const REPORT = `
  select (select count(*) from firings f
      where f.call_key = r.call_key and f.report_number = r.number) firings,
    (select count(*) from firings f join deliveries d on d.firing_key = f.key
      where f.call_key = r.call_key and f.report_number = r.number) deliveries
  from calls c join reports r on r.call_key = c.key where c.call_id = ? and r.report_id = ?`;
const ATTEMPT = `
  select a.outcome, d.state, d.attempts
  from all_attempts a join deliveries d on d.key = a.delivery_key
  where a.delivery_key = ? and a.number = ?`;

function isThere(database: DatabaseSync, promised: Promised): boolean {
  if (promised.what === 'report') {
    const row = database.prepare(REPORT).get(promised.callId, promised.reportId);
    return row?.firings === promised.triggers.length && row.deliveries === promised.deliveries;
  }
  const row = database.prepare(ATTEMPT).get(promised.delivery, promised.number);
  if (row === undefined) return false;
  // A later attempt, acknowledged or not, may have changed the state again.
  return Number(row.attempts) > promised.number || row.state === promised.state;
}

/** Each query finds rows that only a whole commit could have written, without its other rows. */
const HALVES: Readonly<Record<string, string>> = {
  'a delivery without its firing, call or endpoint': `
    select d.key from deliveries d left join firings f on f.key = d.firing_key
    left join calls c on c.key = d.call_key left join endpoints e on e.key = d.endpoint_key
    where f.key is null or c.key is null or e.key is null`,
  'a firing without its report': `
    select f.key from firings f left join reports r
    on r.call_key = f.call_key and r.number = f.report_number where r.number is null`,
  'a firing that not every endpoint has': `
    select f.key from firings f
    where (select count(*) from deliveries d where d.firing_key = f.key) <>
      (select count(*) from endpoints)`,
  'a call with another number of reports than it counts': `
    select c.key from calls c
    where c.reports <> (select count(*) from reports r where r.call_key = c.key)`,
  'a lane whose call counts otherwise, or with a gap': `
    select d.call_key key from deliveries d join calls c on c.key = d.call_key
    group by d.endpoint_key, d.call_key
    having max(d.sequence) <> count(*) or
      max(d.sequence) is not json_extract(c.lanes, '$."' || d.endpoint_key || '"')`,
  'a delivery with another number of attempts than it counts': `
    select d.key from deliveries d
    where d.attempts <> (select count(*) from all_attempts a where a.delivery_key = d.key)`,
  'an endpoint whose backlog counts otherwise': `
    select b.endpoint_key key from endpoint_backlogs b where b.open_deliveries <>
      (select count(*) from deliveries d
        where d.endpoint_key = b.endpoint_key and d.closed_at is null)`,
};

function halves(database: DatabaseSync): string[] {
  return Object.entries(HALVES).flatMap(([name, sql]) =>
    database
      .prepare(sql)
      .all()
      .map(({ key }) => `${name}: ${String(key)}`),
  );
}

function laneFaults(database: DatabaseSync): string[] {
  const rows = database.prepare('select endpoint_key, call_key, sequence, state from deliveries');
  const places = rows.all().map((row) => ({
    lane: `${String(row.endpoint_key)}/${String(row.call_key)}`,
    sequence: Number(row.sequence),
    // A check constraint of the table allows no other value.
    state: row.state as StoredState,
  }));
  return [...Map.groupBy(places, ({ lane }) => lane)].flatMap(([lane, lanePlaces]) => {
    const fault = laneFault(lanePlaces);
    return fault === null ? [] : [`lane ${lane}: ${fault}`];
  });
}
