-- breaking: no (a column with a default, indexes, one more action; an older version would take a
-- report of a call that was deleted by request as a new call)
--
-- Calls that people delete, one by one or all of a client.

-- 1: a person or a key asked for it, and reports of the call are refused; 0: its retention ended.
alter table removed_calls add column by_request integer not null default 0
  check (by_request in (0, 1));
create index removed_calls_by_request on removed_calls (call_id_hash, project_key)
  where by_request = 1;

-- What the trail says of a call: by its target, and in the words of an entry.
create index audit_by_target on audit (project_key, target) where target is not null;
create index audit_naming on audit (project_key)
  where after like '%"callId":"%' or after like '%lientId":%';

-- A check cannot be altered: the table of 0005 with one more action.
create table bulk_jobs_of_0016 (
  key integer primary key,
  project_key integer not null references projects (key),
  action text not null check (action in ('retry', 'recover', 'cancel', 'replay', 'delete-calls')),
  state text not null check (state in ('queued', 'running', 'done', 'aborted')),
  filter text check (json_valid(filter)),
  asked text check (json_valid(asked)),
  ids integer,
  matched integer not null check (matched >= 0),
  matched_exact integer not null check (matched_exact in (0, 1)),
  reason text,
  created_by text not null,
  created_at integer not null,
  started_at integer,
  ended_at integer,
  place text check (json_valid(place)),
  done integer not null default 0 check (done >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  failed integer not null default 0 check (failed >= 0),
  check ((ended_at is not null) = (state in ('done', 'aborted')))
) strict;
insert into bulk_jobs_of_0016 (key, project_key, action, state, filter, asked, ids, matched,
    matched_exact, reason, created_by, created_at, started_at, ended_at, place, done, skipped,
    failed)
  select key, project_key, action, state, filter, asked, ids, matched, matched_exact, reason,
    created_by, created_at, started_at, ended_at, place, done, skipped, failed
  from bulk_jobs;
drop table bulk_jobs;
alter table bulk_jobs_of_0016 rename to bulk_jobs;
create index bulk_jobs_by_project on bulk_jobs (project_key);
create index bulk_jobs_open on bulk_jobs (project_key) where ended_at is null;
create index bulk_jobs_naming on bulk_jobs (project_key) where asked like '%"callId":"%';
