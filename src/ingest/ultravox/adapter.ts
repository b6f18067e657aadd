/**
 * Step 1 for Ultravox: verifies that Ultravox signed the webhook (HMAC-SHA256 over the body and the
 * time) and makes a report of it. Documents: Available webhooks, Securing webhooks, Error handling
 * & retries, Call definition, and SIP of docs.ultravox.ai, read on 2026-11-26. Ultravox tries again
 * after 4xx and 5xx, 10 times, first after 30 s and then twice as long each. Source: S2.14, S2.21,
 * S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import { parseIsoTime } from '../../core/time.ts';
import {
  INGEST_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { isObject, type JsonObject, textAt, valueAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, NO_CONTENT, refused, taken, visible } from '../result.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { INTERRUPTED, type Line, reportOf, statusTable } from '../status-table.ts';

export const ultravoxAdapter: IngestAdapter = {
  name: 'ultravox',
  about: {
    title: 'Ultravox',
    signature: 'HMAC-SHA256 over the body and the time',
    secret: {
      from: 'operator',
      where: 'The secret of the webhook, which you choose, or one that Ultravox makes.',
      form: 'text',
    },
    address:
      'Create a webhook with it in the console, with the events call.started, call.joined and ' +
      'call.ended.',
    events: 'begin, answer, end with its cause',
    callLogs: false,
    guide: 'ingest-from-ultravox.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: INGEST_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['x-ultravox-webhook-signature'],
  windowMs: WINDOW_MS,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read: (request) => readSignedJson(request, signatureFault, readWebhook),
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const FAULT = 'ERROR INTERNAL_ERROR';

const GONE: Line = ['UNREACHABLE', FAILED];
const UNJOINED = 'unjoined SIP_TERMINATION';

/**
 * `event`; of a call that ended, its `endReason`; of one that was never joined, with what SIP
 * said of it (`sipDetails.terminationReason`), if anything.
 */
const TABLE = statusTable({
  // word                       outbound       inbound
  'call.started': /*        */ ['DIALING', 'ACCEPTING'],
  'call.joined': /*         */ ['CALLING', 'CALLING'],
  'ended hangup': /*        */ ['COMPLETED', 'COMPLETED'],
  'ended agent_hangup': /*  */ ['COMPLETED', 'COMPLETED'],
  'ended timeout': /*       */ ['COMPLETED', 'COMPLETED'],
  'ended unjoined': /*      */ ['NO_RESPONSE', FAILED],
  [`${UNJOINED}_NORMAL`]: /*  */ ['NO_RESPONSE', FAILED],
  [`${UNJOINED}_UNKNOWN`]: /* */ ['NO_RESPONSE', FAILED],
  [`${UNJOINED}_TIMEOUT`]: /* */ ['NO_RESPONSE', FAILED],
  [`${UNJOINED}_BUSY`]: /*    */ ['BUSY', FAILED],
  [`${UNJOINED}_REJECTED`]: /**/ ['BUSY', FAILED],
  // The caller hung up before the answer.
  [`${UNJOINED}_CANCELED`]: /**/ ['CANCELED', 'COMPLETED'],
  [`${UNJOINED}_INVALID_NUMBER`]: GONE,
  [`${UNJOINED}_DESTINATION_UNAVAILABLE`]: GONE,
  'ended connection_error': /**/ INTERRUPTED,
  'ended connection_error unjoined': [FAILED, FAILED],
  'ended system_error': /*  */ [FAULT, FAULT],
  // What it cost, which is said once more after the end.
  'call.billed': /*         */ [null, null],
});

const signatureFault = hmacOfTimeAndBody({
  style: 'body+time',
  header: 'x-ultravox-webhook-signature',
  timeHeader: 'x-ultravox-webhook-timestamp',
  windowMs: WINDOW_MS,
});

function readWebhook(webhook: JsonObject, request: IngestRequest): IngestResult {
  const { event, call } = webhook;
  if (typeof event !== 'string') return refused('INVALID_INPUT', 'event must be a text.');
  const reason = isObject(call) ? textAt(call, 'endReason') : null;
  const isEnd = event === 'call.ended';
  const isLost = reason === 'connection_error' && isObject(call) && textAt(call, 'joined') === null;
  const sip = (reason === 'unjoined' || isLost) && isObject(call) ? sipReasonOf(call) : null;
  const own = sip === null ? null : TABLE.line(`unjoined ${sip}`);
  const word = isEnd ? `ended ${reason ?? '-'}${isLost ? ' unjoined' : ''}` : event;
  const line = own ?? TABLE.line(word);
  if (line === null) return ignored('The event is not known.', visible(word));
  if (line[0] === null) return ignored('Nothing follows from this event.');
  if (!isObject(call)) return refused('INVALID_INPUT', 'call must be an object.');
  const names = nameCall(request.query, textAt(call, 'callId'), 'call.callId');
  if (names.kind === 'refused') return names;
  const report = reportOf(line, {
    names,
    direction: directionOf(call),
    occurredAtMs: momentOf(call, MOMENTS.get(event) ?? 'ended'),
    reportId: `ultravox:${names.callSid}:${visible(word)}`,
    cause: isEnd ? (sip ?? reason) : null,
    facts: factsOf(call, isEnd ? (sip ?? reason) : null),
  });
  if (report === null) return ignored('Nothing follows from it.');
  // That it was never joined is sure; how SIP ended it is named for the operator.
  const isKnown = sip === null || own !== null;
  return taken({
    reports: [report],
    unmapped: isKnown ? [] : [`terminationReason ${visible(sip)}`],
  });
}

/** Null: it is no call over SIP, or its telephone line is not yet closed. */
function sipReasonOf(call: JsonObject): string | null {
  return textAt(call, 'sipDetails.terminationReason');
}

const MOMENTS: ReadonlyMap<string, string> = new Map([
  ['call.started', 'created'],
  ['call.joined', 'joined'],
]);

/** Which way a medium of telephony goes, `{"sip": {"outgoing": {…}}}`; null: not said. */
function directionOf(call: JsonObject): Direction | null {
  const media = Object.entries(isObject(call.medium) ? call.medium : {});
  for (const [, medium] of media) {
    if (isObject(medium) && isObject(medium.outgoing)) return 'OUTBOUND';
    if (isObject(medium) && isObject(medium.incoming)) return 'INBOUND';
  }
  // By WebRTC, also if none is named, a person calls the agent, on a page or in an app.
  return media.length === 0 || isObject(valueAt(call, 'medium.webRtc')) ? 'INBOUND' : null;
}

/** Null: not yet, or it never was. */
function momentOf(call: JsonObject, name: string): number | null {
  const text = textAt(call, name);
  return text === null ? null : parseIsoTime(text);
}

/** `ultravox.…` are Ultravox' own, among them the SIP headers and the name that a caller sends. */
function isOwn(entry: string): boolean {
  return !entry.startsWith('ultravox.');
}

function factsOf(call: JsonObject, reason: string | null): IngestFacts {
  const outgoing = Object.values(isObject(call.medium) ? call.medium : {}).map((medium) =>
    isObject(medium) && isObject(medium.outgoing) ? medium.outgoing : {},
  );
  const [said = {}] = outgoing;
  const [from, to, agentId] = [textAt(said, 'from'), textAt(said, 'to'), textAt(call, 'agentId')];
  const answeredAtMs = momentOf(call, 'joined');
  const endedAtMs = reason === null ? null : momentOf(call, 'ended');
  const lasted = answeredAtMs !== null && endedAtMs !== null && endedAtMs >= answeredAtMs;
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(lasted && { durationMs: endedAtMs - answeredAtMs }),
    ...(reason !== null && { hangupCause: reason }),
    ...(agentId !== null && { agentId }),
    ...metadataOf(call.metadata, 'metadata', isOwn),
  };
}
