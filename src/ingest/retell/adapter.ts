/**
 * Step 1 for Retell AI: verifies that Retell signed the webhook (HMAC-SHA256 over the body and the
 * time, with an API key), makes a report of it, and of a call that ended its log. Documents:
 * Webhook overview, Secure webhook, Debug call disconnection, the call object of the API, and
 * webhook_auth of retell-sdk 4, read on 2026-11-26. Retell tries again, up to 3 times, if no 2xx
 * comes within 10 s. Source: S2.14, S2.15, S2.21, S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import {
  INGEST_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, NO_CONTENT, refused, strangeDirection, taken, visible } from '../result.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { type ByHint, INTERRUPTED, reportOf, statusTable } from '../status-table.ts';
import { callLogOf, recordingOf } from './call-log.ts';

export const retellAdapter: IngestAdapter = {
  name: 'retell',
  about: {
    title: 'Retell AI',
    signature: 'HMAC-SHA256 over the body and the time',
    secret: {
      from: 'platform',
      where: 'The API key that has the webhook badge: Settings, API Keys.',
      form: 'text',
    },
    address: 'Enter it as webhook URL of an agent, or of the account under Settings, Webhooks.',
    events: 'answer, end with its cause',
    callLogs: true,
    guide: 'ingest-from-retell.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: INGEST_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['x-retell-signature'],
  windowMs: WINDOW_MS,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';
/** Of a call that was stopped by hand: only one that began was a call. */
const STOPPED: ByHint = { ANSWERED: 'COMPLETED', otherwise: 'CANCELED' };

/** `event`; of a call that ended, its `disconnection_reason`. */
const TABLE = statusTable({
  // word                                           outbound                    inbound
  call_started: /*                              */ ['CALLING', 'CALLING'],
  'ended user_hangup': /*                       */ ['COMPLETED', 'COMPLETED'],
  'ended agent_hangup': /*                      */ ['COMPLETED', 'COMPLETED'],
  'ended call_transfer': /*                     */ ['COMPLETED', 'COMPLETED'],
  'ended transfer_bridged': /*                  */ ['COMPLETED', 'COMPLETED'],
  'ended call_take_over': /*                    */ ['COMPLETED', 'COMPLETED'],
  'ended inactivity': /*                        */ ['COMPLETED', 'COMPLETED'],
  'ended max_duration_reached': /*              */ ['COMPLETED', 'COMPLETED'],
  'ended ivr_reached': /*                       */ ['COMPLETED', 'COMPLETED'],
  'ended voicemail_reached': /*                 */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  'ended machine_detected': /*                  */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  'ended manual_stopped': /*                    */ [STOPPED, 'COMPLETED'],
  'ended dial_busy': /*                         */ ['BUSY', FAILED],
  'ended user_declined': /*                     */ ['BUSY', FAILED],
  'ended dial_no_answer': /*                    */ ['NO_RESPONSE', FAILED],
  'ended invalid_destination': /*               */ ['UNREACHABLE', FAILED],
  'ended dial_failed': /*                       */ [FAILED, FAILED],
  'ended telephony_provider_unavailable': /*    */ [FAILED, FAILED],
  'ended sip_routing_error': /*                 */ [FAILED, FAILED],
  'ended registered_call_timeout': /*           */ [FAILED, FAILED],
  'ended error_user_not_joined': /*             */ [FAILED, FAILED],
  'ended error_inbound_webhook': /*             */ [FAILED, FAILED],
  'ended concurrency_limit_reached': /*         */ [FAILED, 'CONCURRENCY_LIMIT_EXCEEDED'],
  'ended no_concurrency_fallback': /*           */ [FAILED, 'CONCURRENCY_LIMIT_EXCEEDED'],
  'ended telephony_provider_permission_denied': [DENIED, DENIED],
  'ended marked_as_spam': /*                    */ [DENIED, DENIED],
  'ended no_valid_payment': /*                  */ [DENIED, DENIED],
  'ended scam_detected': /*                     */ [DENIED, DENIED],
  'ended error_llm_websocket_*': /*             */ INTERRUPTED,
  'ended error_no_audio_received': /*           */ INTERRUPTED,
  'ended error_asr': /*                         */ INTERRUPTED,
  'ended error_retell': /*                      */ ['ERROR INTERNAL_ERROR', 'ERROR INTERNAL_ERROR'],
  'ended error_unknown': /*                     */ ['ERROR UNKNOWN_ERROR', 'ERROR UNKNOWN_ERROR'],
  // What is said besides, which no status of ours follows from.
  call_analyzed: /*                             */ [null, null],
  transcript_updated: /*                        */ [null, null],
  transfer_started: /*                          */ [null, null],
  transfer_bridged: /*                          */ [null, null],
  transfer_cancelled: /*                        */ [null, null],
  transfer_ended: /*                            */ [null, null],
  'chat_*': /*                                  */ [null, null],
});

/** The key of `v=…,d=…` is the API key of the account that has the webhook badge. */
const signatureFault = hmacOfTimeAndBody({
  style: 'v,d',
  header: 'x-retell-signature',
  timeHeader: null,
  windowMs: WINDOW_MS,
});

function read(request: IngestRequest): IngestResult {
  return readSignedJson(request, signatureFault, readWebhook);
}

function readWebhook(webhook: JsonObject, request: IngestRequest): IngestResult {
  const { event, call } = webhook;
  if (typeof event !== 'string') return refused('INVALID_INPUT', 'event must be a text.');
  const reason = isObject(call) ? textAt(call, 'disconnection_reason') : null;
  const word = event === 'call_ended' ? `ended ${reason ?? '-'}` : event;
  const line = TABLE.line(word);
  if (line === null) return ignored('The event is not known.', visible(word));
  if (line[0] === null) return ignored('Nothing follows from this event.');
  if (!isObject(call)) return refused('INVALID_INPUT', 'call must be an object.');
  const names = nameCall(request.query, textAt(call, 'call_id'), 'call.call_id');
  if (names.kind === 'refused') return names;
  const { callId } = names;
  const isStart = event === 'call_started';
  const said = textAt(call, 'direction');
  const direction = said === null ? unsaidDirection(call) : (DIRECTIONS.get(said) ?? null);
  if (direction === null && said !== null) return strangeDirection('direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: timeAt(call, isStart ? 'start_timestamp' : 'end_timestamp', 1),
    reportId: `retell:${names.callSid}:${visible(word)}`,
    cause: reason,
    facts: factsOf(call, reason),
  });
  const log = isStart || direction === null ? null : callLogOf(call, direction);
  return taken({
    reports: report === null ? [] : [report],
    hints: isStart ? [{ callId, hint: 'ANSWERED' }] : [],
    callLog: log === null ? null : { callId, log },
  });
}

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

/** A web call says no direction: a person calls the agent from a page. */
function unsaidDirection(call: JsonObject): Direction | null {
  return textAt(call, 'call_type') === 'web_call' ? 'INBOUND' : null;
}

function factsOf(call: JsonObject, reason: string | null): IngestFacts {
  const [from, to] = [textAt(call, 'from_number'), textAt(call, 'to_number')];
  const endedAtMs = timeAt(call, 'end_timestamp', 1);
  const durationMs = numberAt(call, 'duration_ms');
  const recordingUrl = recordingOf(call);
  const agentId = textAt(call, 'agent_id');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(durationMs !== null && durationMs >= 0 && { durationMs: Math.round(durationMs) }),
    ...(reason !== null && { hangupCause: reason }),
    ...(recordingUrl !== null && { recordingUrl }),
    ...(agentId !== null && { agentId }),
    ...metadataOf(call.metadata, 'metadata'),
  };
}
