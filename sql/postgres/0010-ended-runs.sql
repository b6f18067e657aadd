-- breaking: no (an older version shows the new state and reasons as they are)
--
-- The changes of sql/sqlite/0010-ended-runs.sql; what they mean is said there.

alter table runs drop constraint runs_state_check;
alter table runs add constraint runs_state_check check (state = 'QUEUED'
  or state = 'WAITING_CALL_LOG' or state = 'RUNNING' or state = 'SUCCEEDED' or state = 'FAILED'
  or state = 'CANCELLED');
alter table runs drop constraint runs_check;
alter table runs add constraint runs_check check (
  (state = 'SUCCEEDED' or state = 'FAILED' or state = 'CANCELLED') = (finished_at is not null));

update runs set due_at = created_at, reason = 'LAUNCH_CANCELLED'
  where finished_at is null and state = 'QUEUED' and due_at is null
    and not exists (select 1 from deliveries d where d.key = runs.key and d.state <> 'cancelled')
    and exists (select 1 from calls c where c.key = runs.call_key);
update runs set state = 'CANCELLED', reason = 'LAUNCH_CANCELLED', finished_at = created_at
  where finished_at is null and state = 'QUEUED' and due_at is null
    and not exists (select 1 from deliveries d where d.key = runs.key);
