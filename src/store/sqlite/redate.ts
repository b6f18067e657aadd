/**
 * Heads that were written while the wall clock was ahead (step 7): what is due at once must not
 * wait until the clock is there again, and a retry waits its delay from now.
 */
import type { DeliveryKey, EndpointKey } from '../../core/id.ts';
import { type Connection, query } from './connection.ts';
import type { WriteSession } from './session.ts';

export interface RedateArgument {
  readonly endpoint: EndpointKey;
  readonly nowMs: number;
  readonly limit: number;
}

/**
 * Parameters: endpoint, now, limit. Index deliveries_heads, the later part of it. `due` and by hand
 * mean at once, so in the future they are wrong; a retry is when its last attempt is in the future.
 */
export const MISTIMED = query<{ key: DeliveryKey }>(`
  select key from deliveries indexed by deliveries_heads
  where endpoint_key = ?1 and state in ('due', 'retrying') and due_at > ?2
    and (state = 'due' or manual = 1 or last_attempt_at > ?2)
  limit ?3`);

/**
 * Parameters: now, delivery. Primary key. Only the writer changes rows, so the head is one still.
 * The last attempt is dated now as well: else the next time of asking would begin the delay again.
 * The retry that a manual attempt goes back to moves with it.
 */
export const REDATE = query(`
  update deliveries
  set due_at = case when state = 'due' or manual = 1 then ?1
      else ?1 + max(0, due_at - last_attempt_at) end,
    resume_at = resume_at - max(0, last_attempt_at - ?1),
    last_attempt_at = min(last_attempt_at, ?1)
  where key = ?2`);

export function isMistimed(db: Connection, { endpoint, nowMs }: RedateArgument): boolean {
  return db.one(MISTIMED, endpoint, nowMs, 1) !== undefined;
}

export function redateHeads(
  { db }: WriteSession,
  { endpoint, nowMs, limit }: RedateArgument,
): { readonly redated: number; readonly more: boolean } {
  const keys = db.all(MISTIMED, endpoint, nowMs, limit);
  for (const { key } of keys) db.run(REDATE, nowMs, key);
  return { redated: keys.length, more: keys.length === limit };
}
