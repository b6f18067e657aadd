-- breaking: no (indexes)
--
-- What a round of alerts reads is found project by project: live alerts, and requests to sources
-- that were signed wrong. A list of alerts has an index for each of its filters; an endpoint of
-- another project is looked for in vain, without reading its alerts.

drop index alerts_live;
create index alerts_live on alerts (project_key, key) where told in ('no', 'opened');
drop index alerts_by_endpoint;
create index alerts_by_endpoint on alerts (project_key, endpoint_key, key)
  where endpoint_key is not null;
create index alerts_by_trigger on alerts (project_key, trigger, key);
create index alerts_by_endpoint_and_trigger on alerts (project_key, endpoint_key, trigger, key)
  where endpoint_key is not null;
create index source_requests_refused on source_requests (source_key, received_at)
  where proven = 0;
