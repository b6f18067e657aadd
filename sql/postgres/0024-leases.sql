-- breaking: no (a table that older versions do not know)
--
-- Messages of pull endpoints that a consumer has: one per lane, so that no two of one call are out
-- at once. The row is the right to settle: acknowledging, failing or giving back removes it, and so
-- does the end of its time. Its delivery is the head of the lane, as for every endpoint.

create table leases (
  endpoint_key bigint not null,
  call_key bigint not null,
  delivery_key bigint not null,
  -- Random; the consumer settles with it.
  token text not null unique check (length(token) >= 16),
  taken_at bigint not null,
  until_at bigint not null check (until_at > taken_at),
  primary key (endpoint_key, call_key)
);
create index leases_until on leases (until_at);
-- Finds leases that were taken while the clock was ahead.
create index leases_taken on leases (taken_at);
