-- breaking: no (new tables, and a column of audit that older versions leave empty)
--
-- People: who may sign in, where they are signed in, which projects they belong to, who is
-- invited. Tokens are kept as SHA-256, passwords as argon2id; addresses of mail are unique as they
-- are normalised (src/core/person/email.ts).

create table users (
  key integer primary key,
  email text not null unique,
  -- Who says that the address is theirs. Only one that a person gave themselves is never matched
  -- with what an identity provider says.
  email_from text not null check (email_from in ('setup', 'invitation', 'oidc', 'self')),
  name text not null,
  language text,
  -- Null: only the identity provider signs them in.
  password_hash text,
  -- Issuer and subject, once an identity provider has named them.
  oidc_subject text unique,
  created_at integer not null,
  updated_at integer not null
) strict;

create table sessions (
  key integer primary key,
  user_key integer not null references users (key) on delete cascade,
  hash text not null unique,
  signed_in_by text not null check (signed_in_by in ('setup', 'password', 'invitation', 'oidc')),
  created_at integer not null,
  seen_at integer not null,
  address text not null,
  user_agent text not null
) strict;
create index sessions_by_user on sessions (user_key);
create index sessions_by_creation on sessions (created_at);
create index sessions_by_use on sessions (seen_at);

create table memberships (
  project_key integer not null references projects (key),
  user_key integer not null references users (key) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  created_at integer not null,
  primary key (project_key, user_key)
) strict, without rowid;
create index memberships_by_user on memberships (user_key);

create table invitations (
  key integer primary key,
  project_key integer not null references projects (key),
  email text not null,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  hash text not null unique,
  -- usr_...
  invited_by text not null,
  created_at integer not null,
  expires_at integer not null,
  -- A new invitation of the same person takes the place of the former one.
  unique (project_key, email)
) strict;
create index invitations_by_email on invitations (email);
create index invitations_by_end on invitations (expires_at);

-- Each makes the first owner as long as there is nobody.
create table setup_tokens (
  key integer primary key,
  hash text not null unique,
  created_at integer not null
) strict;

-- Tries to sign in that did not succeed, by the hash of whom and where from.
create table sign_in_tries (
  subject text primary key,
  failures integer not null check (failures >= 0),
  failed_at integer not null,
  open_at integer not null
) strict, without rowid;
create index sign_in_tries_by_time on sign_in_tries (failed_at);

-- Where the request came from that made the change.
alter table audit add column address text;
