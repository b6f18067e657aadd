-- breaking: yes (0.1.0 writes figures without naming columns, and there is one more)
--
-- What people said about failures, jobs over many deliveries, which delivery repeats which, and
-- how many were delivered at their first attempt.

alter table stats_minutes add column first_try integer not null default 0;

-- The failures of one class at one endpoint; where somebody said nothing there is no row.
create table issue_marks (
  project_key integer not null references projects (key),
  endpoint_key integer not null references endpoints (key),
  class text not null,
  status text not null check (status in ('open', 'acknowledged', 'muted')),
  note text,
  -- key_... or usr_...
  marked_by text not null,
  marked_at integer not null,
  primary key (project_key, endpoint_key, class)
) strict, without rowid;

create table replays (
  delivery_key integer primary key,
  replay_of integer not null
) strict;
create index replays_of on replays (replay_of);

create table bulk_jobs (
  key integer primary key,
  project_key integer not null references projects (key),
  action text not null check (action in ('retry', 'recover', 'cancel', 'replay')),
  state text not null check (state in ('queued', 'running', 'done', 'aborted')),
  -- As in BulkFilter; null: the deliveries of bulk_ids.
  filter text check (json_valid(filter)),
  -- What was asked for, to be shown again.
  asked text check (json_valid(asked)),
  ids integer,
  matched integer not null check (matched >= 0),
  matched_exact integer not null check (matched_exact in (0, 1)),
  reason text,
  created_by text not null,
  created_at integer not null,
  started_at integer,
  ended_at integer,
  -- Where its walk stands, as in Place.
  place text check (json_valid(place)),
  done integer not null default 0 check (done >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  failed integer not null default 0 check (failed >= 0),
  check ((ended_at is not null) = (state in ('done', 'aborted')))
) strict;
create index bulk_jobs_by_project on bulk_jobs (project_key);
create index bulk_jobs_open on bulk_jobs (project_key) where ended_at is null;

-- The deliveries that a job was given one by one.
create table bulk_ids (
  job_key integer not null,
  number integer not null,
  delivery_key integer not null,
  primary key (job_key, number)
) strict, without rowid;

-- What became of the first ones of a job.
create table bulk_items (
  job_key integer not null,
  number integer not null,
  delivery_key integer not null,
  created_at integer not null,
  result text not null check (result in ('done', 'skipped', 'failed')),
  reason text check (reason in ('NOT_FOUND', 'STATE', 'ENDPOINT_DELETED', 'AGENT')),
  made_key integer,
  made_at integer,
  primary key (job_key, number)
) strict, without rowid;
