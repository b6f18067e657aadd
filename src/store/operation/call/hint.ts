/**
 * Hints of calls as rows (S2.21): a row for each hint of a call, of which there are three, kept for
 * two days. A hint of a call that was deleted by request is not kept.
 */
import { HINT_DAYS, type Hint } from '../../../core/call/report.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import type { ExpiryQuery, ExpiryResult, ExpiryStep } from '../retention/expiry.ts';
import { DELETED_CALL, hash64 } from './call.ts';
import { lockIds } from './call-deletion.ts';

/** Parameters: project, hash, call id, hint, time. The unique index. */
const KEEP = query(`
  insert into call_hints (project_key, call_id_hash, call_id, hint, received_at)
  values (?1, ?2, ?3, ?4, ?5)
  on conflict (call_id_hash, project_key, call_id, hint)
  do update set received_at = excluded.received_at`);

/** Parameters: hash, project, call id, hint. The unique index. */
const TAKE_BACK = query(`
  delete from call_hints where call_id_hash = ? and project_key = ? and call_id = ? and hint = ?`);

/** Parameters: before, after, limit. call_hints_by_time, for either side. */
export const FORGET_HINTS = query(`
  delete from call_hints where key in (
    select key from call_hints where received_at < ?
    union all select key from call_hints where received_at > ? limit ?)`);

/** A call was taken by one of the two: the later word counts. */
const OPPOSITE: Readonly<Partial<Record<Hint, Hint>>> = { MACHINE: 'PERSON', PERSON: 'MACHINE' };

export function* keepHints(asked: Asked<'keepHints'>): Operation<void> {
  const { projectKey, receivedAtMs } = asked;
  yield* lockIds(asked.hints.map(({ callId }) => callId));
  for (const { callId, hint } of asked.hints) {
    const hash = hash64(callId);
    if ((yield* one(DELETED_CALL, hash, projectKey)) !== undefined) continue;
    const opposite = OPPOSITE[hint];
    if (opposite !== undefined) {
      yield* change(TAKE_BACK, hash, projectKey, callId, opposite);
    }
    yield* change(KEEP, projectKey, hash, callId, hint, receivedAtMs);
  }
}

/** Removes old hints of all projects, and those dated ahead because the clock was wrong. */
function* forgetHints({ nowMs, limit }: ExpiryQuery): Operation<ExpiryResult> {
  const keptMs = HINT_DAYS * DAY_MS;
  const removed = yield* change(FORGET_HINTS, nowMs - keptMs, nowMs + keptMs, limit);
  // There is no position to store: the next step finds the rest by its time.
  return { examined: removed, removed, lastKey: removed === limit ? 1 : null };
}

export const HINT_STEPS: readonly ExpiryStep[] = [forgetHints];
