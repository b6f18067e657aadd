-- breaking: no (a table that older versions do not know)
--
-- E-mails that people want for their accounts and that do not count yet: one for a person.

create table email_changes (
  user_key integer primary key references users (key) on delete cascade,
  email text not null,
  -- How it comes to count: a link that is sent there, or the word of an owner.
  way text not null check (way in ('mail', 'owner')),
  -- Of the link's token; an owner needs none.
  hash text unique,
  -- Of the person when they asked; it ends with that.
  standing integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index email_changes_by_end on email_changes (expires_at);
