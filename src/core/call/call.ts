/**
 * The state of a call between two reports: everything on which the next transition depends (S1.7 to
 * S1.11).
 */
import type { CallStatus, Direction } from './status.ts';

export interface Call {
  readonly callId: string;
  readonly direction: Direction;
  /** Null until the first report that carries a status (an errors-only report may come first). */
  readonly status: CallStatus | null;
  readonly callSid: string;
  readonly clientId: string;
  /** Whether CALLING or CLOSING has been seen; it decides the error of a stale call. */
  readonly wasInProgress: boolean;
  readonly firstReportAtMs: number;
  readonly lastReportAtMs: number;
  readonly endedAtMs: number | null;
}

/** Why a report's status was kept on the timeline without moving the call. */
export const IGNORED_REASONS = ['STALE', 'DUPLICATE', 'TERMINAL', 'NOT_ALLOWED'] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];
