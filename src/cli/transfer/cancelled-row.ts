/**
 * A row as the copy of a service that goes on has it (`--open cancel`): what was open is cancelled,
 * so that only the source sends it, and a call that was under way never becomes stale in the copy.
 * A deletion that was under way no longer names whose calls it deletes, as after an abort.
 * Rows keep their places, so the sequence of a lane has no gap.
 */
import { type BulkJobRow, hiddenSubject } from '../../store/operation/delivery/bulk-job.ts';
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
    case 'bulk_jobs': {
      if (row.ended_at !== null) return row;
      const hidden = hiddenSubject(row as unknown as BulkJobRow);
      return { ...row, state: 'aborted', ended_at: nowMs, ...hidden };
    }
    case 'calls':
      return { ...row, stale_class: null };
    default:
      return row;
  }
}
