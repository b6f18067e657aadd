/**
 * The state of the disk at the end, read row by row: every delivery with its attempts, every run of
 * an agent, and every lane judged by the rule of `src/core/lane/lane.ts`. Must never go through the
 * engine, except for what `explain` says of the rows.
 */

import { type RunReason, type RunState, runId } from '../../src/acw/run/run.ts';
import type { ClosedState, StoredState } from '../../src/core/delivery/state.ts';
import {
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  formatId,
  type ProjectKey,
  type RunKey,
} from '../../src/core/id.ts';
import { type LanePlace, laneFault } from '../../src/core/lane/invariant.ts';
import type { Trigger } from '../../src/core/trigger/trigger.ts';
import { explain } from '../../src/engine/delivery/explain.ts';
import { timeline } from '../../src/store/operation/call/timeline.ts';
import { endpointByKey } from '../../src/store/operation/endpoint/endpoint-row.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import type { RestAttempt, RestCall, RestDelivery, RestRun, RestUntold } from '../history.ts';

interface DeliveryRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly call_id: string;
  readonly firing_key: number;
  readonly fired_at: number;
  readonly sequence: number;
  readonly trigger: Trigger;
  readonly state: StoredState;
  readonly failures: number;
  readonly resume_state: ClosedState | null;
}

interface RunRow {
  readonly key: RunKey;
  readonly endpoint_key: EndpointKey;
  readonly call_id: string;
  readonly state: RunState;
  readonly reason: RunReason | null;
  readonly created_at: number;
}

interface AttemptRow {
  readonly delivery_key: DeliveryKey;
  readonly number: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly outcome: string;
  readonly manual: number;
}

const DELIVERIES = query<DeliveryRow>(`
  select d.key, d.created_at, d.endpoint_key, d.call_key, c.call_id, d.firing_key, f.fired_at,
    d.sequence, d.trigger, d.state, d.failures, d.resume_state
  from deliveries d
  join calls c on c.key = d.call_key
  join firings f on f.key = d.firing_key
  order by d.key`);
const ATTEMPTS = query<AttemptRow>(`
  select delivery_key, number, started_at, duration_ms, outcome, manual
  from all_attempts order by delivery_key, number`);
/** The index deliveries_lane holds open deliveries only. */
const OPEN = query<{ found: number }>(
  'select 1 found from deliveries indexed by deliveries_lane where closed_at is null limit 1',
);

/** A run that is due by time. */
const OPEN_RUN = query<{ found: number }>(
  'select 1 found from runs indexed by runs_due where due_at is not null limit 1',
);
const RUNS = query<RunRow>(`
  select key, endpoint_key, call_id, state, reason, created_at from runs order by key`);
const RESULTS = query<{ key: number; run_key: RunKey; created_at: number }>(
  'select key, run_key, created_at from acw_results order by key',
);

const CALLS = query<{ call_id: string; facts: string | null; project_key: ProjectKey }>(
  'select call_id, facts, project_key from calls order by key',
);
const ENDPOINTS = query<{ key: EndpointKey }>(
  'select key from endpoints where deleted_at is null order by key',
);

export function readCalls(db: Connection): readonly RestCall[] {
  return db.all(CALLS).map(({ call_id: callId, facts }) => ({ callId, facts }));
}

/** What operators are told of every firing that made no delivery for an endpoint. */
export function readUntold(db: Connection): readonly RestUntold[] {
  const endpoints = db.all(ENDPOINTS).flatMap(({ key }) => db.do(endpointByKey(key)) ?? []);
  return db.all(CALLS).flatMap(({ call_id: callId, project_key: projectKey }) => {
    const read = db.do(timeline({ projectKey, callId }));
    if (read === null) return [];
    return endpoints.flatMap((endpoint) =>
      explain(read, endpoint, () => 'due').flatMap(({ trigger, firing, reason }) =>
        firing === null || reason === null
          ? []
          : [{ endpoint: endpoint.key, callId, trigger, reason }],
      ),
    );
  });
}

export function isDrained(db: Connection): boolean {
  return db.one(OPEN) === undefined && db.one(OPEN_RUN) === undefined;
}

export function readRuns(db: Connection): readonly RestRun[] {
  const results = Map.groupBy(db.all(RESULTS), ({ run_key }) => run_key);
  return db.all(RUNS).map((row) => ({
    runId: runId(row.created_at, row.key),
    key: row.key,
    endpoint: row.endpoint_key,
    callId: row.call_id,
    state: row.state,
    reason: row.reason,
    resultIds: (results.get(row.key) ?? []).map((result) =>
      formatId('acwr', result.created_at, result.key),
    ),
  }));
}

export function readRest(db: Connection): {
  readonly deliveries: readonly RestDelivery[];
  readonly laneFaults: readonly string[];
} {
  const attempts = attemptsOf(db);
  const lanes = new Map<string, LanePlace[]>();
  const deliveries = db.all(DELIVERIES).map((row): RestDelivery => {
    const lane = `endpoint ${row.endpoint_key}, ${row.call_id}`;
    const places = lanes.get(lane) ?? [];
    places.push({ sequence: row.sequence, state: row.state });
    lanes.set(lane, places);
    return {
      deliveryId: formatId('dlv', row.created_at, row.key),
      webhookId: formatId('msg', row.fired_at, row.firing_key),
      endpoint: row.endpoint_key,
      callId: row.call_id,
      sequence: row.sequence,
      trigger: row.trigger,
      state: row.state,
      failures: row.failures,
      resumeState: row.resume_state,
      attempts: attempts.get(row.key) ?? [],
    };
  });
  const laneFaults = [...lanes].flatMap(([lane, places]) => {
    const fault = laneFault(places);
    return fault === null ? [] : [`${lane}: ${fault}`];
  });
  return { deliveries, laneFaults };
}

function attemptsOf(db: Connection): ReadonlyMap<DeliveryKey, readonly RestAttempt[]> {
  const found = new Map<DeliveryKey, RestAttempt[]>();
  for (const row of db.all(ATTEMPTS)) {
    const attempts = found.get(row.delivery_key) ?? [];
    attempts.push({
      number: row.number,
      startedAtMs: row.started_at,
      durationMs: row.duration_ms,
      outcome: row.outcome,
      manual: row.manual === 1,
    });
    found.set(row.delivery_key, attempts);
  }
  return found;
}
