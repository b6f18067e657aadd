-- breaking: no (a column that older versions leave empty)
--
-- What a job that deletes calls has removed, by kind: the receipt of an erasure.

alter table bulk_jobs add column removed text check (json_valid(removed));
