/**
 * Adds figures and backlogs of one transaction to the rows of this process's stripe, in one round
 * trip just before the commit: all its transactions share these rows, so their locks are held only
 * for the commit. In key order, so that two transactions never deadlock.
 */
import type pg from 'pg';
import { LATENCY_BUCKETS } from '../../core/delivery/latency.ts';
import type { StatsBuffer } from '../operation/stats-buffer.ts';
import { prepared, run } from './server/prepared.ts';

/** Parameters: stripe; the columns of the minutes; the columns of the backlogs. Primary keys. */
const ADD = prepared(`
  with backlog as (
    insert into endpoint_backlogs as b (stripe, endpoint_key, project_key, open_deliveries)
    select $1::smallint, * from unnest($26::bigint[], $27::bigint[], $28::bigint[])
    on conflict (endpoint_key, stripe) do update set
      open_deliveries = b.open_deliveries + excluded.open_deliveries
  )
  insert into stats_minutes as s (stripe, project_key, endpoint_key, minute_at, made, delivered,
    failed, attempts, first_try, latency_00, latency_01, latency_02, latency_03, latency_04,
    latency_05, latency_06, latency_07, latency_08, latency_09, latency_10, latency_11, latency_12,
    latency_13, latency_14, latency_15)
    select $1::smallint, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
    $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
    $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
    $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[],
    $24::bigint[], $25::bigint[])
  on conflict (project_key, endpoint_key, minute_at, stripe) do update set
    made = s.made + excluded.made, delivered = s.delivered + excluded.delivered,
    failed = s.failed + excluded.failed, attempts = s.attempts + excluded.attempts,
    first_try = s.first_try + excluded.first_try,
    latency_00 = s.latency_00 + excluded.latency_00,
    latency_01 = s.latency_01 + excluded.latency_01,
    latency_02 = s.latency_02 + excluded.latency_02,
    latency_03 = s.latency_03 + excluded.latency_03,
    latency_04 = s.latency_04 + excluded.latency_04,
    latency_05 = s.latency_05 + excluded.latency_05,
    latency_06 = s.latency_06 + excluded.latency_06,
    latency_07 = s.latency_07 + excluded.latency_07,
    latency_08 = s.latency_08 + excluded.latency_08,
    latency_09 = s.latency_09 + excluded.latency_09,
    latency_10 = s.latency_10 + excluded.latency_10,
    latency_11 = s.latency_11 + excluded.latency_11,
    latency_12 = s.latency_12 + excluded.latency_12,
    latency_13 = s.latency_13 + excluded.latency_13,
    latency_14 = s.latency_14 + excluded.latency_14,
    latency_15 = s.latency_15 + excluded.latency_15`);

/** One round trip, none if there is nothing to add. Empties the buffer. */
export async function addCounters(
  client: pg.ClientBase,
  stats: StatsBuffer,
  stripe: number,
): Promise<void> {
  const minutes = [...stats.minutes.values()].sort(
    (one, other) =>
      one.projectKey - other.projectKey ||
      one.endpoint - other.endpoint ||
      one.minuteAtMs - other.minuteAtMs,
  );
  const backlogs = [...stats.backlogs]
    .filter(([, { change }]) => change !== 0)
    .sort(([one], [other]) => one - other);
  stats.clear();
  if (minutes.length === 0 && backlogs.length === 0) return;
  const latency = Array.from({ length: LATENCY_BUCKETS }, (_, bucket) =>
    minutes.map((figures) => figures.latency[bucket] ?? 0),
  );
  await run(
    client,
    ADD,
    stripe,
    minutes.map(({ projectKey }) => projectKey),
    minutes.map(({ endpoint }) => endpoint),
    minutes.map(({ minuteAtMs }) => minuteAtMs),
    minutes.map(({ made }) => made),
    minutes.map(({ delivered }) => delivered),
    minutes.map(({ failed }) => failed),
    minutes.map(({ attempts }) => attempts),
    minutes.map(({ firstTry }) => firstTry),
    ...latency,
    backlogs.map(([endpoint]) => endpoint),
    backlogs.map(([, { projectKey }]) => projectKey),
    backlogs.map(([, { change }]) => change),
  );
}
