-- breaking: no (a table that older versions do not know; what they remove they do not remember)
--
-- Which calls retention has removed, so that an old link is told from a wrong one. Without the id:
-- the first 64 bits of its SHA-256, which the call's row had. A row is never changed; who removes
-- a call again adds another one.

create table removed_calls (
  key integer primary key,
  project_key integer not null,
  call_id_hash integer not null,
  removed_at integer not null
) strict;
create index removed_calls_by_hash on removed_calls (project_key, call_id_hash);
