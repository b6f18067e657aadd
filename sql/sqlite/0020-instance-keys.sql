-- breaking: no (a table and columns that older versions do not know and leave empty)
--
-- Instance keys, by which a platform makes a project for each of its customers, and the limits of
-- such a project.

create table instance_keys (
  key integer primary key,
  name text not null,
  -- SHA-256 of the key, hex; and its last four characters.
  hash text not null unique,
  hint text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;

-- The reference of the caller that made the project.
alter table projects add column external_id text;
-- The instance key that made it; null: a person or the service did, and no instance key reaches it.
alter table projects add column made_by text;
-- {"endpointsMax", "reportsPerSecond", "callsMax"}, each a number or null; null: no limits.
alter table projects add column limits text check (json_valid(limits));
alter table projects add column suspended_at integer;
-- How many calls it had when they were last counted, which happens only beside a limit.
alter table projects add column calls integer;
alter table projects add column calls_at integer;
create unique index projects_by_external_id on projects (external_id)
  where external_id is not null;
