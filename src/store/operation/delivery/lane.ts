/**
 * Lanes in rows: a delivery joins one (step 6), its head has all parts of its body (step 7), and a
 * settlement makes the next delivery the head (step 9). Keeps the invariant of
 * `core/lane/lane.ts`: the open delivery with the lowest sequence is `due` or `retrying`, every
 * other open one `waiting`. Every operation that opens or closes deliveries ends with a promotion
 * in the same transaction.
 */
import type { ClosedState, OpenState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../../core/id.ts';
import type { PlannedFiring } from '../../../core/intake/plan.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { Head } from '../../../engine/ports/dispatch-store.ts';
import { type Operation, one, query } from '../../statement.ts';

/** Parameters: the columns. */
export const INSERT_FIRING = query(`
  insert into firings (call_key, report_number, trigger, fired_at, text, data, errors, traceparent,
    facts)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: the columns. */
export const INSERT_DELIVERY = query(`
  insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
    content_key, state, due_at, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/**
 * Parameters: the columns; the key is that of the delivery. A delivery that launches an agent
 * begins a run (`acw/run/run.ts`), which is QUEUED until that delivery is settled.
 */
export const INSERT_RUN = query(`
  insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger, state,
    created_at) values (?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?)`);

export interface LaneHead {
  readonly key: DeliveryKey;
  readonly sequence: number;
  readonly state: OpenState;
  readonly failures: number;
  readonly due_at: number | null;
}

/**
 * Parameters: endpoint, call. One seek of deliveries_lane. A caller that changes lanes has locked
 * the call.
 */
export const LANE_HEAD = query<LaneHead>(`
  select key, sequence, state, failures, due_at from deliveries indexed by deliveries_lane
  where endpoint_key = ? and call_key = ? and closed_at is null
  order by sequence limit 1`);

/** Parameters: state, due time, delivery. Primary key. */
export const MAKE_HEAD = query('update deliveries set state = ?, due_at = ? where key = ?');

export interface HeadRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly call_id: string;
  readonly firing_key: FiringKey;
  readonly fired_at: number;
  readonly trigger: Trigger;
  readonly sequence: number;
  readonly state: 'due' | 'retrying';
  readonly due_at: number;
  readonly attempts: number;
  readonly failures: number;
  readonly last_attempt_at: number | null;
  readonly manual: number;
  readonly resume_state: ClosedState | null;
  readonly resume_at: number | null;
  readonly content_key: string;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly traceparent: string | null;
  readonly facts: string | null;
}

export const HEAD_COLUMNS = `d.key, d.created_at, d.project_key, d.endpoint_key, d.call_key,
  c.call_id, d.firing_key, f.fired_at, d.trigger, d.sequence, d.state, d.due_at, d.attempts,
  d.failures, d.last_attempt_at, d.manual, d.resume_state, d.resume_at, d.content_key, f.text,
  f.data, f.errors, f.traceparent, f.facts`;
export const HEAD_JOINS =
  'join firings f on f.key = d.firing_key join calls c on c.key = d.call_key';

/** Parameters: delivery. Primary keys. */
export const HEAD_BY_KEY = query<HeadRow>(`
  select ${HEAD_COLUMNS} from deliveries d ${HEAD_JOINS}
  where d.key = ? and d.state in ('due', 'retrying')`);

export function* headByKey(key: DeliveryKey): Operation<Head | null> {
  const row = yield* one(HEAD_BY_KEY, key);
  return row === undefined ? null : toHead(row);
}

export function toHead(row: HeadRow): Head {
  return {
    delivery: row.key,
    createdAtMs: row.created_at,
    projectKey: row.project_key,
    endpoint: row.endpoint_key,
    call: row.call_key,
    callId: row.call_id,
    firing: row.firing_key,
    firedAtMs: row.fired_at,
    trigger: row.trigger,
    sequence: row.sequence,
    state: row.state,
    dueAtMs: row.due_at,
    attempts: row.attempts,
    failures: row.failures,
    lastAttemptAtMs: row.last_attempt_at,
    manual: row.manual === 1,
    resumeState: row.resume_state,
    resumeAtMs: row.resume_at,
    bodyForm: row.content_key,
    text: row.text,
    data: row.data,
    errors: row.errors,
    traceparent: row.traceparent,
    facts: row.facts,
  };
}

/** The fields of a new delivery at the head of an empty lane that its firing does not have. */
export type NewHead = Pick<
  Head,
  | 'delivery'
  | 'createdAtMs'
  | 'projectKey'
  | 'endpoint'
  | 'call'
  | 'callId'
  | 'firing'
  | 'sequence'
  | 'dueAtMs'
  | 'bodyForm'
  | 'traceparent'
>;

/** A head that was never tried: intake knows all its fields and need not read it back. */
export function newHead(
  made: NewHead,
  { firedAtMs, trigger, text, data, errors, facts }: PlannedFiring,
): Head {
  return {
    ...made,
    firedAtMs,
    trigger,
    state: 'due',
    attempts: 0,
    failures: 0,
    lastAttemptAtMs: null,
    manual: false,
    resumeState: null,
    resumeAtMs: null,
    text,
    data,
    errors,
    facts,
  };
}
