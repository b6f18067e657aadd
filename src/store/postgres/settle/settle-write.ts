/**
 * Step 9 written in sets: attempts, deliveries, promotions and health of a batch. All statements
 * are pipelined; the caller commits after them. Decides nothing.
 */
import type pg from 'pg';
import type { RunMove } from '../../../acw/run/launch.ts';
import type { EndpointHealth } from '../../../core/delivery/health.ts';
import type { StoredState } from '../../../core/delivery/state.ts';
import type { DeliveryKey, EndpointKey } from '../../../core/id.ts';
import type { HeadState } from '../../../core/lane/lane.ts';
import type { AttemptRecord } from '../../../engine/ports/dispatch-store.ts';
import type { Tried } from '../../operation/delivery/settlement.ts';
import { prepared, run } from '../server/prepared.ts';
import type { DeliveryRow } from './settle-read.ts';

export interface AttemptWrite {
  readonly delivery: DeliveryKey;
  readonly number: number;
  readonly attempt: AttemptRecord;
}

type Kept =
  | 'due_at'
  | 'closed_at'
  | 'failures'
  | 'manual'
  | 'resume_state'
  | 'resume_at'
  | 'sole_ms'
  | 'sole_excerpt';

/** The new state of a delivery. */
export interface DeliveryWrite extends Pick<DeliveryRow, 'key' | Kept> {
  readonly state: StoredState;
  readonly tried: Tried;
}

export interface Promotion extends HeadState {
  readonly key: DeliveryKey;
}

/** The run of a settled launch, which has begun or never will. */
export interface RunWrite extends RunMove {
  readonly launch: DeliveryKey;
}

export interface SettleWrites {
  readonly attempts: readonly AttemptWrite[];
  readonly deliveries: readonly DeliveryWrite[];
  readonly promotions: readonly Promotion[];
  readonly runs: readonly RunWrite[];
  readonly health: ReadonlyMap<EndpointKey, EndpointHealth>;
}

/** Parameters: the columns. */
export const INSERT_ATTEMPTS = prepared(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, status, error,
    excerpt, manual)
  select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]),
    unnest($5::text[]), unnest($6::bigint[]), unnest($7::text[]), unnest($8::text[]),
    unnest($9::smallint[])`);

/** Parameters: the columns, key first. Primary key; the calls are locked. */
export const UPDATE_DELIVERIES = prepared(`
  update deliveries d set attempts = s.attempts, last_attempt_at = s.last_attempt_at,
    last_status = s.last_status, last_error = s.last_error, state = s.state, due_at = s.due_at,
    closed_at = s.closed_at, failures = s.failures, manual = s.manual,
    resume_state = s.resume_state, resume_at = s.resume_at, sole_ms = s.sole_ms,
    sole_excerpt = s.sole_excerpt
  from (
    select unnest($1::bigint[]) as key, unnest($2::bigint[]) as attempts,
      unnest($3::bigint[]) as last_attempt_at, unnest($4::bigint[]) as last_status,
      unnest($5::text[]) as last_error, unnest($6::text[]) as state,
      unnest($7::bigint[]) as due_at, unnest($8::bigint[]) as closed_at,
      unnest($9::bigint[]) as failures, unnest($10::smallint[]) as manual,
      unnest($11::text[]) as resume_state, unnest($12::bigint[]) as resume_at,
      unnest($13::bigint[]) as sole_ms, unnest($14::text[]) as sole_excerpt
  ) as s
  where d.key = s.key`);

/** Parameters: keys, states, due times. Primary key; the calls are locked. */
export const PROMOTE = prepared(`
  update deliveries d set state = s.state, due_at = s.due_at
  from (
    select unnest($1::bigint[]) as key, unnest($2::text[]) as state,
      unnest($3::bigint[]) as due_at
  ) as s
  where d.key = s.key`);

/** Parameters: the columns, key first. Primary key. As `MOVE_LAUNCHED` of SQLite. */
export const MOVE_RUNS = prepared(`
  update runs r set state = s.state, started_at = s.started_at, due_at = s.due_at,
    give_up_at = s.give_up_at, reason = s.reason, claim = r.claim + 1
  from (
    select unnest($1::bigint[]) as key, unnest($2::text[]) as state,
      unnest($3::bigint[]) as started_at, unnest($4::bigint[]) as due_at,
      unnest($5::bigint[]) as give_up_at, unnest($6::text[]) as reason
  ) as s
  where r.key = s.key and r.state = 'QUEUED'`);

/** Parameters: endpoints, rising, until when each is held, health. Primary key. */
export const WRITE_HEALTH = prepared(`
  insert into endpoint_health (endpoint_key, hold_until, health)
  select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::text[])
  on conflict (endpoint_key) do update set hold_until = excluded.hold_until,
    health = excluded.health`);

/** The promises of the statements, in the order of sending. */
export function sendWrites(client: pg.ClientBase, writes: SettleWrites): Promise<unknown>[] {
  return [
    ...sendAttempts(client, writes.attempts),
    ...sendDeliveries(client, writes.deliveries),
    ...sendPromotions(client, writes.promotions),
    ...sendRuns(client, writes.runs),
    ...sendHealth(client, writes.health),
  ];
}

function sendAttempts(client: pg.ClientBase, rows: readonly AttemptWrite[]): Promise<unknown>[] {
  if (rows.length === 0) return [];
  return [
    run(
      client,
      INSERT_ATTEMPTS,
      rows.map(({ delivery }) => delivery),
      rows.map(({ number }) => number),
      rows.map(({ attempt }) => attempt.startedAtMs),
      rows.map(({ attempt }) => attempt.durationMs),
      rows.map(({ attempt }) => attempt.outcome),
      rows.map(({ attempt }) => attempt.status),
      rows.map(({ attempt }) => attempt.error),
      rows.map(({ attempt }) => attempt.excerpt),
      rows.map(({ attempt }) => (attempt.manual ? 1 : 0)),
    ),
  ];
}

function sendDeliveries(client: pg.ClientBase, rows: readonly DeliveryWrite[]): Promise<unknown>[] {
  if (rows.length === 0) return [];
  return [
    run(
      client,
      UPDATE_DELIVERIES,
      rows.map(({ key }) => key),
      rows.map(({ tried }) => tried[0]),
      rows.map(({ tried }) => tried[1]),
      rows.map(({ tried }) => tried[2]),
      rows.map(({ tried }) => tried[3]),
      rows.map(({ state }) => state),
      rows.map((row) => row.due_at),
      rows.map((row) => row.closed_at),
      rows.map(({ failures }) => failures),
      rows.map(({ manual }) => manual),
      rows.map((row) => row.resume_state),
      rows.map((row) => row.resume_at),
      rows.map((row) => row.sole_ms),
      rows.map((row) => row.sole_excerpt),
    ),
  ];
}

function sendPromotions(client: pg.ClientBase, rows: readonly Promotion[]): Promise<unknown>[] {
  if (rows.length === 0) return [];
  return [
    run(
      client,
      PROMOTE,
      rows.map(({ key }) => key),
      rows.map(({ state }) => state),
      rows.map(({ dueAtMs }) => dueAtMs),
    ),
  ];
}

function sendRuns(client: pg.ClientBase, rows: readonly RunWrite[]): Promise<unknown>[] {
  if (rows.length === 0) return [];
  return [
    run(
      client,
      MOVE_RUNS,
      rows.map(({ launch }) => launch),
      rows.map(({ state }) => state),
      rows.map(({ startedAtMs }) => startedAtMs),
      rows.map(({ dueAtMs }) => dueAtMs),
      rows.map(({ giveUpAtMs }) => giveUpAtMs),
      rows.map(({ reason }) => reason),
    ),
  ];
}

function sendHealth(client: pg.ClientBase, health: SettleWrites['health']): Promise<unknown>[] {
  if (health.size === 0) return [];
  const rows = [...health].sort(([one], [other]) => one - other);
  return [
    run(
      client,
      WRITE_HEALTH,
      rows.map(([endpoint]) => endpoint),
      rows.map(([, { holdUntilMs }]) => holdUntilMs),
      rows.map(([, state]) => JSON.stringify(state)),
    ),
  ];
}
