/**
 * The step of retention over bulk jobs: a job that has ended is removed together with the results
 * of its items, as long after its end as audit entries are kept.
 */
import type { BulkKey, ProjectKey } from '../../../core/id.ts';
import type { RetentionSettings } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import { all, LISTED, type Operation, query } from '../../statement.ts';
import { type ExpiryQuery, type ExpiryResult, type ExpiryStep, removeAll, walk } from './expiry.ts';

interface OldJob {
  readonly key: BulkKey;
  readonly project_key: ProjectKey;
  readonly created_at: number;
  readonly ended_at: number | null;
}

/** Parameters: after key, limit. Primary key. */
export const OLD_JOBS = query<OldJob>(`
  select key, project_key, created_at, ended_at from bulk_jobs where key > ? order by key limit ?`);

/** Parameters: jobs. Primary keys; of a job at most 1,000 rows each. */
export const REMOVE_JOBS = query(`delete from bulk_jobs where key in ${LISTED}`);
export const REMOVE_ITEMS = query(`delete from bulk_items where job_key in ${LISTED}`);
export const REMOVE_IDS = query(`delete from bulk_ids where job_key in ${LISTED}`);

function* removeJobs(asked: ExpiryQuery): Operation<ExpiryResult> {
  const days = ({ auditDays }: RetentionSettings) => auditDays;
  const rows = yield* all(OLD_JOBS, asked.afterKey, asked.limit);
  const { old, ...place } = walk(rows, asked, 'created_at', days);
  const done = old.filter(
    ({ row, settings }) =>
      row.ended_at !== null && row.ended_at < asked.nowMs - settings.auditDays * DAY_MS,
  );
  const items = yield* removeAll(REMOVE_ITEMS, done);
  const ids = yield* removeAll(REMOVE_IDS, done);
  return { ...place, removed: items + ids + (yield* removeAll(REMOVE_JOBS, done)) };
}

export const BULK_STEPS: readonly ExpiryStep[] = [removeJobs];
