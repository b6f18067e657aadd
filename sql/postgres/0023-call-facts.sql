-- breaking: no (columns that may be null and a table; older versions write neither)
--
-- What platforms know of a call besides its status; why, says sql/sqlite/0023-call-facts.sql.

alter table calls add column facts text;
alter table reports add column facts text;
alter table firings add column facts text;

create table call_terms (
  project_key bigint not null,
  term text collate "C" not null,
  called_at bigint not null,
  call_key bigint not null,
  primary key (project_key, term, called_at, call_key)
);
create index call_terms_by_call on call_terms (call_key);
