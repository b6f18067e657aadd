-- breaking: no (new tables; what an older version did meanwhile is missing in trends)
--
-- What trends are drawn from: the backlog as it was seen once a minute, and the marks of each
-- evaluation, so that no result has to be read again for them.

-- Of the minutes in which nobody looked there is no row: what was not seen is not told.
create table backlog_minutes (
  project_key integer not null,
  minute_at integer not null check (minute_at % 60000 = 0),
  open_deliveries integer not null check (open_deliveries >= 0),
  -- How old the oldest open delivery was; null: none was open.
  oldest_age_ms integer check (oldest_age_ms >= 0),
  primary key (project_key, minute_at)
) strict, without rowid;

-- What a built-in evaluator gave in a run; goes with the run. `percentage` and `passed` null:
-- nothing was possible.
create table evaluations (
  run_key integer primary key,
  project_key integer not null,
  endpoint_key integer not null,
  ended_at integer not null,
  -- sc_...
  scorecard text not null,
  revision integer not null,
  percentage real,
  passed integer check (passed in (0, 1))
) strict;
create index evaluations_by_project on evaluations (project_key, ended_at);
create index evaluations_by_endpoint on evaluations (endpoint_key, ended_at);

-- Of each that was judged or stayed unknown; what was not applicable is left out.
create table evaluation_criteria (
  run_key integer not null,
  criterion text not null,
  result text not null check (result in ('PASS', 'FAIL', 'UNKNOWN')),
  primary key (run_key, criterion)
) strict, without rowid;
