/**
 * Failures for issues: deliveries that were given up or fail now, the newest of each, from indexes
 * that hold nothing else. No counters are kept. Also the marks of members on a group.
 */

import type { StoredState } from '../../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../../core/id.ts';
import { ISSUE_MARKS_MAX, refuseTooMany } from '../../../core/project/limits.ts';
import {
  BEHIND_COUNTED_MAX,
  type FailedDelivery,
  type Failures,
  type IssueMark,
  type MarkStatus,
} from '../../../engine/ports/issue-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, type Query, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';
import { BACKLOG } from '../stats.ts';

/** The most rows that are read, given up or cancelled: some 10 ms. */
const GIVEN_UP_MAX = 5_000;
/** The most of each endpoint, so that none hides another one's; and of all endpoints. */
const FAILING_MAX = 1_000;
const FAILING_OF_ALL_MAX = 10_000;

interface FailedRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
  readonly endpoint_key: EndpointKey;
  readonly call_key: CallKey;
  readonly state: StoredState;
  readonly last_attempt_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly behind?: number;
}

const COLUMNS = `key, created_at, endpoint_key, call_key, state, last_attempt_at, last_status,
  last_error`;

/** Parameters: 1 project, 2 endpoint (ignored), 3 from, 4 to, 5 limit. Backwards. */
export const GIVEN_UP = query<FailedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_undelivered
  where project_key = ?1 and closed_at is not null and state <> 'delivered'
    and (cast(?2 as integer) is null or endpoint_key = ?2)
    and created_at >= ?3 and created_at < ?4
  order by created_at desc limit ?5`);

/** Parameters: as above. The partial index of an endpoint ends in the key; backwards. */
export const GIVEN_UP_OF_ENDPOINT = query<FailedRow>(`
  select ${COLUMNS} from deliveries indexed by deliveries_undelivered_by_endpoint
  where project_key = ?1 and endpoint_key = ?2 and closed_at is not null and state <> 'delivered'
    and created_at >= ?3 and created_at < ?4
  order by key desc limit ?5`);

/**
 * Parameters: 1 project, 2 endpoint, 3 from, 4 to, 5 limit, 6 the most waiting deliveries counted
 * in a lane. deliveries_retries: those that are retried; deliveries_lane: those that wait behind
 * them.
 */
export const FAILING_OF_ENDPOINT = query<FailedRow>(`
  select ${COLUMNS}, (
    select count(*) from (
      select 1 from deliveries w indexed by deliveries_lane
      where w.endpoint_key = d.endpoint_key and w.call_key = d.call_key
        and w.sequence > d.sequence and w.closed_at is null limit ?6) counted) behind
  from deliveries d indexed by deliveries_retries
  where d.project_key = ?1 and d.endpoint_key = ?2
    and (d.state = 'retrying' or (d.state = 'due' and d.manual = 1))
    and d.attempts > 0 and d.created_at >= ?3 and d.created_at < ?4
  order by d.due_at desc limit ?5`);

export function* failures(asked: Asked<'failures'>): Operation<Failures> {
  const { projectKey, filter } = asked;
  const { endpoint } = filter;
  const range = [filter.fromMs ?? 0, filter.toMs ?? Number.MAX_SAFE_INTEGER] as const;
  const list: Query<FailedRow> = endpoint === null ? GIVEN_UP : GIVEN_UP_OF_ENDPOINT;
  const givenUp = yield* all(list, projectKey, endpoint, ...range, GIVEN_UP_MAX);
  let complete = givenUp.length < GIVEN_UP_MAX;
  const rows = givenUp.filter(({ state }) => state !== 'cancelled');
  let left = FAILING_OF_ALL_MAX;
  for (const { endpoint_key: key } of yield* all(BACKLOG, projectKey, endpoint)) {
    const limit = Math.min(FAILING_MAX, left);
    if (limit === 0) complete = false;
    if (limit === 0) break;
    const asked = [projectKey, key, ...range, limit, BEHIND_COUNTED_MAX] as const;
    const failing = yield* all(FAILING_OF_ENDPOINT, ...asked);
    if (failing.length === limit) complete = false;
    left -= failing.length;
    rows.push(...failing);
  }
  return { rows: rows.map(toFailed), complete };
}

function toFailed(row: FailedRow): FailedDelivery {
  return {
    key: row.key,
    createdAtMs: row.created_at,
    endpoint: row.endpoint_key,
    callKey: row.call_key,
    state: row.state,
    lastAttemptAtMs: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    behind: row.behind ?? 0,
  };
}

interface MarkRow {
  readonly endpoint_key: EndpointKey;
  readonly class: string;
  readonly status: MarkStatus;
  readonly note: string | null;
  readonly marked_by: string;
  readonly marked_at: number;
}

/** Parameters: project, limit. Primary key. */
export const MARKS = query<MarkRow>(`
  select endpoint_key, class, status, note, marked_by, marked_at from issue_marks
  where project_key = ? order by endpoint_key, class limit ?`);

const COUNT_MARKS = query<{ present: number }>(
  'select count(*) present from issue_marks where project_key = ?',
);

/** Parameters: status, note, by, at, project, endpoint, class. Primary key. */
const CHANGE_MARK = query(`
  update issue_marks set status = ?, note = ?, marked_by = ?, marked_at = ?
  where project_key = ? and endpoint_key = ? and class = ?`);
const ADD_MARK = query(`
  insert into issue_marks (status, note, marked_by, marked_at, project_key, endpoint_key, class)
  values (?, ?, ?, ?, ?, ?, ?)`);

export function* issueMarks(projectKey: ProjectKey): Operation<readonly IssueMark[]> {
  return (yield* all(MARKS, projectKey, ISSUE_MARKS_MAX)).map((row) => ({
    endpoint: row.endpoint_key,
    issueClass: row.class,
    status: row.status,
    note: row.note,
    by: row.marked_by,
    atMs: row.marked_at,
  }));
}

export function* markIssue(asked: Asked<'markIssue'>): Operation<void> {
  const { projectKey, mark, audit } = asked;
  const { endpoint, issueClass, status, note, by, atMs } = mark;
  yield* lockProject(projectKey);
  const values = [status, note, by, atMs, projectKey, endpoint, issueClass] as const;
  if ((yield* change(CHANGE_MARK, ...values)) === 0) {
    refuseTooMany('marked issues', (yield* one(COUNT_MARKS, projectKey))?.present ?? 0);
    yield* change(ADD_MARK, ...values);
  }
  yield* writeAudit(projectKey, audit);
}
