/**
 * Step 9: nearly every delivery is delivered by its first attempt. Its only attempt is kept in the
 * row of the delivery and not in `attempts`, which saves a row, and is moved there before another
 * attempt can follow. The view `all_attempts` has both, so attempts are read from it alone.
 */
import type { NextState } from '../../../core/delivery/state.ts';
import type { AttemptRecord } from '../../../engine/ports/dispatch-store.ts';
import { change, LISTED, listOf, type Operation, query } from '../../statement.ts';

/** Null: the attempts of the delivery, if it has any, are in `attempts`. */
export interface SoleColumns {
  readonly sole_ms: number | null;
  readonly sole_excerpt: string | null;
}

export const NOT_SOLE: SoleColumns = { sole_ms: null, sole_excerpt: null };

/** The columns if the attempt is the first of its delivery and closes it as delivered. */
export function soleColumns(attempt: AttemptRecord, next: NextState): SoleColumns {
  const { number, outcome, manual, durationMs, excerpt } = attempt;
  const isSole = number === 1 && outcome === 'delivered' && !manual && next.state === 'delivered';
  return isSole ? { sole_ms: durationMs, sole_excerpt: excerpt } : NOT_SOLE;
}

/** The attempt in the row of its delivery, or null. */
export function soleAttempt(
  row: SoleColumns & {
    readonly last_attempt_at: number | null;
    readonly last_status: number | null;
    readonly last_error: string | null;
  },
): AttemptRecord | null {
  const { sole_ms: durationMs, last_attempt_at: startedAtMs } = row;
  if (durationMs === null || startedAtMs === null) return null;
  const { last_status: status, last_error: error, sole_excerpt: excerpt } = row;
  const answered = { outcome: 'delivered', status, error, excerpt } as const;
  return { number: 1, startedAtMs, durationMs, ...answered, manual: false };
}

/** Parameters: deliveries. Primary key; the caller has changed their rows, which locks them. */
export const INSERT_SOLE = query(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, status, error,
    excerpt, manual)
  select key, 1, last_attempt_at, sole_ms, 'delivered', last_status, last_error, sole_excerpt, 0
  from deliveries where key in ${LISTED} and sole_ms is not null`);

/** Parameters: deliveries. As above. */
export const CLEAR_SOLE = query(`
  update deliveries set sole_ms = null, sole_excerpt = null where key in ${LISTED}`);

/** Parameters: deliveries, time. Primary key. */
export const FORGET_SOLE_EXCERPTS = query(`
  update deliveries set sole_excerpt = null
  where key in ${LISTED} and last_attempt_at < ? and sole_excerpt is not null`);

/** For deliveries that were just reopened. */
export function* moveSole(
  rows: readonly (Pick<SoleColumns, 'sole_ms'> & { readonly key: number })[],
): Operation<void> {
  const sole = rows.filter(({ sole_ms }) => sole_ms !== null);
  if (sole.length === 0) return;
  yield* change(INSERT_SOLE, listOf(sole));
  yield* change(CLEAR_SOLE, listOf(sole));
}
