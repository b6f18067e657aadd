/**
 * Reports that came before the direction of their call was known, as rows (S2.28): kept for two
 * days, for the transaction of the report that begins the call. None of a deleted call is kept.
 */
import { inOrderOfEvents, KEPT_DAYS, KEPT_REPORTS_MAX } from '../../../core/call/kept-report.ts';
import type { Report, ReportVariant } from '../../../core/call/report.ts';
import { asKey, type ProjectKey, parseId, type SourceKey } from '../../../core/id.ts';
import { fingerprintOf } from '../../../core/intake/plan.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { NotedRequest } from '../../../engine/ports/manage-store.ts';
import type { KeptOutcome, ReportItem, ReportSource } from '../../../engine/ports/report-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import {
  all,
  change,
  LISTED,
  listOf,
  type Operation,
  one,
  query,
  readJson,
} from '../../statement.ts';
import { noteSourceRequests } from '../project/source.ts';
import type { ExpiryQuery, ExpiryResult, ExpiryStep } from '../retention/expiry.ts';
import { CALL_BY_ID, DELETED_CALL, hash64 } from './call.ts';
import { lockIds } from './call-deletion.ts';

/** `said`: JSON of `Said`. */
export interface KeptRow {
  readonly key: number;
  readonly project_key: ProjectKey;
  readonly call_id: string;
  readonly source: ReportSource;
  readonly received_at: number;
  readonly said: string;
}

interface Said {
  readonly report: Report;
  readonly variants?: readonly ReportVariant[];
}

export const KEPT_COLUMNS = 'key, project_key, call_id, source, received_at, said';

/** Parameters: hash, project, call id. The unique index; of one call there are few. */
export const KEPT_OF = query<KeptRow>(`
  select ${KEPT_COLUMNS} from kept_reports
  where call_id_hash = ? and project_key = ? and call_id = ? order by key`);

/** Parameters: as above. */
const COUNT_OF = query<{ present: number }>(`
  select count(*) present from kept_reports
  where call_id_hash = ? and project_key = ? and call_id = ?`);

/** Parameters: as above, report id. */
const WITH_ID = query<Pick<KeptRow, 'said'>>(`
  select said from kept_reports
  where call_id_hash = ? and project_key = ? and call_id = ? and report_id = ?`);

const KEEP = query(`
  insert into kept_reports (project_key, call_id_hash, call_id, report_id, source, received_at,
    client_id, said)
  values (?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: before, after, limit. kept_reports_by_time, for either side. */
export const PAST_KEPT = query<Pick<KeptRow, 'key' | 'call_id'>>(`
  select key, call_id from kept_reports where key in (
    select key from kept_reports where received_at < ?
    union all select key from kept_reports where received_at > ? limit ?)`);

/** Parameters: a list. Primary key; those that a call took along meanwhile are not among them. */
export const FORGET_KEPT = query<KeptRow>(`
  delete from kept_reports where key in ${LISTED} returning ${KEPT_COLUMNS}`);

/**
 * Under the lock of an accept: either the call does not exist and the next report of it finds what
 * is kept here, or it does and nothing is kept.
 */
export function* keepReports({ items }: Asked<'keepReports'>): Operation<readonly KeptOutcome[]> {
  yield* lockIds(items.map(({ callId }) => callId));
  const outcomes: KeptOutcome[] = [];
  for (const item of items) outcomes.push(yield* keep(item));
  return outcomes;
}

function* keep({ projectKey, callId, ...item }: ReportItem): Operation<KeptOutcome> {
  const hash = hash64(callId);
  if ((yield* one(CALL_BY_ID, projectKey, hash, callId)) !== undefined) return 'begun';
  if ((yield* one(DELETED_CALL, hash, projectKey)) !== undefined) return 'deleted';
  const { report, variants, source, receivedAtMs } = item;
  const { reportId } = report;
  const call = [hash, projectKey, callId] as const;
  const same = reportId === null ? undefined : yield* one(WITH_ID, ...call, reportId);
  if (same !== undefined)
    return isSame(readJson<Said>(same.said).report, report) ? 'kept' : 'reused';
  if (((yield* one(COUNT_OF, ...call))?.present ?? 0) >= KEPT_REPORTS_MAX) return 'full';
  const said: Said = variants === undefined ? { report } : { report, variants };
  const of = [projectKey, hash, callId, reportId, source, receivedAtMs] as const;
  yield* change(KEEP, ...of, report.clientId || null, JSON.stringify(said));
  return 'kept';
}

/** As S2.10 compares one with a report of a call. */
function isSame(one: Report, other: Report): boolean {
  return fingerprintOf(one) === fingerprintOf(other);
}

/** As they were taken, in the order in which they follow the report that begins the call. */
export function keptItems(rows: readonly KeptRow[]): readonly ReportItem[] {
  return inOrderOfEvents(
    rows.map(
      ({ project_key: projectKey, call_id: callId, source, received_at: receivedAtMs, said }) => ({
        projectKey,
        callId,
        source,
        receivedAtMs,
        ...readJson<Said>(said),
      }),
    ),
  );
}

/** There is no position to store: the next step finds the rest by its time. */
const AGAIN = 1;

/**
 * Removes those whose call did not begin, and those dated ahead because the clock was wrong. Their
 * source gets one note of them all, so that its operator learns what became of them and still sees
 * its other requests. Under the locks of an accept: what a call takes along at this moment is not
 * lost. These come before locks on rows, so rows that earlier steps removed are committed first.
 */
function* forgetKept({ nowMs, limit, removed: before }: ExpiryQuery): Operation<ExpiryResult> {
  const keptMs = KEPT_DAYS * DAY_MS;
  const past = yield* all(PAST_KEPT, nowMs - keptMs, nowMs + keptMs, limit);
  if (past.length === 0) return { examined: 0, removed: 0, lastKey: null };
  if (before > 0) return { examined: limit, removed: 0, lastKey: AGAIN };
  yield* lockIds([...new Set(past.map((row) => row.call_id))]);
  const gone = yield* all(FORGET_KEPT, listOf(past));
  for (const [source, rows] of Map.groupBy(gone, (row) => row.source)) {
    const key = keyOf(source);
    if (key !== null) yield* noteSourceRequests({ key, requests: noteOf(rows, nowMs) });
  }
  const removed = gone.length;
  const isEnd = past.length < limit;
  return { examined: past.length, removed, lost: removed, lastKey: isEnd ? null : AGAIN };
}

function keyOf(source: ReportSource): SourceKey | null {
  const key = parseId('src', source.replace('ingest:', ''))?.key;
  return key === undefined ? null : asKey(key);
}

function noteOf(rows: readonly KeptRow[], atMs: number): readonly NotedRequest[] {
  return rows.slice(0, 1).map(({ call_id, said }) => {
    const one = `${readJson<Said>(said).report.status ?? 'facts'} of ${call_id}`;
    const [what, whose] =
      rows.length === 1
        ? [one, 'its call']
        : [`${rows.length} reports, such as ${one}`, 'their calls'];
    const why = `in ${KEPT_DAYS} days no request said the direction of ${whose}`;
    const result = `${what}: not kept: ${why}`;
    return { atMs, result, body: '', proven: null, callIds: [call_id] };
  });
}

export const KEPT_STEPS: readonly ExpiryStep[] = [forgetKept];
