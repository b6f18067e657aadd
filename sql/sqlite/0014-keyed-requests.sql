-- breaking: no (a table that older versions do not know; they ignore the header Idempotency-Key)
--
-- POST requests with an Idempotency-Key: who sent it, what was asked, and the answer once there is
-- one.

create table keyed_requests (
  key integer primary key,
  -- The project and the API key or person in it.
  caller text not null,
  -- SHA-256 of the key, and of what was asked with it.
  key_hash text not null,
  fingerprint text not null,
  began_at integer not null,
  -- Sealed; null: it runs, or ended without one.
  answer text,
  unique (caller, key_hash)
) strict;
create index keyed_requests_by_time on keyed_requests (began_at);
