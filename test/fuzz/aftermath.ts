/**
 * Checks the database after a run, when the service has stopped: every lane keeps its invariant, no
 * row lacks the rows to which it belongs, and SQLite's own check finds no fault.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CLOSED_STATES, OPEN_STATES, type StoredState } from '../../src/core/delivery/state.ts';
import { laneFault } from '../../src/core/lane/invariant.ts';

/** Each statement counts rows that must not exist. */
const NONE: Readonly<Record<string, string>> = {
  'deliveries without a firing':
    'select count(*) as n from deliveries where firing_key not in (select key from firings)',
  'deliveries without a call':
    'select count(*) as n from deliveries where call_key not in (select key from calls)',
  'deliveries without an endpoint':
    'select count(*) as n from deliveries where endpoint_key not in (select key from endpoints)',
  'firings without a report':
    'select count(*) as n from firings as f where f.report_number > 0 and not exists (select 1 ' +
    'from reports as r where r.call_key = f.call_key and r.number = f.report_number)',
  'firings of no report that are no launch by hand and no end of a run':
    'select count(*) as n from firings as f where f.report_number = 0 and f.trigger <> ' +
    "'ACW_COMPLETED' and not exists (select 1 from deliveries as d join runs as r " +
    'on r.key = d.key where d.firing_key = f.key)',
  'runs without a call, an agent or a launch':
    'select count(*) as n from runs as r where not exists (select 1 from deliveries as d ' +
    'where d.key = r.key and d.endpoint_key = r.endpoint_key and d.call_key = r.call_key)',
  'ended runs without a result':
    "select count(*) as n from runs where (state in ('SUCCEEDED', 'FAILED') or " +
    "(state = 'CANCELLED' and reason <> 'ENDPOINT_DELETED')) " +
    'and key not in (select run_key from acw_results)',
  'results of runs that have not ended':
    'select count(*) as n from acw_results where run_key not in ' +
    "(select key from runs where state in ('SUCCEEDED', 'FAILED', 'CANCELLED'))",
  'reports without a call':
    'select count(*) as n from reports where call_key not in (select key from calls)',
  'calls that count other reports than they have':
    'select count(*) as n from calls as c where c.reports <> ' +
    '(select count(*) from reports as r where r.call_key = c.key)',
  'attempts without a delivery':
    'select count(*) as n from attempts where delivery_key not in (select key from deliveries)',
  'deliveries that count other attempts than they have':
    'select count(*) as n from deliveries as d where d.attempts <> ' +
    '(select count(*) from all_attempts as a where a.delivery_key = d.key)',
  'open deliveries of deleted endpoints':
    'select count(*) as n from deliveries as d join endpoints as e on e.key = d.endpoint_key ' +
    'where d.closed_at is null and e.deleted_at is not null',
  'endpoints whose backlog is counted wrong':
    'select count(*) as n from endpoint_backlogs as b where b.open_deliveries <> ' +
    '(select count(*) from deliveries as d where d.endpoint_key = b.endpoint_key ' +
    'and d.closed_at is null)',
};

/** Opens the file itself, so the service must have stopped. Empty if all checks hold. */
export function databaseFaults(directory: string): readonly string[] {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  try {
    const [check] = database.prepare('pragma integrity_check').all();
    const foreign = database.prepare('pragma foreign_key_check').all();
    const counted = Object.entries(NONE).flatMap(([what, sql]) => {
      const count = Number(database.prepare(sql).get()?.n);
      return count === 0 ? [] : [`${count} ${what}`];
    });
    return [
      ...(check?.integrity_check === 'ok' ? [] : [`integrity: ${JSON.stringify(check)}`]),
      ...(foreign.length === 0 ? [] : [`${foreign.length} broken references`]),
      ...counted,
      ...laneFaults(database),
    ];
  } finally {
    database.close();
  }
}

function laneFaults(database: DatabaseSync): string[] {
  const rows = database
    .prepare('select endpoint_key, call_key, sequence, state from deliveries')
    .all();
  const lanes = Map.groupBy(rows, (row) => `lane ${row.endpoint_key}/${row.call_key}`);
  return [...lanes].flatMap(([name, places]) => {
    const fault = laneFault(
      places.map((place) => ({ sequence: Number(place.sequence), state: stateOf(place.state) })),
    );
    return fault === null ? [] : [`${name}: ${fault}`];
  });
}

function stateOf(value: unknown): StoredState {
  const state = [...OPEN_STATES, ...CLOSED_STATES].find((known) => known === value);
  if (state === undefined) throw new Error(`a delivery in the state ${String(value)}`);
  return state;
}
