/**
 * A report: what a telephony platform tells us about a call (S2.1). This is its shape after
 * validation; `report-rules.ts` says which values are allowed.
 */
import type { ReportedError } from '../payload/call-error.ts';
import type { CallStatus, Direction } from './status.ts';

/** At least one of `status` and `errors` is given. Times: epoch ms. */
export interface Report {
  readonly status: CallStatus | null;
  readonly direction: Direction | null;
  /** Null or empty: not said, keep what is known (S1.11). */
  readonly callSid: string | null;
  readonly clientId: string | null;
  readonly errors: readonly ReportedError[];
  readonly occurredAtMs: number | null;
  /** De-duplicates within the call for `REPORT_ID_DAYS`. */
  readonly reportId: string | null;
}

export const REPORT_ID_DAYS = 7;
