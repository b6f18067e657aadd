/**
 * Step 3: decides whether a report moves the call (S1.7 to S1.9). Providers send callbacks late,
 * twice and out of order, so a status that cannot be applied is kept with the reason, not refused;
 * only a contradiction is refused. Must never let a rank fall or a terminal status change.
 */
import { type CallFacts, mergeFacts } from './facts.ts';
import { eventTimeMs, type Report } from './report.ts';
import {
  type CallStatus,
  type Direction,
  isInternal,
  isTerminal,
  rankOf,
  TERMINAL_STATUSES,
} from './status.ts';

/** A call between two reports: everything on which its next move depends (S1.7 to S1.11). */
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
  /** What is known of it besides (S2.25); null: nothing. */
  readonly facts: CallFacts | null;
}

/** Why a report's status was kept on the timeline without moving the call. */
export const IGNORED_REASONS = ['STALE', 'DUPLICATE', 'TERMINAL', 'NOT_ALLOWED'] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** `call`: the call after the report; `from` is null for the first status. */
export type Move =
  | {
      readonly kind: 'moved';
      readonly from: CallStatus | null;
      readonly to: CallStatus;
      readonly call: Call;
    }
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason; readonly call: Call }
  | { readonly kind: 'errors-only'; readonly call: Call }
  | { readonly kind: 'facts-only'; readonly call: Call }
  | RefusedMove;

export interface RefusedMove {
  readonly kind: 'refused';
  readonly code: 'DIRECTION_CHANGED' | 'DIRECTION_REQUIRED' | 'STATUS_NOT_FOR_DIRECTION';
  readonly detail: string;
  /** JSON pointer into the report. */
  readonly field: string;
}

const INBOUND_ONLY = 'CONCURRENCY_LIMIT_EXCEEDED';

/** The public statuses that exist for a direction; internal ones exist for both. */
const PUBLIC: Readonly<Record<Direction, ReadonlySet<CallStatus>>> = {
  OUTBOUND: new Set([
    'CALLING',
    'CLOSING',
    ...TERMINAL_STATUSES.filter((status) => status !== INBOUND_ONLY),
  ]),
  INBOUND: new Set(['CALLING', 'CLOSING', 'COMPLETED', 'ERROR', INBOUND_ONLY]),
};

/**
 * The statuses to which a call in progress may move. From no status or an internal one a call may
 * move to any.
 */
const AFTER_CALLING: Readonly<Record<Direction, ReadonlySet<CallStatus>>> = {
  OUTBOUND: new Set([
    'CLOSING',
    'COMPLETED',
    'VOICEMAIL_REACHED',
    'ERROR',
    'BUSY',
    'NO_RESPONSE',
    'UNREACHABLE',
    'CANCELED',
  ]),
  INBOUND: new Set(['CLOSING', 'COMPLETED', 'ERROR']),
};
const AFTER_CLOSING: Readonly<Record<Direction, ReadonlySet<CallStatus>>> = {
  OUTBOUND: new Set(['COMPLETED', 'VOICEMAIL_REACHED', 'ERROR']),
  INBOUND: new Set(['COMPLETED', 'ERROR']),
};

/** `call` null: this is the first report of `callId`. `atMs`: when the report was received. */
export function moveCall(call: Call | null, callId: string, report: Report, atMs: number): Move {
  const direction = call?.direction ?? report.direction;
  if (direction === null) {
    const first = `This is the first report of call ${callId}`;
    return refused('DIRECTION_REQUIRED', `${first}: send direction OUTBOUND or INBOUND.`);
  }
  if (report.direction !== null && report.direction !== direction) {
    const detail = `Call ${callId} is ${direction} since its first report; this cannot change.`;
    return refused('DIRECTION_CHANGED', detail);
  }
  if (report.status !== null && !existsFor(direction, report.status)) {
    const detail = `An ${direction} call cannot have the status ${report.status}.`;
    return refused('STATUS_NOT_FOR_DIRECTION', detail, '/status');
  }
  const known = heard(call ?? newCall(callId, direction, atMs), report, atMs);
  if (report.status === null) {
    return { kind: report.errors.length > 0 ? 'errors-only' : 'facts-only', call: known };
  }
  const reason = whyIgnored(direction, known.status, report.status);
  if (reason !== null) return { kind: 'ignored', reason, call: known };
  return {
    kind: 'moved',
    from: known.status,
    to: report.status,
    call: {
      ...known,
      status: report.status,
      wasInProgress:
        known.wasInProgress || report.status === 'CALLING' || report.status === 'CLOSING',
      endedAtMs: isTerminal(report.status) ? eventTimeMs(report, atMs) : null,
    },
  };
}

function refused(code: RefusedMove['code'], detail: string, field = '/direction'): RefusedMove {
  return { kind: 'refused', code, detail, field };
}

/** Whether a call of this direction may ever have this status. */
export function existsFor(direction: Direction, status: CallStatus): boolean {
  return isInternal(status) || PUBLIC[direction].has(status);
}

function newCall(callId: string, direction: Direction, atMs: number): Call {
  return {
    callId,
    direction,
    status: null,
    callSid: '',
    clientId: '',
    wasInProgress: false,
    firstReportAtMs: atMs,
    lastReportAtMs: atMs,
    endedAtMs: null,
    facts: null,
  };
}

/**
 * The effects that every report has, even one that does not move the call: other ids, facts, and
 * the time of the last report.
 */
function heard(call: Call, report: Report, atMs: number): Call {
  return {
    ...call,
    // An empty id changes nothing, because a callback that does not know an id must not erase it.
    callSid: report.callSid || call.callSid,
    clientId: report.clientId || call.clientId,
    lastReportAtMs: atMs,
    facts: report.facts ? mergeFacts(call.facts, report.facts) : call.facts,
  };
}

function whyIgnored(
  direction: Direction,
  from: CallStatus | null,
  to: CallStatus,
): IgnoredReason | null {
  if (from === null) return null;
  if (from === to) return 'DUPLICATE';
  if (isTerminal(from)) return 'TERMINAL';
  if (rankOf(to) < rankOf(from)) return 'STALE';
  if (isInternal(from)) return null;
  const allowed = from === 'CALLING' ? AFTER_CALLING : AFTER_CLOSING;
  return allowed[direction].has(to) ? null : 'NOT_ALLOWED';
}
