-- breaking: no (a table that older versions do not know; they keep no report for later)
--
-- What a platform reported of a call before a report had said the call's direction. The report that
-- begins the call takes them along, in its own transaction; else they are kept for two days.

create table kept_reports (
  key integer primary key,
  project_key integer not null references projects (key),
  -- Of the call's id: there is no call yet.
  call_id_hash integer not null,
  call_id text not null,
  -- Null: a report without an id, which has no repeats.
  report_id text,
  source text not null,
  received_at integer not null,
  -- JSON: the report and its variants.
  said text not null,
  unique (call_id_hash, project_key, call_id, report_id)
) strict;
create index kept_reports_by_time on kept_reports (received_at);
