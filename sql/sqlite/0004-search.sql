-- breaking: no (an index more; older versions write it without knowing)
--
-- People look for a call by what their own systems call it. Most ids begin with a time or a
-- number, so rows go to the end of the index; those of chance cost a page each.

create index calls_by_sid on calls (project_key, call_sid) where call_sid <> '';
create index calls_by_client on calls (project_key, client_id) where client_id <> '';
