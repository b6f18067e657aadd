-- breaking: no (columns that older versions leave empty)
--
-- When the person of a session last showed who they are, and by what.

-- Null: as the session began.
alter table sessions add column authenticated_at bigint;
-- Null: no second factor was shown in this session.
alter table sessions add column second_factor_at bigint;
