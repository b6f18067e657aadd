-- breaking: no (a column that may be left out, and indexes)
--
-- Which client a kept report names, so that an erasure of the client finds it, and an index by its
-- source, with which it goes.

alter table kept_reports add column client_id text;
update kept_reports set client_id = nullif(said::json -> 'report' ->> 'clientId', '');
create index kept_reports_by_client on kept_reports (project_key, client_id)
  where client_id is not null;
create index kept_reports_by_source on kept_reports (source);
