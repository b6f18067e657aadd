-- breaking: no (an index more; older versions write it without knowing)
--
-- People look for a call by what their own systems call it, also by its beginning: so the two
-- columns are compared byte by byte, whatever the database's collation. Nothing is rewritten.

alter table calls
  alter column call_sid type text collate "C",
  alter column client_id type text collate "C";
create index calls_by_sid on calls (project_key, call_sid) where call_sid <> '';
create index calls_by_client on calls (project_key, client_id) where client_id <> '';
