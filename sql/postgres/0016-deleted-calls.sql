-- breaking: no (a column with a default, indexes, one more action; an older version would take a
-- report of a call that was deleted by request as a new call)
--
-- The changes of sql/sqlite/0016-deleted-calls.sql; what they mean is said there.

alter table removed_calls add column by_request smallint not null default 0
  check (by_request in (0, 1));
create index removed_calls_by_request on removed_calls (call_id_hash, project_key)
  where by_request = 1;

create index audit_by_target on audit (project_key, target) where target is not null;
create index audit_naming on audit (project_key)
  where after like '%"callId":"%' or after like '%lientId":%';

alter table bulk_jobs drop constraint bulk_jobs_action_check;
alter table bulk_jobs add constraint bulk_jobs_action_check
  check (action in ('retry', 'recover', 'cancel', 'replay', 'delete-calls'));
create index bulk_jobs_naming on bulk_jobs (project_key) where asked like '%"callId":"%';
