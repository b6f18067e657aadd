/**
 * Repairs heads that were written while the wall clock was ahead (step 7): a head that is due at
 * once must not wait until the clock reaches its time, and a retry waits its delay from now.
 */

import type { CallKey, DeliveryKey, EndpointKey } from '../../../core/id.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';
import { lockCalls } from '../row-lock.ts';

export interface RepairArgument {
  readonly endpoint: EndpointKey;
  readonly nowMs: number;
  readonly limit: number;
}

/**
 * Parameters: endpoint, now, limit. Index deliveries_heads, its later part. `due` and manual mean
 * at once, so a time in the future is wrong; that of a retry is wrong if its last attempt is in the
 * future.
 */
export const MISTIMED = query<{ key: DeliveryKey; call_key: CallKey }>(`
  select key, call_key from deliveries indexed by deliveries_heads
  where endpoint_key = ?1 and state in ('due', 'retrying') and due_at > ?2
    and (state = 'due' or manual = 1 or last_attempt_at > ?2)
  order by due_at limit ?3`);

/**
 * Parameters: now, delivery. Primary key. The call is locked, so the delivery is still a head. The
 * last attempt is dated now too, otherwise the next repair would begin the delay again. The retry
 * that follows a manual attempt moves with it.
 */
export const REPAIR = query(`
  update deliveries
  set due_at = case when state = 'retrying' and manual = 0 and due_at > last_attempt_at
      then ?1 + due_at - last_attempt_at else ?1 end,
    resume_at = case when last_attempt_at > ?1
      then resume_at - (last_attempt_at - ?1) else resume_at end,
    last_attempt_at = case when last_attempt_at > ?1 then ?1 else last_attempt_at end
  where key = ?2`);

export function* isMistimed({ endpoint, nowMs }: RepairArgument): Operation<boolean> {
  return (yield* one(MISTIMED, endpoint, nowMs, 1)) !== undefined;
}

export function* repairHeads({
  endpoint,
  nowMs,
  limit,
}: RepairArgument): Operation<{ readonly repaired: number; readonly more: boolean }> {
  let rows = yield* all(MISTIMED, endpoint, nowMs, limit);
  const more = rows.length === limit;
  const calls = new Set(rows.map((row) => row.call_key));
  if (yield* lockCalls([...calls])) {
    const again = yield* all(MISTIMED, endpoint, nowMs, limit);
    rows = again.filter((row) => calls.has(row.call_key));
  }
  for (const { key } of rows) yield* change(REPAIR, nowMs, key);
  return { repaired: rows.length, more };
}
