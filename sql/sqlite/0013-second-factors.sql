-- breaking: no (tables that older versions do not know; a process of before does not ask for a
-- second factor: set one up once every process knows it)
--
-- Second factors of people.

-- The secret of an authenticator app (TOTP, RFC 6238), one for a person.
create table authenticators (
  user_key integer primary key references users (key) on delete cascade,
  -- Sealed.
  secret text not null,
  created_at integer not null,
  -- Null until a first code was right: it is asked for from then on.
  confirmed_at integer,
  -- The step of time of the last code that counted: a code counts once.
  last_step integer not null
) strict;

-- Each works once. Kept as SHA-256 of what holds 80 random bits.
create table recovery_codes (
  user_key integer not null references users (key) on delete cascade,
  hash text not null,
  primary key (user_key, hash)
) strict, without rowid;
