/**
 * Step 9 in one transaction: the attempt is written, the delivery changes state, its successor
 * becomes the head of the lane, the endpoint's health is noted. A settlement under an old epoch
 * writes nothing. `operation/delivery/settlement.ts` has the decisions for every store.
 */
import type { RunMove } from '../../acw/run/launch.ts';
import type { CallKey, DeliveryKey, EndpointKey } from '../../core/id.ts';
import { headState, stateOnRetry } from '../../core/lane/lane.ts';
import type {
  AttemptRecord,
  Head,
  Settled,
  Settlement,
  SettleResult,
} from '../../engine/ports/dispatch-store.ts';
import { HEAD_BY_KEY, LANE_HEAD, MAKE_HEAD, toHead } from '../operation/delivery/lane.ts';
import {
  countAttempt,
  END_LEASE,
  endOf,
  fateOf,
  noteAttempt,
  noteClosed,
  noteEndpoint,
  runMoveOf,
  type SettledRow,
  soleAttempt,
  soleColumns,
  type Tried,
} from '../operation/delivery/settlement.ts';
import { query } from '../statement.ts';
import type { Connection } from './connection.ts';
import type { WriteSession } from './session.ts';

/**
 * Parameters: delivery. Primary key. Only the writer changes rows, so what it reads stays valid.
 */
export const DELIVERY = query<SettledRow>(`
  select project_key, endpoint_key, call_key, state, created_at, attempts, last_attempt_at,
    last_status, last_error, resume_state, sole_ms, sole_excerpt
  from deliveries where key = ?`);

const INSERT_ATTEMPT = query(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, status, error,
    excerpt, manual) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: attempts, when, status, error, delivery. Primary key. */
const NOTE_ATTEMPT = query(`
  update deliveries set attempts = ?, last_attempt_at = ?, last_status = ?, last_error = ?,
    sole_ms = null, sole_excerpt = null
  where key = ?`);

/**
 * Parameters: as above, then state, when, failures, delivery. Primary key. One statement for
 * attempt and state, because a second update of the row would double the cost.
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

/**
 * Parameters: as of CLOSE, with the sole attempt before the delivery, then the attempts so far.
 * Primary key. Changes nothing if the delivery was closed meanwhile, or tried, or reopened for a
 * manual attempt.
 */
export const CLOSE_UNCHANGED = query(`
  update deliveries set attempts = ?, last_attempt_at = ?, last_status = ?, last_error = ?,
    state = ?, closed_at = ?, failures = ?, sole_ms = ?, sole_excerpt = ?, due_at = null,
    manual = 0, resume_at = null
  where key = ? and attempts = ? and closed_at is null and resume_state is null`);

/**
 * Parameters: state, started, due, give up, reason, run. Primary key. A worker that claimed the run
 * to end it because its launch had failed loses the claim, since the launch was delivered by hand
 * after all.
 */
const MOVE_LAUNCHED = query(`
  update runs set state = ?, started_at = ?, due_at = ?, give_up_at = ?, reason = ?,
    claim = claim + 1
  where key = ? and state = 'QUEUED'`);

export function settle(session: WriteSession, settlement: Settlement): SettleResult {
  if (isFenced(session, settlement)) return { kind: 'fenced' };
  const settled = deliverUnchanged(session, settlement) ?? settleStored(session, settlement);
  if (settlement.health === null && settlement.disable === null) return settled;
  const disabled = session.db.do(noteEndpoint(session, settlement.endpoint, settlement));
  return disabled ? { ...settled, disabled } : settled;
}

/** A consumer's settlement ends its lease, or the lease is over. */
function isFenced(session: WriteSession, settlement: Settlement): boolean {
  const { lease, endpoint, call, delivery } = settlement;
  if (lease === undefined) return settlement.epoch !== session.epoch();
  return session.db.run(END_LEASE, endpoint, call, delivery, lease) === 0;
}

/**
 * The settlement of nearly every delivery: it was delivered, and its row is as the dispatcher read
 * it, so the row need not be read before it is closed. Null if it is not so; nothing is written.
 */
function deliverUnchanged(session: WriteSession, settlement: Settlement): Settled | null {
  const { attempt, next, run, delivery, endpoint, call } = settlement;
  if (attempt === null || next.state !== 'delivered' || run !== undefined) return null;
  const { number, startedAtMs, status, error } = attempt;
  const { state, atMs, failures } = next;
  const { sole_ms: ms, sole_excerpt: excerpt } = soleColumns(attempt, next);
  const { db, stats } = session;
  const tried: Tried = [number, startedAtMs, status, error];
  const closed = [state, atMs, failures, ms, excerpt] as const;
  const changed = db.run(CLOSE_UNCHANGED, ...tried, ...closed, delivery, number - 1);
  if (changed === 0) return null;
  if (ms === null) insertAttempt(db, delivery, number, attempt);
  const row = {
    project_key: settlement.projectKey,
    endpoint_key: endpoint,
    created_at: settlement.createdAtMs,
    attempts: number - 1,
    resume_state: null,
  };
  countAttempt(stats, row, attempt);
  noteClosed(stats, row, state, atMs);
  return { kind: 'settled', promoted: otherHead(session, delivery, endpoint, call, atMs) };
}

function settleStored(session: WriteSession, settlement: Settlement): Settled {
  const row = session.db.one(DELIVERY, settlement.delivery);
  // The call was deleted meanwhile, but the endpoint's health still counts.
  return row === undefined ? GONE : settleRow(session, row, settlement);
}

const GONE: Settled = { kind: 'closed', state: 'cancelled', promoted: null };

function settleRow(session: WriteSession, row: SettledRow, settlement: Settlement): Settled {
  const { db, stats } = session;
  const { delivery, next } = settlement;
  const endMs = endOf(settlement);
  const tried = writeAttempt(session, delivery, row, settlement.attempt);
  const { endpoint_key: endpoint, call_key: call } = row;
  const fate = fateOf(row, settlement);
  const run = runMoveOf(fate, settlement);
  if (run !== null) moveRun(db, delivery, run);
  switch (fate) {
    case 'closed': {
      db.run(NOTE_ATTEMPT, ...tried, delivery);
      const promoted = otherHead(session, delivery, endpoint, call, endMs);
      return { kind: 'closed', state: row.state, promoted };
    }
    case 'reopened': {
      db.run(NOTE_ATTEMPT, ...tried, delivery);
      const head = promote(db, endpoint, call, endMs);
      return { kind: 'reopened', promoted: head === null ? null : headOf(db, head) };
    }
    case 'moves':
      if (next.state === 'retrying') {
        const state = stateOnRetry(db.one(LANE_HEAD, endpoint, call)?.key !== delivery);
        db.run(RETRY, ...tried, state, next.dueAtMs, next.failures, delivery);
      } else {
        db.run(CLOSE, ...tried, next.state, next.atMs, next.failures, delivery);
        noteClosed(stats, row, next.state, next.atMs);
      }
      return { kind: 'settled', promoted: otherHead(session, delivery, endpoint, call, endMs) };
  }
}

function moveRun(db: Connection, launch: DeliveryKey, run: RunMove): void {
  const { state, startedAtMs, dueAtMs, giveUpAtMs, reason } = run;
  db.run(MOVE_LAUNCHED, state, startedAtMs, dueAtMs, giveUpAtMs, reason, launch);
}

function writeAttempt(
  { db, stats }: WriteSession,
  delivery: DeliveryKey,
  row: SettledRow,
  attempt: AttemptRecord | null,
): Tried {
  const sole = soleAttempt(row);
  if (sole !== null) insertAttempt(db, delivery, 1, sole);
  const tried = noteAttempt(stats, row, attempt);
  if (attempt !== null) insertAttempt(db, delivery, tried[0], attempt);
  return tried;
}

function insertAttempt(
  db: Connection,
  delivery: DeliveryKey,
  number: number,
  { startedAtMs, durationMs, outcome, status, error, excerpt, manual }: AttemptRecord,
): void {
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
}

/**
 * The lane's head if it is another delivery than the settled one: just promoted, or made the head
 * while the settled one was in flight and therefore not sent yet.
 */
function otherHead(
  { db }: WriteSession,
  settled: DeliveryKey,
  endpoint: EndpointKey,
  call: CallKey,
  nowMs: number,
): Head | null {
  const head = promote(db, endpoint, call, nowMs);
  return head === null || head === settled ? null : headOf(db, head);
}

/**
 * As in `operation/delivery/lane.ts`, but without a generator, since every settlement pays for it.
 */
function promote(
  db: Connection,
  endpoint: EndpointKey,
  call: CallKey,
  nowMs: number,
): DeliveryKey | null {
  const head = db.one(LANE_HEAD, endpoint, call);
  if (head === undefined) return null;
  if (head.state === 'waiting') {
    const { state, dueAtMs } = headState(head.failures, head.due_at, nowMs);
    db.run(MAKE_HEAD, state, dueAtMs, head.key);
  }
  return head.key;
}

function headOf(db: Connection, key: DeliveryKey): Head | null {
  const row = db.one(HEAD_BY_KEY, key);
  return row === undefined ? null : toHead(row);
}
