/**
 * Step 9, the part that every store shares: the state of a delivery after an attempt, its figures,
 * where the attempt is kept, and the endpoint's new health. The delivery is given as it is now,
 * with its lane locked: an operator's change meanwhile (cancelled, reopened) takes precedence over
 * the attempt.
 */
import type { RunMove } from '../../../acw/run/launch.ts';
import {
  type ClosedState,
  isOpen,
  type NextState,
  type StoredState,
} from '../../../core/delivery/state.ts';
import type { DisabledReason, Endpoint } from '../../../core/endpoint/endpoint.ts';
import { type CallKey, type EndpointKey, formatId, type ProjectKey } from '../../../core/id.ts';
import type { AttemptRecord, Settlement } from '../../../engine/ports/dispatch-store.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import { type Operation, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { disable, endpointByKey } from '../endpoint/endpoint-row.ts';
import type { Session } from '../session.ts';
import type { StatsBuffer } from '../stats-buffer.ts';

/**
 * Parameters: endpoint, call, delivery, token. Primary key. The fence of a settlement: it changes
 * nothing if the lease is over.
 */
export const END_LEASE = query(`
  delete from leases
  where endpoint_key = ? and call_key = ? and delivery_key = ? and token = ?`);

/**
 * Nearly every delivery is delivered by its first attempt. Its only attempt is kept in the row of
 * the delivery, which saves a row, and is moved to `attempts` before another attempt can follow.
 * The view `all_attempts` has both, so attempts are read from it alone. Null: the attempts of the
 * delivery, if it has any, are in `attempts`.
 */
export interface SoleColumns {
  readonly sole_ms: number | null;
  readonly sole_excerpt: string | null;
}

export const NOT_SOLE: SoleColumns = { sole_ms: null, sole_excerpt: null };

/** The columns of a delivery that decide its fate. */
export interface SettledRow extends SoleColumns {
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly state: StoredState;
  readonly created_at: number;
  readonly attempts: number;
  readonly last_attempt_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly resume_state: ClosedState | null;
}

/** The columns by which figures count. */
export type CountedRow = Pick<
  SettledRow,
  'project_key' | 'endpoint_key' | 'created_at' | 'attempts' | 'resume_state'
>;

/**
 * `closed`: the delivery was closed meanwhile; `reopened`: it was closed and then given a manual
 * attempt that is still to come; in both cases only the attempt is stored. `moves`: the settlement
 * decides its state.
 */
export type Fate = 'closed' | 'reopened' | 'moves';

export function fateOf(row: SettledRow, settlement: Settlement): Fate {
  if (!isOpen(row.state)) return 'closed';
  return wasReopened(row, settlement) ? 'reopened' : 'moves';
}

/**
 * The delivery was cancelled in flight and then given a manual attempt. If this attempt failed, the
 * manual one is still to come; if it succeeded, the delivery is closed, because the receiver has
 * it.
 */
function wasReopened(
  { resume_state: resumes }: SettledRow,
  { attempt, next }: Settlement,
): boolean {
  if (resumes === null || next.state === 'delivered') return false;
  return attempt !== null && !attempt.manual;
}

/**
 * How a settlement moves the run of a launch, in the same commit. A delivered launch counts as
 * launched even if an operator had cancelled it meanwhile; a given-up launch ends the run only if
 * it closed the delivery.
 */
export function runMoveOf(fate: Fate, { run, next }: Settlement): RunMove | null {
  if (run === undefined) return null;
  return fate === 'moves' || (fate === 'closed' && next.state === 'delivered') ? run : null;
}

export function endOf({ attempt, next }: Settlement): number {
  if (next.state !== 'retrying') return next.atMs;
  return attempt === null ? next.dueAtMs : attempt.startedAtMs + attempt.durationMs;
}

/** The fields that describe a delivery's last attempt: its number, time, status, error. */
export type Tried = readonly [number, number | null, number | null, string | null];

/**
 * Counts the attempt. Its number never repeats, even if the delivery was changed while it was in
 * flight.
 */
export function noteAttempt(
  stats: StatsBuffer,
  row: SettledRow,
  attempt: AttemptRecord | null,
): Tried {
  if (attempt === null) {
    return [row.attempts, row.last_attempt_at, row.last_status, row.last_error];
  }
  const { startedAtMs, status, error } = attempt;
  countAttempt(stats, row, attempt);
  return [Math.max(attempt.number, row.attempts + 1), startedAtMs, status, error];
}

export function countAttempt(
  stats: StatsBuffer,
  row: CountedRow,
  { startedAtMs, durationMs }: AttemptRecord,
): void {
  stats.at(row.project_key, row.endpoint_key, startedAtMs + durationMs).attempts += 1;
}

/** Counts an attempt of a delivery that was closed before only if the attempt delivered it. */
export function noteClosed(
  stats: StatsBuffer,
  row: CountedRow,
  state: ClosedState,
  atMs: number,
): void {
  stats.open(row.project_key, row.endpoint_key, -1);
  if (state === 'cancelled' || row.resume_state === 'delivered') return;
  const figures = stats.at(row.project_key, row.endpoint_key, atMs);
  if (state === 'delivered') {
    stats.noteDelivered(figures, atMs - row.created_at, row.attempts === 0);
  } else if (row.resume_state === null) {
    figures.failed += 1;
  }
}

/** `revision`: the endpoint's present one. If it differs, the settlement is out of date. */
export function isOutOfDate(settlement: Settlement, revision: number): boolean {
  return settlement.revision !== null && settlement.revision !== revision;
}

/** Stores the health, and disables the endpoint if asked for; returns true if it did. */
export function* noteEndpoint(
  session: Session,
  key: EndpointKey,
  settlement: Settlement,
): Operation<boolean> {
  const { health, disable: reason } = settlement;
  if (health === null && reason === null) return false;
  const endpoint = yield* endpointByKey(key);
  if (endpoint === null || isOutOfDate(settlement, endpoint.revision)) return false;
  if (health !== null) session.health.set(key, health);
  return reason !== null && (yield* disableOnce(endpoint, reason, endOf(settlement)));
}

/** If several failures ask for it, the first one disables the endpoint and is audited. */
function* disableOnce(
  endpoint: Endpoint,
  reason: DisabledReason,
  atMs: number,
): Operation<boolean> {
  if (!endpoint.enabled || endpoint.deletedAtMs !== null) return false;
  const { projectKey, key } = endpoint;
  yield* disable(projectKey, key, reason, { atMs });
  const entry: AuditEntry = {
    atMs,
    actor: 'system',
    action: 'endpoint.disabled',
    target: formatId('ep', endpoint.createdAtMs, key),
    before: { enabled: true },
    after: { enabled: false, disabledReason: reason },
    requestId: null,
  };
  yield* writeAudit(projectKey, entry);
  return true;
}

/** The columns if the attempt is the first of its delivery and closes it as delivered. */
export function soleColumns(attempt: AttemptRecord, next: NextState): SoleColumns {
  const { number, outcome, manual, durationMs, excerpt } = attempt;
  const isSole = number === 1 && outcome === 'delivered' && !manual && next.state === 'delivered';
  return isSole ? { sole_ms: durationMs, sole_excerpt: excerpt } : NOT_SOLE;
}

/** The attempt in the row of its delivery, or null. */
export function soleAttempt(row: SettledRow): AttemptRecord | null {
  const { sole_ms: durationMs, last_attempt_at: startedAtMs } = row;
  if (durationMs === null || startedAtMs === null) return null;
  const { last_status: status, last_error: error, sole_excerpt: excerpt } = row;
  const answered = { outcome: 'delivered', status, error, excerpt } as const;
  return { number: 1, startedAtMs, durationMs, ...answered, manual: false };
}
