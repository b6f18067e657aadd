/**
 * A history for tests of plans, filled by set statements: two projects, 20 endpoints, 10,000 calls
 * with 25,000 firings, and 50,000 deliveries of which one in twenty is open and one in twenty was
 * given up.
 */

const START_MS = 1_795_173_540_000;

const PROJECTS = `insert into projects (name, settings, created_at, updated_at)
  select 'project ' || n, '{}', ${START_MS}, ${START_MS} from generate_series(1, 2) n`;

const ENDPOINTS = `insert into endpoints (project_key, settings, enabled, created_at, updated_at,
    revision)
  select 1 + n / 19, '{"kind":"custom","triggers":[]}', 1, ${START_MS}, ${START_MS}, 1
  from generate_series(0, 19) n`;

const CALLS = `insert into calls (project_key, call_id_hash, call_id, direction, status, call_sid,
    client_id, was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes,
    stale_class)
  select 1 + n % 20 / 19, hashint8(n), 'call_' || n, 'OUTBOUND',
    case when n % 50 = 0 then 'CALLING' else 'COMPLETED' end, '', '', 1, ${START_MS} + n * 1000,
    ${START_MS} + n * 1000, null, 2, '{}', case when n % 50 = 0 then 'CALLING' end
  from generate_series(0, 9999) n`;

const REPORTS = `insert into reports (call_key, number, received_at, source, report_id,
    report_id_hash, fingerprint, status, applied, answer)
  select c.key, n, c.first_report_at, 'api', 'r' || n, n, 'f', 'CALLING', 1, '{}'
  from calls c, generate_series(1, 2) n`;

const FIRINGS = `insert into firings (call_key, report_number, trigger, fired_at, text, data)
  select 1 + n % 10000, 1, 'CALL_STARTED', ${START_MS} + n * 400, 'text', '{}'
  from generate_series(0, 24999) n`;

const DELIVERIES = `insert into deliveries (project_key, endpoint_key, call_key, firing_key,
    sequence, trigger, content_key, state, due_at, attempts, created_at, last_attempt_at, closed_at)
  select c.project_key, case c.project_key when 1 then 1 + n % 18 else 20 end, c.key,
    1 + n % 25000, 1 + n / 10000, 'CALL_STARTED', 'message', state,
    case when state = 'due' then ${START_MS} + n * 200 end, 1, ${START_MS} + n * 200,
    ${START_MS} + n * 200, case when state <> 'due' then ${START_MS} + n * 200 end
  from (select n, case n % 20 when 0 then 'due' when 1 then 'exhausted' else 'delivered' end state
    from generate_series(0, 49999) n) d
  join calls c on c.key = 1 + n % 10000`;

const ATTEMPTS = `insert into attempts (delivery_key, number, started_at, duration_ms, outcome,
    status, excerpt, manual)
  select key, 1, created_at, 5, 'delivered', 200, 'ok', 0 from deliveries`;

const AUDIT = `insert into audit (project_key, at, actor, action)
  select 1 + n % 2, ${START_MS} + n, 'system', 'test.done' from generate_series(0, 19999) n`;

const BACKLOGS = `insert into endpoint_backlogs (endpoint_key, stripe, project_key,
    open_deliveries)
  select endpoint_key, 0, project_key, count(*) from deliveries where closed_at is null
  group by endpoint_key, project_key`;

const MINUTES = `insert into stats_minutes
  select 1, 1 + n % 18, ${START_MS} / 60000 * 60000 + n / 18 * 60000, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from generate_series(0, 19999) n`;

/** A run for each call's first delivery; of a hundred one is open and one failed. */
const RUNS = `insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id,
    trigger, state, due_at, created_at, finished_at)
  select d.key, d.project_key, d.endpoint_key, c.key, c.call_id_hash, c.call_id,
    'CALL_LOG_CREATED', run, case when run = 'RUNNING' then d.created_at end, d.created_at,
    case when run <> 'RUNNING' then d.created_at end
  from (select *, case key % 100 when 0 then 'RUNNING' when 1 then 'FAILED' else 'SUCCEEDED' end run
    from deliveries where key <= 10000) d
  join calls c on c.key = d.call_key`;

const RESULTS = `insert into acw_results (run_key, project_key, created_at, is_error, errors)
  select key, project_key, created_at, 0, '[]' from runs where finished_at is not null`;

const EVALUATIONS = `insert into evaluations (run_key, project_key, endpoint_key, ended_at,
    scorecard, revision, percentage, passed)
  select key, project_key, endpoint_key, finished_at, 'sc_1', 1, 80, 1
  from runs where state = 'SUCCEEDED'`;

const CRITERIA = `insert into evaluation_criteria (run_key, criterion, result)
  select run_key, 'criterion' || n, case when n = 3 then 'FAIL' else 'PASS' end
  from evaluations, generate_series(1, 4) n`;

const BACKLOG_MINUTES = `insert into backlog_minutes
  select 1, ${START_MS} / 60000 * 60000 + n * 60000, n % 50, null from generate_series(0, 9999) n`;

const LOGS = `insert into call_logs (project_key, call_id_hash, call_id, version, turns, bytes,
    created_at, updated_at, body)
  select project_key, call_id_hash, call_id, 1, 1, 2, first_report_at, first_report_at, '{}'
  from calls`;

export const HISTORY = [
  PROJECTS,
  ENDPOINTS,
  CALLS,
  REPORTS,
  FIRINGS,
  DELIVERIES,
  ATTEMPTS,
  AUDIT,
  BACKLOGS,
  MINUTES,
  RUNS,
  RESULTS,
  EVALUATIONS,
  CRITERIA,
  BACKLOG_MINUTES,
  LOGS,
] as const;
