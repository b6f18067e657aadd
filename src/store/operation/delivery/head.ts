/**
 * Step 7 as rows: reads deliveries that head their lane, with all parts of their body. Only indexes
 * over heads are read, so the cost does not grow with history or backlog.
 */
import type { ClosedState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../../core/id.ts';
import type { PlannedFiring } from '../../../core/intake/plan.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { DispatchStore, Head } from '../../../engine/ports/dispatch-store.ts';
import { all, type Operation, one, query } from '../../statement.ts';

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
}

export const HEAD_COLUMNS = `d.key, d.created_at, d.project_key, d.endpoint_key, d.call_key,
  c.call_id, d.firing_key, f.fired_at, d.trigger, d.sequence, d.state, d.due_at, d.attempts,
  d.failures, d.last_attempt_at, d.manual, d.resume_state, d.resume_at, d.content_key, f.text,
  f.data, f.errors`;
export const HEAD_JOINS =
  'join firings f on f.key = d.firing_key join calls c on c.key = d.call_key';

/** Parameters: endpoint, now, limit. Index deliveries_heads, in its order. */
export const DUE_HEADS = query<HeadRow>(`
  select ${HEAD_COLUMNS} from deliveries d indexed by deliveries_heads ${HEAD_JOINS}
  where d.endpoint_key = ? and d.state in ('due', 'retrying') and d.due_at <= ?
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
  const { endpoint, nowMs, recoveredAtMs, held, limit } = asked;
  const rows = [...(yield* all(held ? DUE_RETRIES : DUE_HEADS, endpoint, nowMs, limit))];
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
    contentKey: row.content_key,
    text: row.text,
    data: row.data,
    errors: row.errors,
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
  | 'contentKey'
>;

/** A head that was never tried: intake knows all its fields and need not read it back. */
export function newHead(
  made: NewHead,
  { firedAtMs, trigger, text, data, errors }: PlannedFiring,
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
  };
}
