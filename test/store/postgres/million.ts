/**
 * A large history, filled by set statements: RINGPOST_TEST_ROWS deliveries (a million) in a fifth
 * as many lanes of a tenth as many calls, at 200 endpoints of two projects; the first endpoint has
 * half of all, and only the first and the ninth are subscribed to new reports. One call in ten has
 * six open deliveries, one in fifty ended with one that was given up. Keys begin at 1 and rise with
 * time.
 */
import type pg from 'pg';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { START_MS, settingsOf } from '../given.ts';

export const ROWS = Number(process.env.RINGPOST_TEST_ROWS ?? 1_000_000);
export const CALLS = ROWS / 10;
export const ENDPOINTS = 200;
/** Endpoints of the first project; the others belong to the second. */
const FIRST = 190;
/** The endpoint of an agent, which is launched by hand only. */
export const AGENT = 190;
/** Between two firings, in the order of their keys. */
const STEP_MS = 1_000;
/** When the last firing of the history was made. */
export const END_MS = START_MS + (ROWS / 2) * STEP_MS;

/** Keys made after the history begin here. */
const BEYOND = 1_000_000_000;

/** Makes the owners of all rows, and moves sequences beyond the keys of the history. */
export async function begin(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into projects (name, settings, created_at, updated_at)
      select 'project ' || n, $1, $2::bigint, $2 from generate_series(1, 2) n`,
    [JSON.stringify(PROJECT_DEFAULTS), START_MS],
  );
  await client.query(
    `insert into endpoints (project_key, settings, enabled, created_at, updated_at, revision)
      select case when n <= ${FIRST} then 1 else 2 end, case when n in (1, 9) then $1 else $3 end,
        1, $2::bigint, $2, 1
      from generate_series(1, ${ENDPOINTS}) n`,
    [JSON.stringify(settingsOf()), START_MS, JSON.stringify(settingsOf({ triggers: [] }))],
  );
  const agent = settingsOf({ triggers: [], kind: 'self-provided-agent' });
  await client.query('update endpoints set settings = $1 where key in ($2, $3)', [
    JSON.stringify(agent),
    AGENT,
    ENDPOINTS,
  ]);
  await client.query(`select setval(name || '_key_seq', ${BEYOND})
    from unnest(array['calls', 'firings', 'deliveries', 'audit', 'acw_results',
      'call_logs']) as s (name)`);
}

/** `hashes`: those of the calls' ids, in order, because SQL cannot compute them. */
export async function fill(client: pg.ClientBase, hashes: readonly bigint[]): Promise<void> {
  await client.query('set synchronous_commit = off');
  await client.query(FILL_CALLS, [hashes]);
  for (const statement of FILLS) await client.query(statement);
}

const CLOSED = `n % 10 <> 7`;

const FILL_CALLS = `insert into calls (key, project_key, call_id_hash, call_id, direction, status,
    call_sid, client_id, was_in_progress, first_report_at, last_report_at, ended_at, reports,
    lanes, stale_class)
  select n, case when n % 20 = 0 then 2 else 1 end, hash, 'call_' || n, 'OUTBOUND',
    case when ${CLOSED} then 'COMPLETED' else 'CALLING' end, 'CA0123456789abcdef', 'client', 1,
    at, at + 4 * ${STEP_MS}, case when ${CLOSED} then at + 4 * ${STEP_MS} end, 5,
    case when n % 20 = 0
      then json_build_object(191 + n / 20 % 5, 5, 196 + n / 20 % 5, 5)::text
      else json_build_object(1, 5, 2 + n % ${FIRST - 1}, 5)::text end,
    case when ${CLOSED} then null else 'CALLING' end
  from (select place as n, hash, ${START_MS}::bigint + (place - 1) * 5 * ${STEP_MS} as at
    from unnest($1::bigint[]) with ordinality as h (hash, place)) c`;

const FILL_REPORTS = `insert into reports (call_key, number, received_at, occurred_at, source,
    report_id, report_id_hash, fingerprint, status, applied, answer)
  select n, place, ${START_MS} + ((n - 1) * 5 + place) * ${STEP_MS}, null, 'api',
    case when place = 1 then 'r' || n end, case when place = 1 then n * 7919 end,
    case when place = 1 then 'f' end, 'CALLING', 1, case when place = 1 then '{}' end
  from generate_series(1::bigint, ${CALLS}) n, generate_series(1, 5) place`;

const FILL_FIRINGS = `insert into firings (key, call_key, report_number, trigger, fired_at, text,
    data)
  select n, 1 + (n - 1) / 5, 1 + (n - 1) % 5, 'OUTBOUND_CALL_CALLING',
    ${START_MS} + n * ${STEP_MS}, repeat('x', 200), repeat('y', 200)
  from generate_series(1::bigint, ${ROWS / 2}) n`;

/** Two lanes of five for each call; in an open lane the third is the head, and two wait. */
const FILL_DELIVERIES = `insert into deliveries (key, project_key, endpoint_key, call_key,
    firing_key, sequence, trigger, content_key, state, due_at, created_at, attempts, failures,
    last_attempt_at, last_status, closed_at)
  select key, case when n % 20 = 0 then 2 else 1 end,
    case when n % 20 = 0 then 191 + 5 * lane + n / 20 % 5
      when lane = 0 then 1 else 2 + n % ${FIRST - 1} end,
    n, firing, place, 'OUTBOUND_CALL_CALLING', 'message', state,
    case when state in ('due', 'retrying') then at end, at, tries, tries,
    case when tries > 0 then at end, case when tries > 0 then 200 end,
    case when state in ('delivered', 'exhausted') then at end
  from (
    select *, case when state in ('waiting', 'due') then 0 else 1 end as tries
    from (
      select *, case when ${CLOSED} or place < 3
          then case when n % 50 = 3 and place = 5 then 'exhausted' else 'delivered' end
        when place > 3 then 'waiting' when n % 3 = 0 then 'retrying' else 'due' end as state
      from (
        select key, (key - 1) % 2 as lane, 1 + (key - 1) / 2 as firing, 1 + (key - 1) / 10 as n,
          1 + (key - 1) / 2 % 5 as place, ${START_MS} + (1 + (key - 1) / 2) * ${STEP_MS} as at
        from generate_series(1::bigint, ${ROWS}) key
      ) numbered
    ) stated
  ) tried`;

const FILL_ATTEMPTS = `insert into attempts (delivery_key, number, started_at, duration_ms,
    outcome, status, excerpt, manual)
  select key, 1, last_attempt_at, 5, 'delivered', 200, 'ok', 0
  from deliveries where attempts = 1 and key <= ${ROWS}`;

const FILL_BACKLOGS = `insert into endpoint_backlogs (endpoint_key, stripe, project_key,
    open_deliveries)
  select e.key, 99, e.project_key, count(d.key)
  from endpoints e left join deliveries d on d.endpoint_key = e.key and d.closed_at is null
  group by e.key`;

const FILL_MINUTES = `insert into stats_minutes
  select e.project_key, e.key, ${START_MS} / 60000 * 60000 + n * 60000, 99, 1, 1, 0, 1, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from endpoints e, generate_series(1::bigint, ${ROWS / 1_000}) n`;

const FILL_AUDIT = `insert into audit (key, project_key, at, actor, action)
  select n, 1 + n % 2, ${START_MS} + n * ${STEP_MS}, 'system', 'test.done'
  from generate_series(1::bigint, ${ROWS / 10}) n`;

/** A run for each call, of the two agents; of a hundred one is open and one failed. */
const FILL_RUNS = `insert into runs (key, project_key, endpoint_key, call_key, call_id_hash,
    call_id, trigger, state, due_at, created_at, started_at, finished_at)
  select 10 * key, project_key, case project_key when 1 then ${AGENT} else ${ENDPOINTS} end, key,
    call_id_hash, call_id, 'CALL_LOG_CREATED', run, case when run = 'RUNNING'
      or run = 'WAITING_CALL_LOG' then last_report_at end, last_report_at, last_report_at,
    case when run = 'SUCCEEDED' or run = 'FAILED' then last_report_at end
  from (select *, case key % 100 when 3 then 'RUNNING' when 1 then 'FAILED'
    when 5 then 'WAITING_CALL_LOG' else 'SUCCEEDED' end run from calls where key <= ${CALLS}) c`;

const FILL_RESULTS = `insert into acw_results (key, run_key, project_key, created_at, is_error,
    fingerprint, errors, result)
  select call_key, key, project_key, created_at, 0, 'f', '[]', '{}'
  from runs where finished_at is not null`;

const FILL_LOGS = `insert into call_logs (key, project_key, call_id_hash, call_id, version, turns,
    bytes, created_at, updated_at, body)
  select key, project_key, call_id_hash, call_id, 1, 1, 200, last_report_at, last_report_at,
    repeat('x', 200)
  from calls where key <= ${CALLS}`;

const FILLS = [
  FILL_REPORTS,
  FILL_FIRINGS,
  FILL_DELIVERIES,
  FILL_ATTEMPTS,
  FILL_BACKLOGS,
  FILL_MINUTES,
  FILL_AUDIT,
  FILL_RUNS,
  FILL_RESULTS,
  FILL_LOGS,
] as const;
