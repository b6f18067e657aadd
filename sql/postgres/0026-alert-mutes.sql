-- breaking: no (a new table; an older version does not see the mutes that are made from now on)
--
-- A mute is of a trigger and a subject, so it lasts when one alert ends and another one opens. The
-- columns muted_until and muted_by of alerts are not used any more.

create table alert_mutes (
  project_key bigint not null references projects (key),
  trigger text not null,
  -- As in alerts.
  subject text not null,
  until_at bigint not null,
  muted_by text not null,
  primary key (project_key, trigger, subject)
);

insert into alert_mutes (project_key, trigger, subject, until_at, muted_by)
  select project_key, trigger, subject, max(muted_until), max(muted_by) from alerts
  where muted_until is not null group by project_key, trigger, subject;
