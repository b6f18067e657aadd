/**
 * How the path of a report writes runs (steps 6 and 9): a run is created QUEUED with the delivery
 * that launches an agent, moves with the settlement of that delivery, and becomes due for its end
 * if the delivery is cancelled. This happens in the same commits, and only if an agent is launched.
 * `run.ts` has the later life of a run.
 */
import type { RunMove } from '../../../acw/run/run.ts';
import type { Settlement } from '../../../engine/ports/dispatch-store.ts';
import { LISTED, query } from '../../statement.ts';
import type { Fate } from '../delivery/settlement.ts';

/** Parameters: the columns. The key is that of the delivery. */
export const INSERT_RUN = query(`
  insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger, state,
    created_at) values (?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?)`);

/**
 * Parameters: state, started, due, give up, reason, run. Primary key. A worker that claimed the run
 * to end it because its launch had failed loses the claim, since the launch was delivered by hand
 * after all.
 */
export const MOVE_LAUNCHED = query(`
  update runs set state = ?, started_at = ?, due_at = ?, give_up_at = ?, reason = ?,
    claim = claim + 1
  where key = ? and state = 'QUEUED'`);

/**
 * Parameters: now, reason, deliveries. Primary key; the calls are locked. The runner ends the runs
 * later, since the end of a run fires, and a change of many lanes must not fire.
 */
export const CANCEL_RUNS = query(`
  update runs set due_at = ?, reason = ?
  where key in ${LISTED} and state = 'QUEUED' and due_at is null`);

/**
 * Parameters: deliveries. Primary key; the calls are locked. The launches are open again, so their
 * runs may begin; a worker that claimed one to end it loses the claim.
 */
export const RESUME_RUNS = query(`
  update runs set due_at = null, reason = null, claim = claim + 1
  where key in ${LISTED} and state = 'QUEUED' and reason in ('LAUNCH_CANCELLED',
    'TRIGGER_UNTICKED', 'LAUNCH_DROPPED')`);

/**
 * How a settlement moves a run. A delivered launch counts as launched even if an operator had
 * cancelled it meanwhile; a given-up launch ends the run only if it closed the delivery.
 */
export function runMoveOf(fate: Fate, { run, next }: Settlement): RunMove | null {
  if (run === undefined) return null;
  return fate === 'moves' || (fate === 'closed' && next.state === 'delivered') ? run : null;
}
