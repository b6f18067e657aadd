/**
 * A history on the embedded store: ended calls of five reports, each of which fired for two
 * endpoints, all delivered at the first attempt. Filled by SQL. The store runs in this thread, so
 * its processor time is the process's.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EndpointKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { hash64 } from '../../src/store/operation/call/call.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { START_MS, settingsOf } from '../../test/store/given.ts';
import type { History } from './history.ts';

const STEP_MS = 1_000;
const FIRINGS = 5;
const LANES = 2;
/** The history's other deliveries: half belong to the first endpoint, half to these. */
const OTHERS = 200;

export async function openOnSqlite(directory: string, rows: number): Promise<History> {
  const calls = rows / FIRINGS / LANES;
  const hearing = await begin(directory);
  fill(join(directory, DATABASE_FILE), calls, hearing);
  const store = await openSqliteStore({ directory, threads: false });
  return {
    store,
    hearing,
    calls,
    endMs: START_MS + calls * FIRINGS * STEP_MS,
    timed: processorMs,
    bytes: async () => statSync(join(directory, DATABASE_FILE)).size,
    close: () => store.close(),
  };
}

async function begin(directory: string): Promise<readonly [EndpointKey, EndpointKey]> {
  const store = await openSqliteStore({ directory, threads: false });
  const settings = PROJECT_DEFAULTS;
  const { key } = await store.ensureProject({ name: 'default', settings, nowMs: START_MS });
  const asked = { projectKey: key, settings: settingsOf(), enabled: true };
  const nothing = { target: null, before: null, after: null, requestId: null };
  const audit = { atMs: START_MS, actor: 'system', action: 'test.done', ...nothing };
  const first = await store.createEndpoint({ ...asked, audit });
  const second = await store.createEndpoint({ ...asked, audit });
  await store.close();
  return [first.key, second.key];
}

function fill(path: string, calls: number, [first]: readonly EndpointKey[]): void {
  const database = new DatabaseSync(path);
  database.function('hash64', (text) => hash64(String(text)));
  database.exec('pragma synchronous = off');
  for (const statement of [FILL_CALLS, FILL_REPORTS, FILL_FIRINGS, FILL_DELIVERIES]) {
    const prepared = database.prepare(statement);
    prepared.setAllowUnknownNamedParameters(true);
    prepared.run({ calls, first: first ?? 0 });
  }
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Rows `n` from 1 to the number of calls, with the time `at` of their first report. */
const CALLS = `with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < :calls
  ), numbered as (select n, ${START_MS} + (n - 1) * ${FIRINGS * STEP_MS} as at from numbers)`;
/** Rows `place` from 1 to the number of firings of a call. */
const PLACES = "(select value as place from json_each('[1,2,3,4,5]'))";

const FILL_CALLS = `insert into calls (key, project_key, call_id_hash, call_id, direction, status,
    call_sid, client_id, was_in_progress, first_report_at, last_report_at, ended_at, reports,
    lanes, stale_class)
  ${CALLS} select n, 1, hash64('call_' || n), 'call_' || n, 'OUTBOUND', 'COMPLETED',
    'CA0123456789abcdef', 'client', 1, at, at + 4 * ${STEP_MS}, at + 4 * ${STEP_MS}, ${FIRINGS},
    json_object(:first || '', ${FIRINGS}, (1000 + n % ${OTHERS}) || '', ${FIRINGS}), null
  from numbered`;

const FILL_REPORTS = `insert into reports (call_key, number, received_at, occurred_at, source,
    status, applied)
  ${CALLS} select n, place, at + place * ${STEP_MS}, null, 'api', 'CALLING', 1
  from numbered cross join ${PLACES}`;

const FILL_FIRINGS = `insert into firings (key, call_key, report_number, trigger, fired_at, text,
    data)
  ${CALLS} select (n - 1) * ${FIRINGS} + place, n, place, 'OUTBOUND_CALL_CALLING',
    at + place * ${STEP_MS}, printf('%0200d', n), printf('%0200d', place)
  from numbered cross join ${PLACES}`;

const FILL_DELIVERIES = `insert into deliveries (project_key, endpoint_key, call_key,
    firing_key, sequence, trigger, content_key, state, created_at, attempts, last_attempt_at,
    last_status, closed_at, sole_ms, sole_excerpt)
  ${CALLS} select 1, case lane when 0 then :first else 1000 + n % ${OTHERS} end, n,
    (n - 1) * ${FIRINGS} + place, place, 'OUTBOUND_CALL_CALLING', 'message', 'delivered',
    at + place * ${STEP_MS}, 1, at + place * ${STEP_MS}, 200, at + place * ${STEP_MS}, 5, 'ok'
  from numbered cross join ${PLACES} cross join (select value as lane from json_each('[0,1]'))`;

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
