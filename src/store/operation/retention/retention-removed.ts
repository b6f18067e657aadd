/**
 * Which calls were removed, and when: recorded in the commit that removes them, kept as long again
 * as calls, then removed by a step of retention. A platform chooses its call ids, so an id does not
 * show whether a link is wrong or the call was old; this record does. Reports of a call that was
 * deleted by request are refused meanwhile. A call that retention removed exists again once it is
 * reported anew, so callers look for the call itself first.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { RemovalNote } from '../../../engine/ports/retention-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, LISTED, type Operation, one, query } from '../../statement.ts';
import { DELETED_CALL, hash64 } from '../call/call.ts';
import {
  callDays,
  type ExpiryQuery,
  type ExpiryResult,
  type ExpiryStep,
  removeAll,
  walk,
} from './expiry.ts';

/** Parameters: project, hashes as texts, now: JSON has no number of 64 bits. */
export const REMEMBER_CALLS = query(`
  insert into removed_calls (project_key, call_id_hash, removed_at)
  select cast(?1 as integer), cast(value as integer), cast(?3 as integer) from json_each(?2)`);

/** Parameters: project, hash, now. */
export const REMEMBER_DELETED = query(`
  insert into removed_calls (project_key, call_id_hash, removed_at, by_request)
  values (?, ?, ?, 1)`);

/** Parameters: project, hash. removed_calls_by_hash. */
export const REMOVED_CALL = query<{ readonly removed_at: number; readonly by_request: number }>(`
  select removed_at, by_request from removed_calls where project_key = ? and call_id_hash = ?
  order by key desc limit 1`);

interface Remembered {
  readonly key: number;
  readonly project_key: ProjectKey;
  readonly removed_at: number;
}

/** Parameters: after key, limit. Primary key. */
export const OLD_REMOVED = query<Remembered>(`
  select key, project_key, removed_at from removed_calls where key > ? order by key limit ?`);
export const FORGET_REMOVED = query(`delete from removed_calls where key in ${LISTED}`);

/** Null: the call was not removed, or so long ago that it is forgotten. */
export function* removedCall(asked: Asked<'removedCall'>): Operation<RemovalNote | null> {
  const row = yield* one(REMOVED_CALL, asked.projectKey, hash64(asked.callId));
  return row === undefined ? null : { atMs: row.removed_at, byRequest: row.by_request === 1 };
}

/** Whether reports of the call are refused. */
export function* wasDeleted(projectKey: ProjectKey, hash: bigint): Operation<boolean> {
  return (yield* one(DELETED_CALL, hash, projectKey)) !== undefined;
}

/** The record of a removed call. */
export interface RemovedCall {
  readonly project_key: ProjectKey;
  readonly hash: string;
}

/** Runs in the commit that removes them, after the removal. */
export function* rememberCalls(
  nowMs: number,
  done: readonly { readonly row: RemovedCall }[],
): Operation<void> {
  const byProject = Map.groupBy(done, ({ row }) => row.project_key);
  for (const [project, calls] of byProject) {
    const hashes = calls.map(({ row }) => row.hash);
    yield* change(REMEMBER_CALLS, project, JSON.stringify(hashes), nowMs);
  }
}

function* forget(asked: ExpiryQuery): Operation<ExpiryResult> {
  const rows = yield* all(OLD_REMOVED, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'removed_at', callDays);
  const done = old.filter(
    ({ row, settings }) => row.removed_at < asked.nowMs - callDays(settings) * DAY_MS,
  );
  return { ...place, removed: yield* removeAll(FORGET_REMOVED, done) };
}

export const REMOVED_STEPS: readonly ExpiryStep[] = [forget];
