-- breaking: no (the same columns; what older versions write is allowed as before)
--
-- The list of kinds leaves the schema: the code alone knows it (decision 59), so that another kind
-- needs no migration. SQLite cannot drop a check without a name, so the table is written again. Its
-- keys stay, and what refers to them is checked when this commits.

pragma defer_foreign_keys = on;
create temp table kept_endpoints as select * from endpoints;
drop table endpoints;
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
  check (coalesce(settings ->> 'kind', '') <> ''),
  check ((enabled = 1) = (disabled_reason is null)),
  check ((enabled = 1) = (disabled_at is null))
) strict;
insert into endpoints (key, project_key, settings, enabled, disabled_reason, disabled_at,
  deleted_at, created_at, updated_at, revision)
select key, project_key, settings, enabled, disabled_reason, disabled_at,
  deleted_at, created_at, updated_at, revision
from temp.kept_endpoints;
drop table temp.kept_endpoints;
create index endpoints_by_project on endpoints (project_key) where deleted_at is null;
