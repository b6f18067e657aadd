-- breaking: no (a column that older versions leave empty)
--
-- Where in a trace a firing stands; why, says sql/sqlite/0022-traces.sql. Without a check, which
-- would read the whole table under its lock; only this service writes it.

alter table firings add column traceparent text;
