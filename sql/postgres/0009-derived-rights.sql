-- breaking: no (columns with defaults; what an older version makes beside this one counts as ended)
--
-- The columns of sql/sqlite/0009-derived-rights.sql; what they mean is said there.

-- Grows with everything that ends links of a person: role, membership, password, e-mail, identity.
alter table users add column standing bigint not null default 0;

-- The member who made the link, the project they made it in, and what the person's standing was.
-- An older version writes none of it, and such a link is refused.
alter table password_resets add column made_by text;
alter table password_resets add column project_key bigint;
alter table password_resets add column standing bigint not null default -1;
create index password_resets_by_maker on password_resets (made_by);

-- usr_..., key_... or system; null: made by a version that did not keep it, and not known.
alter table api_keys add column made_by text;
-- Known where the trail has one entry of that moment.
update api_keys set made_by = (
  select min(a.actor) from audit a
  where a.project_key = api_keys.project_key and a.action = 'api-key.created'
    and a.at = api_keys.created_at
  having count(*) = 1
);
