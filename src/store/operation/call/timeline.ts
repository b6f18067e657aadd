/**
 * Everything about one call: its reports, what fired, each delivery with its attempts. Each list
 * holds at most its newest rows, in order; `truncated` says that one was cut. The moves and the
 * triggers that fired are read separately, so that they are complete even if a list is cut.
 */

import { readFacts } from '../../../core/call/facts.ts';
import type { IgnoredReason } from '../../../core/call/transition.ts';
import type { FiringKey } from '../../../core/id.ts';
import type { ReportedError } from '../../../core/payload/call-error.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type {
  CallTimeline,
  TimelineMove,
  TimelineReport,
} from '../../../engine/ports/query-store.ts';
import type { ReportSource } from '../../../engine/ports/report-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, query, readJsonOrNull } from '../../statement.ts';
import { attemptsOf } from '../delivery/delivery-detail.ts';
import {
  SUMMARY_COLUMNS,
  SUMMARY_JOINS,
  type SummaryRow,
  toSummary,
} from '../delivery/delivery-row.ts';
import { findCallRow } from './call.ts';
import { toCallSummary } from './call-list.ts';

const REPORTS_MAX = 1_000;
/** A call has at most three public statuses; only internal ones can be many. */
const MOVES_MAX = 1_000;
const FIRINGS_MAX = 2_000;
const DELIVERIES_MAX = 2_000;

interface ReportRow {
  readonly number: number;
  readonly received_at: number;
  readonly occurred_at: number | null;
  readonly source: ReportSource;
  readonly report_id: string | null;
  readonly status: string | null;
  readonly errors: string | null;
  readonly applied: number;
  readonly reason: IgnoredReason | null;
  readonly facts: string | null;
}

interface FiringRow {
  readonly key: FiringKey;
  readonly report_number: number;
  readonly trigger: Trigger;
  readonly fired_at: number;
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
}

/** Parameters: call, limit. Primary key, backwards. */
export const REPORTS = query<ReportRow>(`
  select number, received_at, occurred_at, source, report_id, status, errors, applied, reason,
    facts
  from reports where call_key = ? order by number desc limit ?`);

interface MoveRow {
  readonly number: number;
  readonly received_at: number;
  readonly status: string;
}

/** Parameters: call, limit. Primary key, backwards: walks the reports of one call at most. */
export const MOVES = query<MoveRow>(`
  select number, received_at, status from reports
  where call_key = ? and applied = 1 and reason is null and status is not null
  order by number desc limit ?`);

/** Parameters: call, limit. firings_by_call, backwards. */
export const FIRINGS = query<FiringRow>(`
  select key, report_number, trigger, fired_at, data, errors, facts from firings
  where call_key = ? order by key desc limit ?`);

/** Parameters: call. firings_by_call: walks the firings of one call; there are 19 triggers. */
export const FIRED_TRIGGERS = query<{ readonly trigger: Trigger }>(`
  select distinct trigger from firings where call_key = ?`);

/** Parameters: call, limit. deliveries_by_call; a call has few. */
export const DELIVERIES = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d ${SUMMARY_JOINS}
  where d.call_key = ? order by d.key desc limit ?`);

/** Parameters: call, oldest firing, endpoint, limit. deliveries_by_call; one to a firing. */
export const DELIVERIES_OF_ENDPOINT = query<SummaryRow>(`
  select ${SUMMARY_COLUMNS} from deliveries d ${SUMMARY_JOINS}
  where d.call_key = ? and d.firing_key >= ? and +d.endpoint_key = ?
  order by d.key desc limit ?`);

/** Needs one snapshot, so that no delivery is read without the firing that made it. */
export function* timeline({
  projectKey,
  callId,
  endpoint,
}: Asked<'timeline'>): Operation<CallTimeline | null> {
  const row = yield* findCallRow(projectKey, callId);
  if (row === undefined) return null;
  const reports = newest(yield* all(REPORTS, row.key, REPORTS_MAX + 1), REPORTS_MAX);
  const firings = newest(yield* all(FIRINGS, row.key, FIRINGS_MAX + 1), FIRINGS_MAX);
  const most = DELIVERIES_MAX + 1;
  const oldest = firings.rows[0]?.key ?? 0;
  const deliveries = newest(
    endpoint === undefined
      ? yield* all(DELIVERIES, row.key, most)
      : yield* all(DELIVERIES_OF_ENDPOINT, row.key, oldest, endpoint, most),
    DELIVERIES_MAX,
  );
  return {
    call: toCallSummary(row),
    reports: reports.rows.map(toReport),
    moves: movesOf(yield* all(MOVES, row.key, MOVES_MAX + 1)),
    firings: firings.rows.map((firing) => ({
      key: firing.key,
      reportNumber: firing.report_number,
      trigger: firing.trigger,
      firedAtMs: firing.fired_at,
      data: firing.data,
      errors: firing.errors,
      facts: firing.facts,
    })),
    deliveries: yield* withAttempts(deliveries.rows),
    truncated: reports.cut || firings.cut || deliveries.cut,
    firedTriggers: (yield* all(FIRED_TRIGGERS, row.key)).map(({ trigger }) => trigger),
  };
}

function* withAttempts(rows: readonly SummaryRow[]): Operation<CallTimeline['deliveries']> {
  const deliveries: CallTimeline['deliveries'][number][] = [];
  for (const row of rows) {
    deliveries.push({ ...toSummary(row), attemptList: yield* attemptsOf(row.key) });
  }
  return deliveries;
}

/** Rows come newest first; if there are more than the bound, the oldest only gives `from`. */
function movesOf(rows: readonly MoveRow[]): readonly TimelineMove[] {
  const moves: TimelineMove[] = [];
  let from: string | null = null;
  for (const { number, received_at: atMs, status } of rows.toReversed()) {
    if (status !== from) moves.push({ reportNumber: number, from, to: status, atMs });
    from = status;
  }
  return rows.length > MOVES_MAX ? moves.slice(1) : moves;
}

/** Rows come newest first, with one more than asked for if there are more. */
function newest<Row>(
  rows: readonly Row[],
  most: number,
): { readonly rows: readonly Row[]; readonly cut: boolean } {
  return { rows: rows.slice(0, most).reverse(), cut: rows.length > most };
}

function toReport(row: ReportRow): TimelineReport {
  return {
    number: row.number,
    receivedAtMs: row.received_at,
    occurredAtMs: row.occurred_at,
    source: row.source,
    reportId: row.report_id,
    status: row.status,
    errors: readJsonOrNull<readonly ReportedError[]>(row.errors) ?? [],
    applied: row.applied === 1,
    reason: row.reason,
    facts: readFacts(row.facts),
  };
}
