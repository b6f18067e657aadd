-- breaking: no (new tables; an older version neither opens nor tells alerts)
--
-- Alerts of the service about itself, the notices by which people were told, maintenance windows,
-- and what the conditions need besides what is stored already.

-- Which process looks for alerts and sends notices; the embedded store has only one.
create table alert_turn (
  name text primary key check (name = 'alerts'),
  holder text not null,
  until_at integer not null
) strict, without rowid;

create table alerts (
  key integer primary key,
  project_key integer not null references projects (key),
  trigger text not null,
  -- ep_... or src_...; empty: the project or the service.
  subject text not null,
  name text not null,
  endpoint_key integer,
  since_at integer not null,
  value integer not null,
  waiting integer not null,
  opened_at integer not null,
  clear_since integer,
  recovered_at integer,
  told text not null check (told in ('no', 'opened', 'recovered', 'never')),
  acknowledged_by text,
  acknowledged_at integer,
  note text,
  muted_until integer,
  muted_by text,
  check ((acknowledged_by is null) = (acknowledged_at is null)),
  check ((muted_by is null) = (muted_until is null)),
  check (recovered_at is not null or told in ('no', 'opened'))
) strict;
create unique index alerts_open on alerts (project_key, trigger, subject)
  where recovered_at is null;
-- Those that are open, or whose end has yet to be told.
create index alerts_live on alerts (key) where told in ('no', 'opened');
create index alerts_by_project on alerts (project_key, key);
create index alerts_by_endpoint on alerts (endpoint_key, key) where endpoint_key is not null;

-- One message to one receiver; the due ones of a lane go one after the other.
create table alert_notices (
  key integer primary key,
  project_key integer not null references projects (key),
  -- `endpoint 12` or `user 7`.
  lane text not null,
  endpoint_key integer,
  user_key integer,
  sequence integer not null check (sequence >= 1),
  trigger text not null,
  edge text not null check (edge in ('opened', 'recovered')),
  fired_at integer not null,
  text text not null,
  data text not null,
  state text not null check (state in ('due', 'sent', 'failed', 'dropped')),
  due_at integer,
  claimed_until integer not null,
  attempts integer not null check (attempts >= 0),
  last_attempt_at integer,
  last_status integer,
  last_error text,
  closed_at integer,
  check ((endpoint_key is null) <> (user_key is null)),
  check ((state = 'due') = (due_at is not null)),
  check ((state = 'due') = (closed_at is null))
) strict;
create index alert_notices_due on alert_notices (project_key, lane, key) where state = 'due';

-- The last sequence of each lane.
create table alert_lanes (
  project_key integer not null,
  lane text not null,
  sequence integer not null,
  primary key (project_key, lane)
) strict, without rowid;

-- Which alerts a notice tells.
create table told_alerts (
  alert_key integer not null,
  notice_key integer not null,
  primary key (alert_key, notice_key)
) strict, without rowid;
create index told_alerts_by_notice on told_alerts (notice_key);

create table alert_windows (
  key integer primary key,
  project_key integer not null references projects (key),
  from_at integer not null,
  until_at integer not null,
  -- A list; empty: all triggers.
  triggers text not null check (json_valid(triggers)),
  note text,
  created_by text not null,
  created_at integer not null,
  check (until_at > from_at)
) strict;
create index alert_windows_by_project on alert_windows (project_key, until_at);

create table endpoint_certificates (
  endpoint_key integer primary key,
  checked_at integer not null,
  -- Null: none was seen.
  ends_at integer
) strict;

-- When a round of retention last came to its end.
insert into meta (name, value)
  values ('retention-ended', cast(cast(unixepoch('subsec') * 1000 as integer) as text));
