-- breaking: no (new tables; what an older version did meanwhile is missing in trends)
--
-- The tables of sql/sqlite/0006-trends.sql, column for column; what they mean is said there.

create table backlog_minutes (
  project_key bigint not null,
  minute_at bigint not null check (minute_at % 60000 = 0),
  open_deliveries bigint not null check (open_deliveries >= 0),
  oldest_age_ms bigint check (oldest_age_ms >= 0),
  primary key (project_key, minute_at)
);

create table evaluations (
  run_key bigint primary key,
  project_key bigint not null,
  endpoint_key bigint not null,
  ended_at bigint not null,
  scorecard text not null,
  revision bigint not null,
  percentage double precision,
  passed smallint check (passed in (0, 1))
);
create index evaluations_by_project on evaluations (project_key, ended_at);
create index evaluations_by_endpoint on evaluations (endpoint_key, ended_at);

create table evaluation_criteria (
  run_key bigint not null,
  criterion text not null,
  result text not null check (result in ('PASS', 'FAIL', 'UNKNOWN')),
  primary key (run_key, criterion)
);
