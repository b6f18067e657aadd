-- breaking: no (columns that may be null and a table; older versions write neither)
--
-- What platforms know of a call besides its status, as JSON text (src/core/call/facts.ts): of the
-- call all that is known, of a report what it said, of a firing what was known then. Null: nothing.

alter table calls add column facts text;
alter table reports add column facts text;
alter table firings add column facts text;

-- Numbers and tags by which people look for calls. Rows exist only for calls that have some, and
-- stand in the order of lists: the page of a frequent tag is one range, backwards.
create table call_terms (
  project_key integer not null,
  term text not null,
  -- first_report_at of the call, which never changes.
  called_at integer not null,
  call_key integer not null,
  primary key (project_key, term, called_at, call_key)
) strict, without rowid;
create index call_terms_by_call on call_terms (call_key);
