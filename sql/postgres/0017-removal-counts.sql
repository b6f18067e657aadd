-- breaking: no (a column that older versions leave empty)
--
-- The column of sql/sqlite/0017-removal-counts.sql.

alter table bulk_jobs add column removed text;
