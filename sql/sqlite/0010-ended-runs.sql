-- breaking: no (an older version shows the new state and reasons as they are)
--
-- A run may end CANCELLED, and every run ends: those whose launch was cancelled by an older version
-- become due.

-- A check cannot be altered: the table of 0002 with one more state.
create table runs_of_0010 (
  key integer primary key,
  project_key integer not null,
  endpoint_key integer not null,
  call_key integer not null,
  call_id_hash integer not null,
  call_id text not null,
  trigger text not null,
  state text not null check (state = 'QUEUED' or state = 'WAITING_CALL_LOG' or
    state = 'RUNNING' or state = 'SUCCEEDED' or state = 'FAILED' or state = 'CANCELLED'),
  claim integer not null default 0 check (claim >= 0),
  deaths integer not null default 0 check (deaths >= 0),
  -- When it is looked at next; null: when its launch is settled or cancelled, or never again.
  due_at integer,
  give_up_at integer,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  reason text,
  check ((state = 'SUCCEEDED' or state = 'FAILED' or state = 'CANCELLED')
    = (finished_at is not null)),
  check (finished_at is null or (due_at is null and give_up_at is null)),
  check (finished_at is not null or state = 'QUEUED' or due_at is not null),
  check (state <> 'SUCCEEDED' or reason is null)
) strict;
insert into runs_of_0010 (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
    state, claim, deaths, due_at, give_up_at, created_at, started_at, finished_at, reason)
  select key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
    state, claim, deaths, due_at, give_up_at, created_at, started_at, finished_at, reason
  from runs;
drop table runs;
alter table runs_of_0010 rename to runs;
create index runs_due on runs (due_at, state) where due_at is not null;
create index runs_by_call on runs (call_id_hash);
create index runs_by_project on runs (project_key, created_at);
create index runs_by_endpoint on runs (endpoint_key, created_at);
create index runs_failed on runs (project_key, created_at) where state = 'FAILED';
create index runs_unfinished on runs (project_key, created_at) where finished_at is null;

update runs set due_at = created_at, reason = 'LAUNCH_CANCELLED'
  where finished_at is null and state = 'QUEUED' and due_at is null
    and not exists (select 1 from deliveries d where d.key = runs.key and d.state <> 'cancelled')
    and exists (select 1 from calls c where c.key = runs.call_key);
-- Nothing can be fired for a call that is gone.
update runs set state = 'CANCELLED', reason = 'LAUNCH_CANCELLED', finished_at = created_at
  where finished_at is null and state = 'QUEUED' and due_at is null
    and not exists (select 1 from deliveries d where d.key = runs.key);
