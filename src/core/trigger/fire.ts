/**
 * Step 4: a move of a call fires triggers, in order (S3.2 to S3.7), and a report that was ignored
 * fires nothing. Payload errors carry fixed messages only: the reporter's own words must never get
 * from here into a payload.
 */
import type { Report } from '../call/report.ts';
import { type CallStatus, type Direction, isInternal } from '../call/status.ts';
import type { Move } from '../call/transition.ts';
import {
  type CallError,
  ERROR_MESSAGES,
  type ErrorCode,
  type ReportedError,
} from '../payload/call-error.ts';
import { type CallDataVariant, callVariantOf } from '../payload/render.ts';
import { isoTime } from '../time.ts';
import { isTrigger, type Trigger } from './trigger.ts';

/** Ended calls: `CALL_LOG_CREATED` follows (S3.7). */
export const LOGGED: Readonly<Record<Direction, ReadonlySet<CallStatus>>> = {
  OUTBOUND: new Set([
    'COMPLETED',
    'VOICEMAIL_REACHED',
    'ERROR',
    'BUSY',
    'NO_RESPONSE',
    'UNREACHABLE',
  ]),
  INBOUND: new Set(['COMPLETED', 'ERROR', 'CONCURRENCY_LIMIT_EXCEEDED']),
};

/** `data`: the variant of its keys. `errors`: empty if the payload has none. */
export interface Firing {
  readonly trigger: Trigger;
  readonly data: CallDataVariant;
  readonly errors: readonly CallError[];
}

/** `firedAtMs`: the time of the transition; errors without a time of their own get it. */
export function fire(move: Move, report: Report, firedAtMs: number): readonly Firing[] {
  switch (move.kind) {
    case 'ignored':
    case 'refused':
    case 'facts-only':
      return [];
    case 'errors-only':
      return [errorFiring(move.call.direction, report, firedAtMs)];
    case 'moved':
      return fireStatus(move.call.direction, move.to, report, firedAtMs);
  }
}

function fireStatus(
  direction: Direction,
  status: CallStatus,
  report: Report,
  firedAtMs: number,
): readonly Firing[] {
  const failed = report.errors.length > 0;
  if (isInternal(status)) return failed ? [errorFiring(direction, report, firedAtMs)] : [];
  if (status === 'CALLING' || status === 'CLOSING') {
    // The payload of a call in progress has no errors, so they are fired separately.
    const alone = firing(statusTrigger(direction, status), []);
    return failed ? [alone, errorFiring(direction, report, firedAtMs)] : [alone];
  }
  const first =
    status === 'ERROR' || (status === 'COMPLETED' && failed)
      ? errorFiring(direction, report, firedAtMs)
      : firing(statusTrigger(direction, status), payloadErrors(report.errors, firedAtMs));
  if (!LOGGED[direction].has(status)) return [first];
  return [first, firing('CALL_LOG_CREATED', first.errors)];
}

/** `x_CALL_ERROR` with at least one error: UNKNOWN_ERROR if the reporter gave none. */
function errorFiring(direction: Direction, report: Report, firedAtMs: number): Firing {
  const errors = payloadErrors(report.errors, firedAtMs);
  return firing(
    `${direction}_CALL_ERROR`,
    errors.length > 0 ? errors : [callError('UNKNOWN_ERROR', firedAtMs)],
  );
}

function firing(trigger: Exclude<Trigger, 'ACW_COMPLETED'>, errors: readonly CallError[]): Firing {
  return { trigger, data: callVariantOf(trigger), errors };
}

function payloadErrors(errors: readonly ReportedError[], firedAtMs: number): readonly CallError[] {
  return errors.map((error) => callError(error.code, error.atMs ?? firedAtMs));
}

/** An error in the form of a payload: code, its fixed message, time. */
export function callError(code: ErrorCode, atMs: number): CallError {
  return { code, message: ERROR_MESSAGES[code], timestamp: isoTime(atMs) };
}

function statusTrigger(
  direction: Direction,
  status: CallStatus,
): Exclude<Trigger, 'ACW_COMPLETED'> {
  const name = `${direction}_CALL_${status}`;
  if (!isTrigger(name) || name === 'ACW_COMPLETED') throw new Error(`there is no trigger ${name}`);
  return name;
}
