/**
 * Step 1 for the Twilio family: makes one report of the fields of one status callback (S2.19), a
 * hint of the result of asynchronous answering-machine detection, which comes before the call ends,
 * or a report of facts of a recording, which comes after it.
 * The report's id is made of signed fields, so that a retried callback is the same report again.
 * Signatures are checked elsewhere.
 */
import type { Report } from '../../core/call/report.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import type {
  IngestFacts,
  IngestRequest,
  IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { type CallNames, nameCall } from '../call-naming.ts';
import type { FormFields } from '../form.ts';
import { ignored, refused, taken, visible } from '../result.ts';
import { factsOf, recordingOf } from './call-facts.ts';
import type { Cause } from './cause-mapping.ts';
import { hintOf, mapStatus, variantsOf } from './status-mapping.ts';
import { parseTimestamp } from './timestamp.ts';

/** The fields that decide; `call-facts.ts` reads others, and the rest is ignored. */
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
  'RecordingStatus',
] as const;

type Callback = Readonly<Record<(typeof FIELDS_READ)[number], string | null>>;

export interface CallbackContext {
  /** `callId` and `clientId` of the callback address. */
  readonly query: IngestRequest['query'];
  /** The provider's header; it is not signed, so it is used only if no signed field will do. */
  readonly idempotencyToken: string | undefined;
  /** What the report's id begins with; absent: `twilio`. */
  readonly adapter?: string;
}

/** A call's own id is 34 characters; relatives of the provider use up to twice that. */
const CALL_SID = /^[\x21-\x7e]{1,128}$/;

const STATUS_WORD = /^[a-z][a-z_-]{0,31}$/;

export function readCallback(fields: FormFields, context: CallbackContext): IngestResult {
  const repeated = FIELDS_READ.find((name) => (fields.get(name)?.length ?? 0) > 1);
  if (repeated !== undefined) return refused('MALFORMED_FORM', `${repeated} is given twice.`);
  const { idempotencyToken: token, adapter = 'twilio' } = context;
  const callback = pick(fields);
  const callSid = callback.CallSid;
  if (callSid === null || !CALL_SID.test(callSid)) {
    return refused('INVALID_INPUT', 'CallSid must be 1 to 128 visible ASCII characters.');
  }
  const names = nameCall(context.query, callSid, 'CallSid');
  if (names.kind === 'refused') return names;
  const word = callback.CallStatus;
  if (word === null && callback.RecordingStatus !== null) {
    return readRecording(callback.RecordingStatus, fields, { names, adapter });
  }
  if (word === null) return readDetection(callback, names);
  // Text of a following field could stand at its end, since the signature does not separate fields.
  if (!STATUS_WORD.test(word))
    return ignored('The CallStatus is no word.', `CallStatus ${visible(word)}`);
  const direction = directionOf(callback.Direction);
  if (direction === 'child') return ignored('A dialled child leg is no call of its own.');
  if (direction === null) {
    const named = callback.Direction === null ? 'missing' : visible(callback.Direction);
    return ignored('The direction is not known.', `Direction ${named}`);
  }
  const sipCode = numberOf(callback.SipResponseCode ?? callback.SipResultCode);
  const mapped = mapStatus({
    direction,
    word,
    answeredBy: callback.AnsweredBy,
    errorNumber: numberOf(callback.ErrorCode),
    sipCode,
  });
  if (mapped.kind === 'unknown') {
    return ignored('The CallStatus is not known.', `CallStatus ${visible(word)}`);
  }
  const reportId = `${adapter}:${names.callSid}:${placeOf(callback, token)}`;
  const report = reportOf(callback, { ...mapped, direction, names, reportId });
  const variants = callback.AnsweredBy === null ? variantsOf(word, direction) : [];
  const unmapped = mapped.cause?.unmapped ?? null;
  const facts: IngestFacts = { ...factsOf(fields), ...(sipCode !== null && { sipCode }) };
  return taken({
    reports: [{ callId: names.callId, report, variants, facts }],
    unmapped: unmapped === null ? [] : [unmapped],
  });
}

/** Twilio posts a recording by itself, mostly after the call, and says no direction. */
function readRecording(
  status: string,
  fields: FormFields,
  { names, adapter }: { readonly names: CallNames; readonly adapter: string },
): IngestResult {
  const { callId, callSid, clientId } = names;
  const isKnown = RECORDING_STATUSES.some((known) => known === status);
  if (!isKnown) {
    return ignored('The RecordingStatus is not known.', `RecordingStatus ${visible(status)}`);
  }
  if (status !== 'completed') return ignored('The recording is not there.');
  const recording = recordingOf(fields);
  if (recording === null) {
    return ignored('The RecordingUrl does not end with the id of a recording.');
  }
  const report: Report = {
    status: null,
    direction: null,
    callSid,
    clientId,
    errors: [],
    occurredAtMs: null,
    reportId: `${adapter}:${callSid}:recording:${recording.sid}`,
  };
  const facts = { recordingUrl: recording.url };
  return taken({ reports: [{ callId, report, variants: [], facts }] });
}

const RECORDING_STATUSES = ['in-progress', 'completed', 'absent', 'failed'] as const;

/** Asynchronous detection posts who answered, and no status: it counts when the call ends. */
function readDetection({ AnsweredBy: answeredBy }: Callback, { callId }: CallNames): IngestResult {
  if (answeredBy === null) return ignored('The callback has no CallStatus.');
  const hint = hintOf(answeredBy);
  if (hint === 'unknown') return ignored('The detection did not find out who answered.');
  if (hint !== null) return taken({ hints: [{ callId, hint }] });
  return ignored('The AnsweredBy is not known.', `AnsweredBy ${visible(answeredBy)}`);
}

function reportOf(
  callback: Callback,
  known: {
    readonly status: CallStatus;
    readonly cause: Cause | null;
    readonly direction: Direction;
    readonly names: CallNames;
    readonly reportId: string;
  },
): Report {
  const occurredAtMs = parseTimestamp(callback.Timestamp);
  const { cause, names } = known;
  return {
    status: known.status,
    direction: known.direction,
    callSid: names.callSid,
    clientId: names.clientId,
    errors:
      cause === null ? [] : [{ code: cause.code, message: cause.message, atMs: occurredAtMs }],
    occurredAtMs,
    reportId: known.reportId,
  };
}

/**
 * Signed fields come first, because a replayed request could carry any header. The status word is
 * part of the id because some relatives of the provider number every callback 0.
 */
function placeOf(callback: Callback, token: string | undefined): string {
  const place = callback.SequenceNumber ?? token ?? callback.Timestamp ?? '-';
  return `${visible(place)}:${visible(callback.CallStatus ?? '')}`;
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
    RecordingStatus: value('RecordingStatus'),
  };
}

/** `0` means "none" in both the error and the SIP field. */
function numberOf(text: string | null): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null;
  return Number(text) || null;
}
