-- breaking: no (a table that older versions do not know; they take no hints)
--
-- What a platform said of a call before it mattered, such as that a machine had answered. A report
-- of the call asks for it; it is kept for two days.

create table call_hints (
  key integer primary key,
  project_key integer not null references projects (key),
  -- Of the call's id, which need not be that of a call yet.
  call_id_hash integer not null,
  call_id text not null,
  hint text not null,
  received_at integer not null,
  unique (call_id_hash, project_key, call_id, hint)
) strict;
create index call_hints_by_time on call_hints (received_at);
