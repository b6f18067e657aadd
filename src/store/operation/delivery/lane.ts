/**
 * Lanes in rows: a delivery joins one (step 6), the dispatcher reads the heads with all parts of
 * their body (step 7), and a settlement makes the next delivery the head (step 9). Keeps the
 * invariant of `core/lane/lane.ts`: the open delivery with the lowest sequence is `due` or
 * `retrying`, every other open one `waiting`. Every operation that opens or closes deliveries ends
 * with a promotion in the same transaction. Changes by hand concern many lanes at once, with as
 * many statements as for one.
 */
import type { ClosedState, OpenState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../../core/id.ts';
import type { PlannedFiring } from '../../../core/intake/plan.ts';
import { headState } from '../../../core/lane/lane.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { DispatchStore, Head } from '../../../engine/ports/dispatch-store.ts';
import { all, change, LISTED, listOf, type Operation, one, query } from '../../statement.ts';

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

/** A place in a lane, which its endpoint and call name. */
export interface Placed {
  readonly key: DeliveryKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly sequence: number;
}

/**
 * Parameters: deliveries, open or closed. The heads of their lanes: by primary key, then one seek
 * of deliveries_lane each. A caller that changes lanes has locked the calls.
 */
export const LANE_HEADS = query<LaneHead & Placed>(`
  select h.key, h.endpoint_key, h.call_key, h.sequence, h.state, h.failures, h.due_at
  from deliveries t join deliveries h on h.key = (
    select d.key from deliveries d indexed by deliveries_lane
    where d.endpoint_key = t.endpoint_key and d.call_key = t.call_key and d.closed_at is null
    order by d.sequence limit 1)
  where t.key in ${LISTED}`);

/** Parameters: now, deliveries. Primary key; the calls are locked. */
export const MAKE_DUE = query(`
  update deliveries set state = 'due', due_at = ? where key in ${LISTED}`);

/** Parameters: deliveries. Primary key; the calls are locked. They keep their due time. */
export const MAKE_RETRYING = query(`
  update deliveries set state = 'retrying' where key in ${LISTED}`);

/** Parameters: heads. Primary key; the calls are locked. Only a retry keeps its due time. */
export const STEP_BACK = query(`
  update deliveries set state = 'waiting',
    due_at = case when state = 'retrying' then due_at else null end
  where key in ${LISTED}`);

/** The heads of the lanes of these deliveries, by `laneOf`. */
export function* headsOf(
  placed: readonly Placed[],
): Operation<ReadonlyMap<string, LaneHead & Placed>> {
  const heads = yield* all(LANE_HEADS, listOf(placed));
  return new Map(heads.map((head) => [laneOf(head), head]));
}

/** Makes the lowest open delivery of each lane its head unless it is one already. */
export function* promote(placed: readonly Placed[], nowMs: number): Operation<void> {
  if (placed.length === 0) return;
  const heads = [...(yield* headsOf(lowestOfLanes(placed))).values()];
  const next = heads.filter(({ state }) => state === 'waiting');
  const isRetry = (head: LaneHead): boolean =>
    headState(head.failures, head.due_at, nowMs).state === 'retrying';
  const retrying = next.filter(isRetry);
  const due = next.filter((head) => !isRetry(head));
  if (due.length > 0) yield* change(MAKE_DUE, nowMs, listOf(due));
  if (retrying.length > 0) yield* change(MAKE_RETRYING, listOf(retrying));
}

/** Puts heads back to waiting, because an older delivery is open again. */
export function* stepBack(heads: readonly Placed[]): Operation<void> {
  if (heads.length > 0) yield* change(STEP_BACK, listOf(heads));
}

/** The first one of each lane. */
export function lowestOfLanes<Row extends Placed>(placed: readonly Row[]): readonly Row[] {
  const lowest = new Map<string, Row>();
  for (const row of placed) {
    const present = lowest.get(laneOf(row));
    if (present === undefined || row.sequence < present.sequence) lowest.set(laneOf(row), row);
  }
  return [...lowest.values()];
}

export function laneOf({ endpoint_key, call_key }: Placed): string {
  return `${endpoint_key}/${call_key}`;
}

export type ReadyHeadsQuery = Parameters<DispatchStore['readyHeads']>[0];
export type ReadyHeads = Awaited<ReturnType<DispatchStore['readyHeads']>>;

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

/** Parameters: endpoint, from, now, limit. Index deliveries_heads, in its order. */
export const DUE_HEADS = query<HeadRow>(`
  select ${HEAD_COLUMNS} from deliveries d indexed by deliveries_heads ${HEAD_JOINS}
  where d.endpoint_key = ? and d.state in ('due', 'retrying') and d.due_at between ? and ?
  order by d.due_at limit ?`);

/**
 * Parameters: endpoint, now, limit. Index deliveries_retries: it skips no first attempts, as it has
 * none.
 */
export const DUE_RETRIES = query<HeadRow>(`
  select ${HEAD_COLUMNS} from deliveries d indexed by deliveries_retries ${HEAD_JOINS}
  where d.endpoint_key = ? and (d.state = 'retrying' or (d.state = 'due' and d.manual = 1))
    and d.due_at <= ?
  order by d.due_at limit ?`);

/**
 * Parameters: endpoint, now, recovered at, limit. Retries due later that were last tried before the
 * recovery.
 */
export const RECOVERED_RETRIES = query<HeadRow>(`
  select ${HEAD_COLUMNS} from deliveries d indexed by deliveries_retries ${HEAD_JOINS}
  where d.endpoint_key = ? and (d.state = 'retrying' or (d.state = 'due' and d.manual = 1))
    and d.due_at > ? and d.last_attempt_at < ?
  order by d.due_at limit ?`);

/**
 * Parameters: endpoint, now, recovered at or null. The earliest head that is due later, from the
 * index.
 */
export const NEXT_HEAD = query<{ due_at: number }>(`
  select due_at from deliveries indexed by deliveries_heads
  where endpoint_key = ?1 and state in ('due', 'retrying') and due_at > ?2
    and (cast(?3 as integer) is null or last_attempt_at is null or last_attempt_at >= ?3)
  order by due_at limit 1`);

export const NEXT_RETRY = query<{ due_at: number }>(`
  select due_at from deliveries indexed by deliveries_retries
  where endpoint_key = ?1 and (state = 'retrying' or (state = 'due' and manual = 1))
    and due_at > ?2
    and (cast(?3 as integer) is null or last_attempt_at is null or last_attempt_at >= ?3)
  order by due_at limit 1`);

export function* readyHeads(asked: ReadyHeadsQuery): Operation<ReadyHeads> {
  const { endpoint, fromDueMs = 0, nowMs, recoveredAtMs, held, limit } = asked;
  const rows = held
    ? [...(yield* all(DUE_RETRIES, endpoint, nowMs, limit))]
    : [...(yield* all(DUE_HEADS, endpoint, fromDueMs, nowMs, limit))];
  if (recoveredAtMs !== null && rows.length < limit) {
    const left = limit - rows.length;
    rows.push(...(yield* all(RECOVERED_RETRIES, endpoint, nowMs, recoveredAtMs, left)));
  }
  const next = yield* one(held ? NEXT_RETRY : NEXT_HEAD, endpoint, nowMs, recoveredAtMs);
  return { heads: rows.map(toHead), nextDueAtMs: next?.due_at ?? null };
}

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
