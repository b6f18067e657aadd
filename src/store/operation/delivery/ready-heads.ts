/**
 * Step 7: which heads of an endpoint may be sent, with all parts of their bodies. The dispatcher
 * reads them after a start, for a backlog and when retries fall due; what a commit has just made a
 * head it is offered without a read.
 */
import type { DispatchStore } from '../../../engine/ports/dispatch-store.ts';
import { all, type Operation, one, query } from '../../statement.ts';
import { HEAD_COLUMNS, HEAD_JOINS, type HeadRow, toHead } from './lane.ts';

type ReadyHeadsQuery = Parameters<DispatchStore['readyHeads']>[0];
export type ReadyHeads = Awaited<ReturnType<DispatchStore['readyHeads']>>;

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
