/**
 * Step 9 in one transaction: the attempt is written, the delivery moves on, its successor becomes
 * the head of the lane, the endpoint's health is noted. A settlement under an old epoch writes
 * nothing. What happened to the delivery meanwhile (cancelled, reopened) wins over the attempt.
 */
import { type ClosedState, isOpen, type StoredState } from '../../core/delivery/state.ts';
import type { DisabledReason, Endpoint } from '../../core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../core/id.ts';
import { type CallKey, type DeliveryKey, type EndpointKey, formatId } from '../../core/id.ts';
import { stateOnRetry } from '../../core/lane/lane.ts';
import type {
  AttemptRecord,
  Head,
  Settled,
  Settlement,
  SettleResult,
} from '../../engine/ports/dispatch-store.ts';
import type { AuditEntry } from '../../engine/ports/manage-store.ts';
import { writeAudit } from '../operation/audit.ts';
import { disable, endpointByKey } from '../operation/endpoint.ts';
import { laneHead, promote } from '../operation/lane.ts';
import { latencyBucket } from '../operation/stats-buffer.ts';
import { query } from '../statement.ts';
import { currentEpoch } from './epoch.ts';
import { headByKey } from './head.ts';
import type { WriteSession } from './session.ts';

interface DeliveryRow {
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

/** Parameters: delivery. Primary key. Only the writer changes rows, so what it reads stays true. */
export const DELIVERY = query<DeliveryRow>(`
  select project_key, endpoint_key, call_key, state, created_at, attempts, last_attempt_at,
    last_status, last_error, resume_state
  from deliveries where key = ?`);

const INSERT_ATTEMPT = query(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, status, error,
    excerpt, manual) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: attempts, when, status, error, delivery. Primary key. */
const NOTE_ATTEMPT = query(`
  update deliveries set attempts = ?, last_attempt_at = ?, last_status = ?, last_error = ?
  where key = ?`);

/**
 * Parameters: as above, then state, when, failures, delivery. Primary key. One statement for the
 * attempt and the state: a second update of the row would cost as much again.
 */
export const CLOSE = query(`
  update deliveries set attempts = ?, last_attempt_at = ?, last_status = ?, last_error = ?,
    state = ?, closed_at = ?, failures = ?, due_at = null, manual = 0, resume_state = null,
    resume_at = null
  where key = ?`);

/** Parameters: as above, then state, due, failures, delivery. Primary key. */
export const RETRY = query(`
  update deliveries set attempts = ?, last_attempt_at = ?, last_status = ?, last_error = ?,
    state = ?, due_at = ?, failures = ?, manual = 0, resume_state = null, resume_at = null
  where key = ?`);

export function settle(session: WriteSession, settlement: Settlement): SettleResult {
  if (settlement.epoch !== currentEpoch(session)) return { kind: 'fenced' };
  const row = session.db.one(DELIVERY, settlement.delivery);
  if (row === undefined) return { kind: 'closed', state: 'cancelled', promoted: null };
  const settled = settleRow(session, row, settlement);
  return noteEndpoint(session, row, settlement) ? { ...settled, disabled: true } : settled;
}

function settleRow(session: WriteSession, row: DeliveryRow, settlement: Settlement): Settled {
  const { db } = session;
  const { delivery } = settlement;
  const endMs = endOf(settlement);
  const tried = writeAttempt(session, delivery, row, settlement.attempt);
  const { endpoint_key: endpoint, call_key: call } = row;
  if (!isOpen(row.state)) {
    db.run(NOTE_ATTEMPT, ...tried, delivery);
    const promoted = otherHead(session, delivery, endpoint, call, endMs);
    return { kind: 'closed', state: row.state, promoted };
  }
  if (wasReopened(row, settlement)) {
    db.run(NOTE_ATTEMPT, ...tried, delivery);
    const head = db.do(promote(endpoint, call, endMs));
    return { kind: 'reopened', promoted: head === null ? null : headByKey(db, head) };
  }
  const { next } = settlement;
  if (next.state === 'retrying') {
    const olderIsOpen = db.do(laneHead(endpoint, call))?.key !== delivery;
    db.run(RETRY, ...tried, stateOnRetry(olderIsOpen), next.dueAtMs, next.failures, delivery);
  } else {
    db.run(CLOSE, ...tried, next.state, next.atMs, next.failures, delivery);
    noteClosed(session, row, next.state, next.atMs);
  }
  return { kind: 'settled', promoted: otherHead(session, delivery, endpoint, call, endMs) };
}

/**
 * Cancelled while in flight and then given a manual attempt: a failure that was not that attempt
 * leaves it to come. A success closes it, for the receiver has it.
 */
function wasReopened(
  { resume_state: resumes }: DeliveryRow,
  { attempt, next }: Settlement,
): boolean {
  if (resumes === null || next.state === 'delivered') return false;
  return attempt !== null && !attempt.manual;
}

function endOf({ attempt, next }: Settlement): number {
  if (next.state !== 'retrying') return next.atMs;
  return attempt === null ? next.dueAtMs : attempt.startedAtMs + attempt.durationMs;
}

type Tried = readonly [number, number | null, number | null, string | null];

/**
 * Writes the attempt and answers what the delivery notes of it. The number never repeats, whatever
 * happened to the delivery while the attempt was in flight.
 */
function writeAttempt(
  { db, stats }: WriteSession,
  delivery: DeliveryKey,
  row: DeliveryRow,
  attempt: AttemptRecord | null,
): Tried {
  if (attempt === null) {
    return [row.attempts, row.last_attempt_at, row.last_status, row.last_error];
  }
  const { startedAtMs, durationMs, outcome, status, error, excerpt, manual } = attempt;
  const number = Math.max(attempt.number, row.attempts + 1);
  db.run(
    INSERT_ATTEMPT,
    delivery,
    number,
    startedAtMs,
    durationMs,
    outcome,
    status,
    error,
    excerpt,
    manual ? 1 : 0,
  );
  stats.at(row.project_key, row.endpoint_key, startedAtMs + durationMs).attempts += 1;
  return [number, startedAtMs, status, error];
}

/** True when the endpoint was disabled by it. */
function noteEndpoint(session: WriteSession, row: DeliveryRow, settlement: Settlement): boolean {
  const { health, disable: reason, revision } = settlement;
  if (health === null && reason === null) return false;
  const endpoint = session.db.do(endpointByKey(row.endpoint_key));
  if (endpoint === null || (revision !== null && revision !== endpoint.revision)) return false;
  if (health !== null) session.health.set(row.endpoint_key, health);
  return reason !== null && disableOnce(session, endpoint, reason, endOf(settlement));
}

/** Of several failures that ask for it, the first disables and is audited. */
function disableOnce(
  session: WriteSession,
  endpoint: Endpoint,
  reason: DisabledReason,
  atMs: number,
): boolean {
  if (!endpoint.enabled || endpoint.deletedAtMs !== null) return false;
  const { projectKey, key } = endpoint;
  session.db.do(disable(projectKey, key, reason, { atMs }));
  const entry: AuditEntry = {
    atMs,
    actor: 'system',
    action: 'endpoint.disabled',
    target: formatId('ep', endpoint.createdAtMs, key),
    before: { enabled: true },
    after: { enabled: false, disabledReason: reason },
    requestId: null,
  };
  session.db.do(writeAudit(projectKey, entry));
  return true;
}

/** What was closed before counts again only when it is delivered at last. */
function noteClosed(
  { stats }: WriteSession,
  row: DeliveryRow,
  state: ClosedState,
  atMs: number,
): void {
  stats.open(row.project_key, row.endpoint_key, -1);
  if (state === 'cancelled' || row.resume_state === 'delivered') return;
  const figures = stats.at(row.project_key, row.endpoint_key, atMs);
  if (state !== 'delivered') {
    if (row.resume_state === null) figures.failed += 1;
    return;
  }
  figures.delivered += 1;
  const bucket = latencyBucket(atMs - row.created_at);
  figures.latency[bucket] = (figures.latency[bucket] ?? 0) + 1;
}

/**
 * The lane's head when it is another delivery than the settled one: promoted just now, or made
 * the head while this one was in flight and so not sent yet.
 */
function otherHead(
  { db }: WriteSession,
  settled: DeliveryKey,
  endpoint: EndpointKey,
  call: CallKey,
  nowMs: number,
): Head | null {
  const head = db.do(promote(endpoint, call, nowMs));
  return head === null || head === settled ? null : headByKey(db, head);
}
