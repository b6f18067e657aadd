-- breaking: no (tables that older versions do not know; a process of before does not ask for a
-- passkey after the password: add one once every process knows it)
--
-- Passkeys (WebAuthn), several for a person.

create table passkeys (
  key integer primary key,
  user_key integer not null references users (key) on delete cascade,
  -- As the authenticator names it, base64url.
  credential_id text not null unique,
  -- COSE, base64url.
  public_key text not null,
  -- What the authenticator last counted; 0 for ever where it does not count.
  sign_count integer not null check (sign_count >= 0),
  -- How a browser reaches it, with commas between.
  transports text not null,
  name text not null,
  -- 0: after a reset or an invitation it counts only beside the password, until shown beside it.
  signs_in integer not null check (signs_in in (0, 1)),
  created_at integer not null,
  used_at integer
) strict;
create index passkeys_by_user on passkeys (user_key);

-- Challenges that were answered: each counts once. Kept until they would be too old anyway.
create table spent_challenges (
  hash text primary key,
  spent_at integer not null
) strict, without rowid;
create index spent_challenges_by_time on spent_challenges (spent_at);

-- A check cannot be altered: the table of 0003 and 0011 with one more way to sign in.
create table sessions_of_0015 (
  key integer primary key,
  user_key integer not null references users (key) on delete cascade,
  hash text not null unique,
  signed_in_by text not null
    check (signed_in_by in ('setup', 'password', 'invitation', 'oidc', 'passkey')),
  created_at integer not null,
  seen_at integer not null,
  address text not null,
  user_agent text not null,
  -- Null: as the session began.
  authenticated_at integer,
  -- Null: no second factor was shown in this session.
  second_factor_at integer
) strict;
insert into sessions_of_0015 (key, user_key, hash, signed_in_by, created_at, seen_at, address,
    user_agent, authenticated_at, second_factor_at)
  select key, user_key, hash, signed_in_by, created_at, seen_at, address,
    user_agent, authenticated_at, second_factor_at
  from sessions;
drop table sessions;
alter table sessions_of_0015 rename to sessions;
create index sessions_by_user on sessions (user_key);
create index sessions_by_creation on sessions (created_at);
create index sessions_by_use on sessions (seen_at);
