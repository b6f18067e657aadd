/**
 * Step 1 for the Twilio family: makes one report of the fields of one status callback (S2.19). The
 * call's id is `callId` of the callback address, else the provider's CallSid; the report's id is
 * made of signed fields, so that a retried callback is the same report again. Signatures are
 * checked elsewhere.
 */
import type { Report } from '../../core/call/report.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import { ID_BOUNDS, lineFault, OPTIONAL_ID_BOUNDS } from '../../core/text.ts';
import type { IngestResult } from '../../engine/ports/ingest-adapter.ts';
import type { FormFields } from '../form.ts';
import type { Cause } from './cause-mapping.ts';
import { mapStatus } from './status-mapping.ts';
import { parseTimestamp } from './timestamp.ts';

/** The fields that are read from a callback; others are ignored. */
const FIELDS_READ = [
  'CallSid',
  'CallStatus',
  'Direction',
  'SequenceNumber',
  'Timestamp',
  'AnsweredBy',
  'ErrorCode',
  'SipResponseCode',
  'SipResultCode',
] as const;

type Callback = Readonly<Record<(typeof FIELDS_READ)[number], string | null>>;

export interface CallbackContext {
  /** From the query of the callback address. */
  readonly callId: string | undefined;
  readonly clientId: string | undefined;
  /** The provider's header; it is not signed, so it is used only if no signed field will do. */
  readonly idempotencyToken: string | undefined;
}

/** A call's own id is 34 characters; relatives of the provider use up to twice that. */
const CALL_SID = /^[\x21-\x7e]{1,128}$/;

const STATUS_WORD = /^[a-z][a-z_-]{0,31}$/;

export function readCallback(fields: FormFields, context: CallbackContext): IngestResult {
  const repeated = FIELDS_READ.find((name) => (fields.get(name)?.length ?? 0) > 1);
  if (repeated !== undefined) return refused('MALFORMED_FORM', `${repeated} is given twice.`);
  const callback = pick(fields);
  const callSid = callback.CallSid;
  if (callSid === null || !CALL_SID.test(callSid)) {
    return refused('INVALID_INPUT', 'CallSid must be 1 to 128 visible ASCII characters.');
  }
  const fault = faultOf(context);
  if (fault !== null) return refused('INVALID_INPUT', fault);
  const word = callback.CallStatus;
  if (word === null) return ignored('The callback has no CallStatus.', null);
  // Text of a following field could stand at its end, since the signature does not separate fields.
  if (!STATUS_WORD.test(word))
    return ignored('The CallStatus is no word.', `CallStatus ${cut(word)}`);
  const direction = directionOf(callback.Direction);
  if (direction === 'child') return ignored('A dialled child leg is no call of its own.', null);
  if (direction === null) {
    const named = callback.Direction === null ? 'missing' : cut(callback.Direction);
    return ignored('The direction is not known.', `Direction ${named}`);
  }
  const mapped = mapStatus({
    direction,
    word,
    answeredBy: callback.AnsweredBy,
    errorNumber: numberOf(callback.ErrorCode),
    sipCode: numberOf(callback.SipResponseCode ?? callback.SipResultCode),
  });
  if (mapped.kind === 'unknown') {
    return ignored('The CallStatus is not known.', `CallStatus ${cut(word)}`);
  }
  return {
    kind: 'report',
    callId: context.callId ?? callSid,
    report: reportOf(callback, { ...mapped, direction, callSid, context }),
    unmapped: mapped.cause?.unmapped ?? null,
  };
}

function reportOf(
  callback: Callback,
  known: {
    readonly status: CallStatus;
    readonly cause: Cause | null;
    readonly direction: Direction;
    readonly callSid: string;
    readonly context: CallbackContext;
  },
): Report {
  const occurredAtMs = parseTimestamp(callback.Timestamp);
  const { cause, context } = known;
  return {
    status: known.status,
    direction: known.direction,
    callSid: known.callSid,
    clientId: context.clientId ?? null,
    errors:
      cause === null ? [] : [{ code: cause.code, message: cause.message, atMs: occurredAtMs }],
    occurredAtMs,
    reportId: reportIdOf(callback, known.callSid, context.idempotencyToken),
  };
}

/**
 * Signed fields come first, because a replayed request could carry any header. The status word is
 * part of the id because some relatives of the provider number every callback 0.
 */
function reportIdOf(callback: Callback, callSid: string, token: string | undefined): string {
  const word = cut(callback.CallStatus ?? '');
  const place = callback.SequenceNumber ?? token ?? callback.Timestamp ?? '-';
  return `twilio:${callSid}:${cut(place)}:${word}`;
}

/** The ids that the operator put into the callback address. */
function faultOf(context: CallbackContext): string | null {
  const callId = context.callId === undefined ? null : lineFault(context.callId, ID_BOUNDS);
  if (callId !== null) return `callId of the callback address: ${callId}`;
  const clientId =
    context.clientId === undefined ? null : lineFault(context.clientId, OPTIONAL_ID_BOUNDS);
  return clientId === null ? null : `clientId of the callback address: ${clientId}`;
}

/** `child`: a leg dialled for another call, which has its own callbacks. */
function directionOf(text: string | null): Direction | 'child' | null {
  if (text === 'outbound-dial') return 'child';
  if (text === 'inbound') return 'INBOUND';
  if (text === 'outbound-api' || text === 'outbound') return 'OUTBOUND';
  return null;
}

/** An empty field counts as missing. */
function pick(fields: FormFields): Callback {
  const value = (name: string): string | null => fields.get(name)?.[0] || null;
  return {
    CallSid: value('CallSid'),
    CallStatus: value('CallStatus'),
    Direction: value('Direction'),
    SequenceNumber: value('SequenceNumber'),
    Timestamp: value('Timestamp'),
    AnsweredBy: value('AnsweredBy'),
    ErrorCode: value('ErrorCode'),
    SipResponseCode: value('SipResponseCode'),
    SipResultCode: value('SipResultCode'),
  };
}

/** `0` means "none" in both the error and the SIP field. */
function numberOf(text: string | null): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null;
  return Number(text) || null;
}

/** A value for an id, a log line or a metric must be short and visible. */
function cut(text: string): string {
  return text
    .replace(/[^\x21-\x7e]/g, ' ')
    .trim()
    .slice(0, 64);
}

function ignored(why: string, unmapped: string | null): IngestResult {
  return { kind: 'ignored', why, unmapped };
}

function refused(code: 'MALFORMED_FORM' | 'INVALID_INPUT', detail: string): IngestResult {
  return { kind: 'refused', code, detail };
}
