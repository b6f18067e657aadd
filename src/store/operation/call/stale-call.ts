/**
 * The calls without a report for too long (S1.14), for the sweep that ends them. They are read
 * apart from the path of a report.
 */
import { STALE_CLASSES, staleAfterMs } from '../../../core/call/stale.ts';
import { DIRECTIONS } from '../../../core/call/status.ts';
import type { StaleCall } from '../../../engine/ports/report-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, query } from '../../statement.ts';
import { projects } from '../project/project.ts';
import { CALL_COLUMNS, type CallRow, toCall } from './call.ts';

/**
 * Parameters: project, direction, class, last report at or before, limit. Index calls_stale. Calls
 * whose last reports share a millisecond come in the order in which the calls began.
 */
export const STALE_CALLS = query<CallRow>(`
  select ${CALL_COLUMNS} from calls indexed by calls_stale
  where project_key = ? and direction = ? and stale_class = ? and last_report_at <= ?
  order by last_report_at, key limit ?`);

/** One range of the index per (project, direction, class); no other rows are read. */
export function* staleCalls(asked: Asked<'staleCalls'>): Operation<readonly StaleCall[]> {
  const found: StaleCall[] = [];
  for (const project of yield* projects()) {
    for (const direction of DIRECTIONS) {
      if (direction === 'OUTBOUND' && !project.stale.outbound) continue;
      for (const staleClass of STALE_CLASSES) {
        const before = asked.nowMs - staleAfterMs(staleClass, project.stale);
        const rows = yield* all(
          STALE_CALLS,
          project.key,
          direction,
          staleClass,
          before,
          asked.limit,
        );
        for (const row of rows) found.push({ projectKey: project.key, call: toCall(row) });
      }
    }
  }
  found.sort((one, other) => one.call.lastReportAtMs - other.call.lastReportAtMs);
  return found.slice(0, asked.limit);
}
