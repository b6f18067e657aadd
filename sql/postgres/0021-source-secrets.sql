-- breaking: no (columns that older versions leave as they are; they know one secret only)
--
-- A source's former secret, which counts until a time while the platform changes to the present
-- one; and what an adapter needs to know besides, as JSON.

alter table sources add column previous_secret text;
alter table sources add column previous_until bigint;
alter table sources add column settings text;
