/**
 * Calls as the embedded store's intake writes them (step 2): straight statements, for a report
 * must not pay for a generator. Reading calls for people is in `operation/call/call.ts`.
 */
import type { Call } from '../../core/call/call.ts';
import { staleClassOf } from '../../core/call/stale.ts';
import type { CallKey, ProjectKey } from '../../core/id.ts';
import { CALL_BY_ID, hash64, type StoredCall, toStoredCall } from '../operation/call/call.ts';
import { query } from '../statement.ts';
import type { Connection } from './connection.ts';

const INSERT_CALL = query(`
  insert into calls (project_key, call_id_hash, call_id, direction, status, call_sid, client_id,
    was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes, stale_class)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: as named, key last. Primary key. The time of the last report never goes back. */
const UPDATE_CALL = query(`
  update calls set status = ?1, call_sid = ?2, client_id = ?3, was_in_progress = ?4,
    last_report_at = case when last_report_at > ?5 then last_report_at else ?5 end,
    ended_at = ?6, reports = ?7, lanes = ?8, stale_class = ?9
  where key = ?10`);

export function findCall(
  db: Connection,
  projectKey: ProjectKey,
  callId: string,
): StoredCall | null {
  const row = db.one(CALL_BY_ID, projectKey, hash64(callId), callId);
  return row === undefined ? null : toStoredCall(row);
}

export function insertCall(
  db: Connection,
  projectKey: ProjectKey,
  call: Call,
  lanes: Readonly<Record<string, number>>,
): number {
  return db.insert(
    INSERT_CALL,
    projectKey,
    hash64(call.callId),
    call.callId,
    call.direction,
    call.status,
    call.callSid,
    call.clientId,
    call.wasInProgress ? 1 : 0,
    call.firstReportAtMs,
    call.lastReportAtMs,
    call.endedAtMs,
    1,
    JSON.stringify(lanes),
    staleClassOf(call),
  );
}

export function updateCall(
  db: Connection,
  key: CallKey,
  call: Call,
  reports: number,
  lanes: Readonly<Record<string, number>>,
): void {
  db.run(
    UPDATE_CALL,
    call.status,
    call.callSid,
    call.clientId,
    call.wasInProgress ? 1 : 0,
    call.lastReportAtMs,
    call.endedAtMs,
    reports,
    JSON.stringify(lanes),
    staleClassOf(call),
    key,
  );
}
