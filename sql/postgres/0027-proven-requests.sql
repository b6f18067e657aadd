-- breaking: no (columns that older versions leave as they are; what those note counts as unchecked)
--
-- Whether the signature of a request to a source was right (1), wrong (0), or not checked (null),
-- and when the last right one came: it outlasts the requests, of which only the newest are kept.
-- Whose certificate was seen: scheme, host and port as the target has them.

alter table source_requests add column proven bigint check (proven in (0, 1));
alter table sources add column proven_at bigint;
update source_requests set proven = case
  when result like 'refused: the secret of this source does not open%' then null
  when result like 'refused: INVALID_INPUT%' or result not like 'refused: %' then 1
  else 0 end;
update sources set proven_at =
  (select max(r.received_at) from source_requests r
    where r.source_key = sources.key and r.proven = 1);
alter table endpoint_certificates add column origin text;
