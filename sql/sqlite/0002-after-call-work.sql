-- breaking: no (new tables, and settings that who does not know them leaves out)
--
-- After-call work: runs of agents, their results, call logs, scorecards. What a run shows is in its
-- own row, for it outlives its call and its launch. As in 0001: times are epoch milliseconds, no
-- foreign keys where rows are many, and no lists in the checks of what every launch writes.

-- One execution of an agent. Its key is that of the delivery that launches it.
create table runs (
  key integer primary key,
  project_key integer not null,
  endpoint_key integer not null,
  call_key integer not null,
  -- As in calls; by it the runs of a call are found, when the call is gone too.
  call_id_hash integer not null,
  call_id text not null,
  trigger text not null,
  state text not null check (state = 'QUEUED' or state = 'WAITING_CALL_LOG' or
    state = 'RUNNING' or state = 'SUCCEEDED' or state = 'FAILED'),
  -- Grows with every claim and with every end: who holds an older one can change nothing.
  claim integer not null default 0 check (claim >= 0),
  -- Claims while it was RUNNING.
  deaths integer not null default 0 check (deaths >= 0),
  -- When it is looked at next; null: when its launch is settled, or never again.
  due_at integer,
  give_up_at integer,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  reason text,
  check ((state = 'SUCCEEDED' or state = 'FAILED') = (finished_at is not null)),
  check (finished_at is null or (due_at is null and give_up_at is null)),
  check (finished_at is not null or state = 'QUEUED' or due_at is not null),
  check (state <> 'SUCCEEDED' or reason is null)
) strict;
-- Only open ones that are looked at by time. The state is there for the gauges.
create index runs_due on runs (due_at, state) where due_at is not null;
create index runs_by_call on runs (call_id_hash);
create index runs_by_project on runs (project_key, created_at);
create index runs_by_endpoint on runs (endpoint_key, created_at);
-- What is listed by state and is few among the many that succeeded.
create index runs_failed on runs (project_key, created_at) where state = 'FAILED';
create index runs_unfinished on runs (project_key, created_at) where finished_at is null;

-- Every run that ended has one. `fingerprint`: of what an agent posted; null: the service's own.
create table acw_results (
  key integer primary key,
  run_key integer not null unique,
  project_key integer not null,
  created_at integer not null,
  is_error integer not null check (is_error in (0, 1)),
  engine text,
  fingerprint text,
  errors text not null,
  result text
) strict;

-- The one log of a call, reported or not. `body` null: it was deleted, and the version stays. The
-- text is the last column, so that nothing else is read through its pages.
create table call_logs (
  key integer primary key,
  project_key integer not null,
  call_id_hash integer not null,
  call_id text not null,
  version integer not null check (version >= 1),
  turns integer not null check (turns >= 0),
  bytes integer not null check (bytes >= 0),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  body text,
  check ((body is null) = (deleted_at is not null)),
  check (body is not null or (turns = 0 and bytes = 0))
) strict;
create index call_logs_by_call on call_logs (call_id_hash);

create table scorecards (
  key integer primary key,
  project_key integer not null references projects (key),
  -- The present one.
  revision integer not null check (revision >= 1),
  is_default integer not null check (is_default in (0, 1)),
  created_at integer not null,
  deleted_at integer,
  check (is_default = 0 or deleted_at is null)
) strict;
create index scorecards_by_project on scorecards (project_key) where deleted_at is null;
create unique index scorecards_default on scorecards (project_key) where is_default = 1;

-- Never changed and never removed: an evaluation is read beside the criteria that it used.
create table scorecard_revisions (
  scorecard_key integer not null references scorecards (key),
  revision integer not null check (revision >= 1),
  settings text not null check (json_valid(settings)),
  created_at integer not null,
  primary key (scorecard_key, revision)
) strict, without rowid;

update endpoints set settings = json_set(settings, '$.agent', null)
  where json_type(settings, '$.agent') is null;
update projects set settings = json_set(settings, '$.retention.callLogDays', 90)
  where json_type(settings, '$.retention') is not null
    and json_type(settings, '$.retention.callLogDays') is null;
