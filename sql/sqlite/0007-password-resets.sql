-- breaking: no (a table that older versions do not know)
--
-- Links by which somebody chooses a new password: one of each kind for a person.

create table password_resets (
  key integer primary key,
  user_key integer not null references users (key) on delete cascade,
  -- Who made it: another member, a mail that was asked for, whoever runs commands on the host.
  way text not null check (way in ('member', 'mail', 'host')),
  hash text not null unique,
  created_at integer not null,
  expires_at integer not null,
  unique (user_key, way)
) strict;
create index password_resets_by_end on password_resets (expires_at);
