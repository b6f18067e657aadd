/**
 * Runs as the path of a report writes them (steps 6 and 9): made QUEUED with the delivery that
 * launches an agent, moved on by the settlement of that delivery, due for their end when it is
 * cancelled. In the same commits, and nothing at all where no agent is launched. What becomes of a
 * run later is in `run.ts`.
 */
import type { RunMove } from '../../../acw/run/run.ts';
import type { Settlement } from '../../../engine/ports/dispatch-store.ts';
import { query } from '../../statement.ts';
import type { Fate } from '../delivery/settlement.ts';
import { LISTED } from '../json.ts';

/** Parameters: the columns. The key is that of the delivery. */
export const INSERT_RUN = query(`
  insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger, state,
    created_at) values (?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?)`);

/**
 * Parameters: state, started, due, give up, reason, run. Primary key. Who had claimed it to end it
 * because its launch had failed loses the claim: the launch was delivered by hand after all.
 */
export const MOVE_LAUNCHED = query(`
  update runs set state = ?, started_at = ?, due_at = ?, give_up_at = ?, reason = ?,
    claim = claim + 1
  where key = ? and state = 'QUEUED'`);

/**
 * Parameters: now, reason, deliveries. Primary key; the calls are held. The runner ends them: a
 * run's end fires, which a change of many lanes at once must not.
 */
export const CANCEL_RUNS = query(`
  update runs set due_at = ?, reason = ?
  where key in ${LISTED} and state = 'QUEUED' and due_at is null`);

/**
 * Parameters: deliveries. Primary key; the calls are held. Launches that are open again begin
 * their runs after all; who had claimed one to end it loses the claim.
 */
export const RESUME_RUNS = query(`
  update runs set due_at = null, reason = null, claim = claim + 1
  where key in ${LISTED} and state = 'QUEUED' and reason in ('LAUNCH_CANCELLED',
    'TRIGGER_UNTICKED', 'LAUNCH_DROPPED')`);

/**
 * How a settlement moves a run. A launch that was delivered has launched, even if an operator had
 * cancelled it meanwhile; a given-up launch counts only if it was the delivery's own end.
 */
export function runMoveOf(fate: Fate, { run, next }: Settlement): RunMove | null {
  if (run === undefined) return null;
  return fate === 'moves' || (fate === 'closed' && next.state === 'delivered') ? run : null;
}
