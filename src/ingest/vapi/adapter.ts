/**
 * Step 1 for Vapi: verifies that Vapi sent the message to this server URL, makes a report of it,
 * and of the report at the end of a call its log. Documents: Server events, Server authentication,
 * Call ended reasons, and the types ServerMessage…, Call, AssistantOverrides, Artifact and
 * HmacAuthenticationPlan of server-sdk 2.0.1, read on 2026-11-26. Vapi tries again only if the
 * server has a `backoffPlan`, then after any answer that is not 2xx. Source: S2.14, S2.15, S2.21,
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
import { isObject, type JsonObject, textAt, timeAt, valueAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { readSignedJson } from '../signed-json.ts';
import { type Line, reportOf, statusTable } from '../status-table.ts';
import { callLogOf, recordingOf } from './call-log.ts';
import { credentialFault, proofHeaders, secretFault, settingsFaults } from './credential.ts';
import { ENDED_REASONS } from './ended-reason.ts';

export const vapiAdapter: IngestAdapter = {
  name: 'vapi',
  about: {
    title: 'Vapi',
    signature: 'a Bearer token, a token in a header, or HMAC-SHA256 over the time and the body',
    secret: {
      from: 'operator',
      where:
        'The secret of a custom credential: Integrations, Server Configuration, Add Custom ' +
        'Credential.',
      form: 'text',
    },
    address: 'Enter it as server URL of the assistant, of a phone number or of the organisation.',
    events: 'begin, ringing, answer, end with its cause, voicemail',
    callLogs: true,
    guide: 'ingest-from-vapi.md',
    settings: { signature: { scheme: 'hmac-body', header: 'x-acme-signature' } },
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: INGEST_BYTES_MAX,
  signsAddress: false,
  proofHeaders,
  // Only an HMAC with a time has one.
  windowMs: null,
  answer: OK,
  statusOf: {},
  settingsFaults,
  secretFault,
  read: (request) =>
    readSignedJson(request, (signed) => credentialFault(signed, request.settings), readMessage),
};

/** `type`; of a status-update, its `status`. How a call ended stands in ENDED_REASONS. */
const TABLE = statusTable({
  // word                            outbound     inbound
  'status queued': /*            */ ['DIALING', 'ACCEPTING'],
  'status ringing': /*           */ ['CALLING', 'ACCEPTING'],
  'status in-progress': /*       */ ['CALLING', 'CALLING'],
  // What is said besides, which no status of ours follows from.
  'status scheduled': /*         */ [null, null],
  'status forwarding': /*        */ [null, null],
  'status ended': /*             */ [null, null],
  'status not-found': /*         */ [null, null],
  'status deletion-failed': /*   */ [null, null],
  'assistant-request': /*        */ [null, null],
  'assistant.speechStarted': /*  */ [null, null],
  'call.*': /*                   */ [null, null],
  'campaign.predial': /*         */ [null, null],
  'chat.*': /*                   */ [null, null],
  'conversation-update': /*      */ [null, null],
  'function-call': /*            */ [null, null],
  'handoff-destination-request': [null, null],
  hang: /*                       */ [null, null],
  'knowledge-base-request': /*   */ [null, null],
  'language-change-detected': /* */ [null, null],
  'model-output': /*             */ [null, null],
  'phone-call-control': /*       */ [null, null],
  'session.*': /*                */ [null, null],
  'speech-update': /*            */ [null, null],
  'tool-calls': /*               */ [null, null],
  'transcript*': /*              */ [null, null],
  'transfer-destination-request': [null, null],
  'transfer-update': /*          */ [null, null],
  'user-interrupted': /*         */ [null, null],
  'voice-input': /*              */ [null, null],
  'voice-request': /*            */ [null, null],
});

function readMessage({ message }: JsonObject, request: IngestRequest): IngestResult {
  if (!isObject(message)) return refused('INVALID_INPUT', 'message must be an object.');
  const type = textAt(message, 'type');
  if (type === null) return refused('INVALID_INPUT', 'message.type must be a text.');
  const said = saidOf(message, type);
  if (said.line === null) return ignored('The message is not known.', visible(said.word));
  if (said.line[0] === null) return ignored('Nothing follows from this message.');
  const names = nameCall(request.query, textAt(message, 'call.id'), 'message.call.id');
  if (names.kind === 'refused') return names;
  const { callId } = names;
  const callType = textAt(message, 'call.type');
  const direction = DIRECTIONS.get(callType) ?? null;
  if (direction === null && callType !== null) return strangeDirection('call.type', callType);
  const report = reportOf(said.line, {
    names,
    direction,
    occurredAtMs: endedAt(message) ?? timeAt(message, 'timestamp', 1),
    reportId: `vapi:${names.callSid}:${visible(said.word)}`,
    cause: said.reason,
    facts: factsOf(message, direction, said.reason),
  });
  const log = said.isReport && direction !== null ? callLogOf(message, direction) : null;
  return taken({
    reports: report === null ? [] : [report],
    hints: said.word === 'status in-progress' ? [{ callId, hint: 'ANSWERED' }] : [],
    callLog: log === null ? null : { callId, log },
  });
}

interface What {
  /** What was said, for the id and for the operator. */
  readonly word: string;
  readonly line: Line | null;
  /** Why the call ended; null: it did not, or that is not said. */
  readonly reason: string | null;
  readonly isReport: boolean;
}

/** The end is told twice: at once, mostly with its reason, and in a report with all about it. */
function saidOf(message: JsonObject, type: string): What {
  const isReport = type === 'end-of-call-report';
  const status = type === 'status-update' ? `status ${textAt(message, 'status') ?? '-'}` : null;
  const reason = isReport || status === 'status ended' ? textAt(message, 'endedReason') : null;
  if (isReport || reason !== null) {
    const word = `${isReport ? 'report' : 'ended'} ${reason ?? '-'}`;
    return { word, line: reason === null ? null : ENDED_REASONS.line(reason), reason, isReport };
  }
  const word = status ?? type;
  return { word, line: TABLE.line(word), reason, isReport };
}

/** `call.type`; a person begins a call that is no phone call, on a page or in an app. */
const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inboundPhoneCall', 'INBOUND'],
  ['outboundPhoneCall', 'OUTBOUND'],
  ['webCall', 'INBOUND'],
  ['vapi.websocketCall', 'INBOUND'],
]);

function endedAt(message: JsonObject): number | null {
  const text = textAt(message, 'endedAt') ?? textAt(message, 'call.endedAt');
  return text === null ? null : parseIsoTime(text);
}

/**
 * Not `variableValues`, which Vapi fills with SIP headers, too; and nothing of a call on a page,
 * which begins it with what it likes: a caller could write these.
 */
function attachedTo(message: JsonObject): IngestFacts {
  return metadataOf(valueAt(message, 'call.assistantOverrides.metadata'), '-');
}

function factsOf(
  message: JsonObject,
  direction: Direction | null,
  reason: string | null,
): IngestFacts {
  const first = (...paths: readonly string[]) =>
    paths.reduce<string | null>((found, path) => found ?? textAt(message, path), null);
  const ours = first('phoneNumber.number', 'call.phoneNumber.number');
  const theirs = first('customer.number', 'customer.sipUri', 'call.customer.number');
  const [from, to] = direction === 'INBOUND' ? [theirs, ours] : [ours, theirs];
  const agentId = first('call.assistantId');
  const startedAt = first('startedAt', 'call.startedAt');
  const startedAtMs = startedAt === null ? null : parseIsoTime(startedAt);
  const endedAtMs = reason === null ? null : endedAt(message);
  const lasted = startedAtMs !== null && endedAtMs !== null && endedAtMs >= startedAtMs;
  const recordingUrl = reason === null ? null : recordingOf(message);
  return {
    // Without a direction it is not known which of the two called.
    ...(direction !== null && from !== null && { from }),
    ...(direction !== null && to !== null && { to }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(lasted && { durationMs: endedAtMs - startedAtMs }),
    ...(reason !== null && { hangupCause: reason }),
    ...(recordingUrl !== null && { recordingUrl }),
    ...(agentId !== null && { agentId }),
    ...(direction !== null && first('call.type') !== 'webCall' && attachedTo(message)),
  };
}
