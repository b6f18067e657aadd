/**
 * A row as the copy of a service that goes on has it (`--open cancel`): what was open is cancelled,
 * so that only the source sends it, and a call that was under way never becomes stale in the copy.
 * Rows keep their places, so the sequence of a lane has no gap.
 */
import type { Row } from '../../store/operation/transfer/column.ts';

export function cancelledRow(table: string, row: Row, nowMs: number): Row {
  switch (table) {
    case 'deliveries': {
      if (row.closed_at !== null) return row;
      const open = { state: 'cancelled', closed_at: nowMs, due_at: null };
      return { ...row, ...open, manual: 0, resume_state: null, resume_at: null };
    }
    case 'runs': {
      if (row.finished_at !== null) return row;
      const ended = { state: 'CANCELLED', reason: 'LAUNCH_CANCELLED', finished_at: nowMs };
      return { ...row, ...ended, due_at: null, give_up_at: null };
    }
    case 'bulk_jobs':
      return row.ended_at === null ? { ...row, state: 'aborted', ended_at: nowMs } : row;
    case 'calls':
      return { ...row, stale_class: null };
    default:
      return row;
  }
}
