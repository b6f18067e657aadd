/**
 * Facts of calls in a list besides their own rows: reported errors, the end by staleness, the
 * states of deliveries, and runs of agents. Three statements for a whole page, whatever its size.
 * Runs on a read-only connection.
 */
import { OPEN_STATES, type StoredState } from '../../../core/delivery/state.ts';
import type { CallKey } from '../../../core/id.ts';
import type { ErrorCode, ReportedError } from '../../../core/payload/call-error.ts';
import type { CallFigures, CallSummary, ListedCall } from '../../../engine/ports/query-store.ts';
import type { ReportSource } from '../../../engine/ports/report-store.ts';
import { all, LISTED, listOf, type Operation, query, readJsonOrNull } from '../../statement.ts';

const OPEN: ReadonlySet<StoredState> = new Set(OPEN_STATES);

interface NotableRow {
  readonly call_key: CallKey;
  readonly source: ReportSource;
  readonly errors: string | null;
}

/** Parameters: calls. Primary key of reports. */
export const NOTABLE_REPORTS = query<NotableRow>(`
  select call_key, source, errors from reports
  where call_key in ${LISTED} and (errors is not null or source = 'stale')`);

interface CountRow {
  readonly call_key: CallKey;
  readonly state: StoredState;
  readonly count: number;
}

/** Parameters: calls. deliveries_by_call; a call has at most a few thousand. */
export const DELIVERY_COUNTS = query<CountRow>(`
  select call_key, state, count(*) count from deliveries
  where call_key in ${LISTED} group by call_key, state`);

/** Parameters: calls. Primary key, then runs_by_call. */
export const RUN_COUNTS = query<{ readonly call_key: CallKey; readonly count: number }>(`
  select c.key call_key, (select count(*) from runs r where r.call_id_hash = c.call_id_hash
    and r.project_key = c.project_key and r.call_id = c.call_id) count
  from calls c where c.key in ${LISTED}`);

export function* withFigures(calls: readonly CallSummary[]): Operation<readonly ListedCall[]> {
  if (calls.length === 0) return [];
  const keys = listOf(calls);
  const figures = new Map(calls.map(({ key }) => [key, noFigures()]));
  for (const { call_key, source, errors } of yield* all(NOTABLE_REPORTS, keys)) {
    const mine = figures.get(call_key);
    if (source === 'stale' && mine !== undefined) mine.stale = true;
    for (const { code } of readJsonOrNull<readonly ReportedError[]>(errors) ?? []) {
      mine?.errors.add(code);
    }
  }
  for (const { call_key, state, count } of yield* all(DELIVERY_COUNTS, keys)) {
    const mine = figures.get(call_key);
    if (mine === undefined) continue;
    mine.deliveries += count;
    if (OPEN.has(state)) mine.open += count;
    else if (state === 'delivered') mine.delivered += count;
    else if (state !== 'cancelled') mine.failed += count;
  }
  for (const { call_key, count } of yield* all(RUN_COUNTS, keys)) {
    const mine = figures.get(call_key);
    if (mine !== undefined) mine.runs = count;
  }
  return calls.map((call) => ({ ...call, figures: shown(figures.get(call.key) ?? noFigures()) }));
}

interface Counting {
  readonly errors: Set<ErrorCode>;
  stale: boolean;
  deliveries: number;
  delivered: number;
  failed: number;
  open: number;
  runs: number;
}

function noFigures(): Counting {
  return {
    errors: new Set(),
    stale: false,
    deliveries: 0,
    delivered: 0,
    failed: 0,
    open: 0,
    runs: 0,
  };
}

function shown({ errors, ...counts }: Counting): CallFigures {
  return { ...counts, errors: [...errors].sort() };
}
