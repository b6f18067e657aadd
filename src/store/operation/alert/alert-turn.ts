/**
 * The turn of alerts: which of several processes looks for alerts and sends notices. It is held for
 * a while by the clocks of the processes; two holders at once would do no harm, because the first
 * statement of each change locks the row and finds out a former holder.
 */
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, query } from '../../statement.ts';

/** How far ahead a turn may seem to end; a later end is of a clock that was wrong. */
const TURN_MS_MAX = 600_000;

/**
 * Parameters: 1 holder, 2 until, 3 now, 4 whether it is alone (0, 1), 5 the latest end believed.
 */
const TAKE = query(`
  insert into alert_turn (name, holder, until_at) values ('alerts', ?1, ?2)
  on conflict (name) do update set holder = excluded.holder, until_at = excluded.until_at
  where alert_turn.holder = excluded.holder or alert_turn.until_at <= ?3
    or cast(?4 as integer) = 1 or alert_turn.until_at > ?5`);

/** Parameters: holder. Locks the row until the commit. */
const HOLDS = query("update alert_turn set holder = holder where name = 'alerts' and holder = ?");

export function* takeAlertTurn(asked: Asked<'takeAlertTurn'>): Operation<boolean> {
  const { holder, nowMs, untilMs, alone } = asked;
  const values = [holder, untilMs, nowMs, alone ? 1 : 0, nowMs + TURN_MS_MAX] as const;
  return (yield* change(TAKE, ...values)) > 0;
}

export function* holdsTurn(holder: string): Operation<boolean> {
  return (yield* change(HOLDS, holder)) > 0;
}
