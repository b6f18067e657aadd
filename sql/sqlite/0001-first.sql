-- breaking: no (the first schema: there is nothing older that it could break)
--
-- Times are epoch milliseconds, keys are rowids, ids are never stored (src/core/id.ts makes them
-- of creation time and key). Rows of the hot path (calls, reports, firings, deliveries, attempts)
-- carry no foreign keys: each would cost a look-up per row written, and only retention ever
-- deletes them, children first. The small tables do.
-- Checks of the hot path spell lists of more than two values out with `or`: for `in`, SQLite
-- fills a table with the list each time a statement runs (measured, with the two partial indexes
-- of what was not delivered: a report and its delivery took 86 microseconds of processor time,
-- now 72; the last one, of the open states, took 5 of 57). Nor do they parse JSON again that the
-- store itself has just written (7 more).

create table projects (
  key integer primary key,
  name text not null unique,
  settings text not null check (json_valid(settings)),
  created_at integer not null,
  updated_at integer not null
) strict;

create table endpoints (
  key integer primary key,
  project_key integer not null references projects (key),
  -- All that an operator sets, as in EndpointSettings; secrets in it are sealed.
  settings text not null check (json_valid(settings)),
  enabled integer not null check (enabled in (0, 1)),
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  disabled_at integer,
  deleted_at integer,
  created_at integer not null,
  updated_at integer not null,
  revision integer not null check (revision >= 1),
  check (settings ->> 'kind' in ('slack', 'teams', 'email', 'custom', 'builtin-analyzer',
    'builtin-evaluator', 'self-provided-agent')),
  check ((enabled = 1) = (disabled_reason is null)),
  check ((enabled = 1) = (disabled_at is null))
) strict;
create index endpoints_by_project on endpoints (project_key) where deleted_at is null;

-- One row per endpoint, written at most once per commit. `hold_until` is a column of its own
-- because lists decide from it whether a due delivery is shown as held.
create table endpoint_health (
  endpoint_key integer primary key references endpoints (key),
  hold_until integer,
  health text not null check (json_valid(health))
) strict;

-- How many open deliveries an endpoint has: counting a backlog of a million rows for every look
-- at the dashboard would be dear. Written at most once per endpoint and commit.
create table endpoint_backlogs (
  endpoint_key integer primary key,
  project_key integer not null,
  open_deliveries integer not null check (open_deliveries >= 0)
) strict;
create index endpoint_backlogs_by_project on endpoint_backlogs (project_key);

create table calls (
  key integer primary key,
  project_key integer not null,
  -- First 64 bits of SHA-256 of call_id. The caller's ids are random, and a text index over random
  -- ids makes every insert touch a random wide page of a big history (measured: 118,000 rows/s fall
  -- to 25,000). Eight bytes keep the index a quarter as large; the full id is compared on each hit.
  call_id_hash integer not null,
  call_id text not null,
  direction text not null check (direction in ('OUTBOUND', 'INBOUND')),
  status text,
  call_sid text not null,
  client_id text not null,
  was_in_progress integer not null check (was_in_progress in (0, 1)),
  first_report_at integer not null,
  last_report_at integer not null,
  ended_at integer,
  reports integer not null check (reports >= 1),
  -- Last sequence of each of the call's lanes: {"<endpoint key>": <sequence>}.
  lanes text not null,
  -- What the stale sweep looks for; null when the call has ended.
  stale_class text check (stale_class = 'ACCEPTING' or stale_class = 'CALLING' or
    stale_class = 'CLOSING' or stale_class = 'INTERNAL')
) strict;
create index calls_by_hash on calls (project_key, call_id_hash);
create index calls_by_time on calls (project_key, first_report_at);
create index calls_stale on calls (project_key, direction, stale_class, last_report_at)
  where stale_class is not null;

-- The timeline of a call.
create table reports (
  call_key integer not null,
  number integer not null check (number >= 1),
  received_at integer not null,
  occurred_at integer,
  source text not null,
  report_id text,
  -- First 64 bits of SHA-256 of report_id: de-duplicates within the call for 7 days.
  report_id_hash integer,
  fingerprint text,
  status text,
  errors text,
  applied integer not null check (applied in (0, 1)),
  reason text check (reason = 'STALE' or reason = 'DUPLICATE' or reason = 'TERMINAL' or
    reason = 'NOT_ALLOWED'),
  -- The answer given, kept only for reports with an id, which may be repeated.
  answer text,
  check ((report_id is null) = (report_id_hash is null)),
  check ((report_id is null) = (answer is null)),
  check ((report_id is null) = (fingerprint is null)),
  primary key (call_key, number)
) strict, without rowid;
create index reports_by_id on reports (call_key, report_id_hash) where report_id_hash is not null;

-- A trigger that fired, rendered once for all endpoints and attempts.
create table firings (
  key integer primary key,
  call_key integer not null,
  report_number integer not null,
  trigger text not null,
  fired_at integer not null,
  text text not null,
  data text not null,
  errors text
) strict;
create index firings_by_call on firings (call_key);

-- Open = waiting, due or retrying = not closed. Of a lane (endpoint_key, call_key) the open
-- delivery with the lowest sequence is due or retrying, every other open one is waiting.
create table deliveries (
  key integer primary key,
  project_key integer not null,
  endpoint_key integer not null,
  call_key integer not null,
  firing_key integer not null,
  sequence integer not null check (sequence >= 1),
  trigger text not null,
  content_key text not null,
  state text not null check (state = 'waiting' or state = 'due' or state = 'retrying' or
    state = 'delivered' or state = 'rejected' or state = 'exhausted' or state = 'blocked' or
    state = 'cancelled'),
  due_at integer,
  attempts integer not null default 0 check (attempts >= 0),
  failures integer not null default 0 check (failures >= 0),
  manual integer not null default 0 check (manual in (0, 1)),
  resume_state text check (resume_state = 'delivered' or resume_state = 'rejected' or
    resume_state = 'exhausted' or resume_state = 'blocked' or resume_state = 'cancelled'),
  resume_at integer,
  created_at integer not null,
  last_attempt_at integer,
  last_status integer,
  last_error text,
  closed_at integer,
  -- How long the only attempt took and what was answered, if the first attempt delivered; the rest
  -- of it is in last_attempt_at, last_status and last_error. Null: `attempts` has all attempts.
  sole_ms integer,
  sole_excerpt text,
  check ((state = 'waiting' or state = 'due' or state = 'retrying') = (closed_at is null)),
  check (state not in ('due', 'retrying') or due_at is not null),
  check (closed_at is null or due_at is null),
  check (manual = 1 or (resume_state is null and resume_at is null)),
  check (sole_ms is null or attempts = 1),
  check (sole_excerpt is null or sole_ms is not null)
) strict;
-- The next of a lane; only open rows, so it stays small whatever the history.
create index deliveries_lane on deliveries (endpoint_key, call_key, sequence)
  where closed_at is null;
-- Heads by due time. The last two columns let the wake on recovery and the age of the backlog be
-- read from the index alone.
create index deliveries_heads on deliveries (endpoint_key, due_at, last_attempt_at, created_at)
  where state in ('due', 'retrying');
-- Heads that may go although their endpoint is on hold. First attempts never enter it, so the
-- healthy path pays nothing for it, and thousands of held first attempts need not be passed.
create index deliveries_retries on deliveries (endpoint_key, due_at, last_attempt_at)
  where state = 'retrying' or (state = 'due' and manual = 1);
create index deliveries_by_call on deliveries (call_key, firing_key);
create index deliveries_by_project on deliveries (project_key, created_at);
create index deliveries_by_endpoint on deliveries (endpoint_key, created_at);
-- What was given up: few rows, found without walking the delivered ones. Every statement that
-- writes a delivery tests this condition, so it has no list (see above).
create index deliveries_undelivered on deliveries (project_key, created_at)
  where closed_at is not null and state <> 'delivered';
create index deliveries_undelivered_by_endpoint on deliveries (endpoint_key)
  where closed_at is not null and state <> 'delivered';

-- The attempts that are not in the row of their delivery.
create table attempts (
  delivery_key integer not null,
  number integer not null check (number >= 1),
  started_at integer not null,
  duration_ms integer not null,
  outcome text not null check (outcome = 'delivered' or outcome = 'retryable' or
    outcome = 'rejected' or outcome = 'gone' or outcome = 'blocked'),
  status integer,
  error text,
  excerpt text,
  manual integer not null check (manual in (0, 1)),
  primary key (delivery_key, number)
) strict, without rowid;

create view all_attempts as
  select delivery_key, number, started_at, duration_ms, outcome, status, error, excerpt, manual
  from attempts
  union all
  select key, 1, last_attempt_at, sole_ms, 'delivered', last_status, last_error, sole_excerpt, 0
  from deliveries where sole_ms is not null;

create table api_keys (
  key integer primary key,
  project_key integer not null references projects (key),
  name text not null,
  hash text not null unique,
  hint text not null,
  scopes text not null check (json_valid(scopes)),
  created_at integer not null,
  expires_at integer,
  last_used_at integer,
  revoked_at integer
) strict;
create index api_keys_by_project on api_keys (project_key);

create table signing_keys (
  project_key integer not null references projects (key),
  kid text not null,
  state text not null check (state in ('next', 'active', 'retiring', 'retired', 'revoked')),
  public_key text not null,
  private_key text not null,
  created_at integer not null,
  state_since integer not null,
  state_until integer,
  primary key (project_key, kid)
) strict, without rowid;
create unique index signing_keys_active on signing_keys (project_key) where state = 'active';
create index signing_keys_ageing on signing_keys (state_until) where state_until is not null;

create table sources (
  key integer primary key,
  project_key integer not null references projects (key),
  name text not null,
  adapter text not null,
  secret text not null,
  public_url text,
  created_at integer not null,
  updated_at integer not null
) strict;
create index sources_by_project on sources (project_key);

create table source_requests (
  source_key integer not null references sources (key) on delete cascade,
  number integer not null,
  received_at integer not null,
  result text not null,
  body text not null,
  primary key (source_key, number)
) strict, without rowid;

create table audit (
  key integer primary key,
  project_key integer not null references projects (key),
  at integer not null,
  actor text not null,
  action text not null,
  target text,
  before text check (json_valid(before)),
  after text check (json_valid(after)),
  request_id text
) strict;
create index audit_by_project on audit (project_key);

-- Figures of one minute of one endpoint. latency_NN counts created-to-delivered times up to the
-- NNth bound of LATENCY_BOUNDS_MS; the last column counts what took longer.
create table stats_minutes (
  project_key integer not null,
  endpoint_key integer not null,
  minute_at integer not null check (minute_at % 60000 = 0),
  made integer not null,
  delivered integer not null,
  failed integer not null,
  attempts integer not null,
  latency_00 integer not null,
  latency_01 integer not null,
  latency_02 integer not null,
  latency_03 integer not null,
  latency_04 integer not null,
  latency_05 integer not null,
  latency_06 integer not null,
  latency_07 integer not null,
  latency_08 integer not null,
  latency_09 integer not null,
  latency_10 integer not null,
  latency_11 integer not null,
  latency_12 integer not null,
  latency_13 integer not null,
  latency_14 integer not null,
  latency_15 integer not null,
  primary key (project_key, endpoint_key, minute_at)
) strict, without rowid;

-- Single facts of the store: `epoch` (grows with each owner), `retention` (where its walk stands).
create table meta (
  name text primary key,
  value text not null
) strict, without rowid;
insert into meta (name, value) values ('epoch', '0');
