/**
 * Step 1 for LiveKit: verifies that LiveKit signed the webhook (a token, HS256, with the SHA-256 of
 * the body), and makes a report of what happens to a SIP participant, which is a telephone call.
 * Documents: Webhooks & events, SIP participant, Participant attributes, livekit_webhook.proto and
 * livekit_models.proto (protocol 1.52), webhook/ and auth/ of livekit/protocol and pkg/sip of
 * livekit/sip, read on 2026-11-26. LiveKit tries again a few times, with the same token, and gives
 * an event up that has waited 30 s. Source: S2.14, S2.15, S2.21, S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { isObject, type JsonObject, textAt } from '../json.ts';
import { ATTACHED, joined, metadataOf } from '../metadata.ts';
import { ignored, OK, refused, taken, visible } from '../result.ts';
import { tokenOfBody } from '../signature/jwt.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { type SignedRequest, WINDOW_MS, windowFault } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { INTERRUPTED, reportOf, statusTable } from '../status-table.ts';

export const livekitAdapter: IngestAdapter = {
  name: 'livekit',
  about: {
    title: 'LiveKit',
    signature: 'JSON Web Token with the hash of the body',
    secret: {
      from: 'platform',
      where: 'The secret of the API key with which LiveKit signs webhooks.',
      form: 'text',
    },
    address: 'LiveKit Cloud: Settings, Webhooks, Create new webhook, with that key as signing key.',
    events: 'begin, ringing, end with its cause',
    callLogs: false,
    guide: 'ingest-from-livekit.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/webhook+json', 'application/json'],
  bodyBytesMax: 4 * CALLBACK_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => [HEADER],
  windowMs: WINDOW_MS,
  answer: OK,
  statusOf: {},
  secretFault: keyFileFault,
  read: (request) => readSignedJson(request, signatureFault, readEvent),
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const UNKNOWN = 'ERROR UNKNOWN_ERROR';

/**
 * Of a SIP participant that joined, `sip.callStatus`; of one that left, `disconnectReason`, and
 * `unanswered` if it was still dialing or ringing. Events of rooms, tracks and files are `event`.
 */
const TABLE = statusTable({
  // word                              outbound     inbound
  'joined dialing': /*             */ ['CALLING', 'ACCEPTING'],
  'joined ringing': /*             */ ['CALLING', 'ACCEPTING'],
  'joined automation': /*          */ ['CALLING', 'CALLING'],
  'joined active': /*              */ ['CALLING', 'CALLING'],
  'joined hangup': /*              */ [null, null],
  'left CLIENT_INITIATED': /*      */ ['COMPLETED', 'COMPLETED'],
  'left CLIENT_INITIATED *': /*    */ ['CANCELED', 'COMPLETED'],
  'left PARTICIPANT_REMOVED': /*   */ ['COMPLETED', 'COMPLETED'],
  'left PARTICIPANT_REMOVED *': /* */ ['CANCELED', 'COMPLETED'],
  'left ROOM_DELETED': /*          */ ['COMPLETED', 'COMPLETED'],
  'left ROOM_DELETED *': /*        */ ['CANCELED', 'COMPLETED'],
  'left ROOM_CLOSED': /*           */ ['COMPLETED', 'COMPLETED'],
  'left ROOM_CLOSED *': /*         */ ['CANCELED', 'COMPLETED'],
  'left USER_UNAVAILABLE*': /*     */ ['NO_RESPONSE', FAILED],
  'left USER_REJECTED*': /*        */ ['BUSY', FAILED],
  'left SIP_TRUNK_FAILURE*': /*    */ [FAILED, FAILED],
  'left JOIN_FAILURE*': /*         */ [FAILED, FAILED],
  'left UNKNOWN_REASON': /*        */ [UNKNOWN, UNKNOWN],
  'left UNKNOWN_REASON *': /*      */ [FAILED, FAILED],
  'left MEDIA_FAILURE*': /*        */ INTERRUPTED,
  'left CONNECTION_TIMEOUT*': /*   */ INTERRUPTED,
  'left SIGNAL_CLOSE*': /*         */ INTERRUPTED,
  'left STATE_MISMATCH*': /*       */ INTERRUPTED,
  'left SERVER_SHUTDOWN*': /*      */ INTERRUPTED,
  'left DUPLICATE_IDENTITY*': /*   */ INTERRUPTED,
  // The participant goes on on another server.
  'left MIGRATION*': /*            */ [null, null],
  'left AGENT_ERROR*': /*          */ INTERRUPTED,
  aborted: /*                      */ INTERRUPTED,
  'aborted unanswered': /*         */ [FAILED, FAILED],
  // What is said besides, which no status of ours follows from.
  'room_*': /*                     */ [null, null],
  'track_*': /*                    */ [null, null],
  'egress_*': /*                   */ [null, null],
  'ingress_*': /*                  */ [null, null],
  'agent_*': /*                    */ [null, null],
});

const HEADER = 'authorization';

/** LiveKit makes the token when it sends, `nbf`; it counts for 5 minutes. */
function signatureFault(request: SignedRequest): string | null {
  const read = tokenOfBody(request, {
    header: HEADER,
    hashClaim: 'sha256',
    hashEncoding: 'base64',
    windowMs: WINDOW_MS,
  });
  if (read.kind === 'fault') return read.fault;
  if (request.isSample === true) return null;
  const { nbf } = read.claims;
  const atMs = typeof nbf === 'number' ? nbf * 1_000 : null;
  return windowFault(HEADER, atMs, { nowMs: request.nowMs, windowMs: WINDOW_MS });
}

function readEvent(webhook: JsonObject, request: IngestRequest): IngestResult {
  const event = textAt(webhook, 'event');
  if (event === null) return refused('INVALID_INPUT', 'event must be a text.');
  const verb = VERBS.get(event);
  if (verb === undefined) {
    if (TABLE.line(event) !== null) return ignored('Nothing follows from this event.');
    return ignored('The event is not known.', `event ${visible(event)}`);
  }
  const { participant } = webhook;
  if (!isObject(participant)) return refused('INVALID_INPUT', 'participant must be an object.');
  if (!SIP_KINDS.includes(participant.kind)) return ignored('It is no telephone call.');
  const attributes = isObject(participant.attributes) ? participant.attributes : {};
  const attribute = (name: string) => textOf(attributes[name]);
  const names = nameCall(request.query, attribute('sip.callID'), 'sip.callID');
  if (names.kind === 'refused') return names;
  const status = attribute('sip.callStatus') ?? '-';
  const reason = verb === 'left' ? reasonOf(participant.disconnectReason) : null;
  const word = wordOf(verb, status, reason);
  const line = TABLE.line(word);
  if (line === null) return ignored('The word is not known.', visible(word));
  const inbound = attribute('sip.ruleID') !== null;
  const createdAt = timeOf(webhook.createdAt);
  const report = reportOf(line, {
    names,
    direction: inbound ? 'INBOUND' : 'OUTBOUND',
    occurredAtMs: createdAt,
    reportId: `livekit:${names.callSid}:${visible(textAt(webhook, 'id') ?? word)}`,
    cause: reason,
    facts: {
      ...factsOf(attribute, inbound ? 'INBOUND' : 'OUTBOUND', reason, createdAt),
      ...joined(
        metadataOf(participant.metadata, 'metadata'),
        metadataOf(attachedIn(attributes), '-'),
      ),
    },
  });
  if (report === null) return ignored('Nothing follows from this event.');
  return taken({ reports: [report] });
}

/** A trunk makes attributes of any name of SIP headers, which a caller can write. */
function attachedIn(attributes: JsonObject): JsonObject {
  const own = Object.entries(attributes).filter(([name]) => name.startsWith(ATTACHED));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(ATTACHED.length), value]));
}

const VERBS: ReadonlyMap<string, 'joined' | 'left' | 'aborted'> = new Map([
  ['participant_joined', 'joined'],
  ['participant_left', 'left'],
  ['participant_connection_aborted', 'aborted'],
]);

/** `ParticipantInfo.Kind`, by name, and by number as some writers of protobuf have it. */
const SIP_KINDS: readonly unknown[] = ['SIP', 3];
/** `DisconnectReason` by number, as some writers of protobuf have it. */
const REASONS: readonly string[] = [
  'UNKNOWN_REASON',
  'CLIENT_INITIATED',
  'DUPLICATE_IDENTITY',
  'SERVER_SHUTDOWN',
  'PARTICIPANT_REMOVED',
  'ROOM_DELETED',
  'STATE_MISMATCH',
  'JOIN_FAILURE',
  'MIGRATION',
  'SIGNAL_CLOSE',
  'ROOM_CLOSED',
  'USER_UNAVAILABLE',
  'USER_REJECTED',
  'SIP_TRUNK_FAILURE',
  'CONNECTION_TIMEOUT',
  'MEDIA_FAILURE',
  'AGENT_ERROR',
];
/** Protobuf leaves the first value of an enumeration out. */
const NO_REASON = 'UNKNOWN_REASON';

/** A number that no reason has stays what it is, so that it is counted as not known. */
function reasonOf(value: unknown): string {
  if (typeof value === 'number') return REASONS[value] ?? String(value);
  return textOf(value) ?? NO_REASON;
}

const UNANSWERED: readonly string[] = ['dialing', 'ringing'];

function wordOf(verb: 'joined' | 'left' | 'aborted', status: string, reason: string | null) {
  if (verb === 'joined') return `joined ${status}`;
  const what = reason === null ? verb : `${verb} ${reason}`;
  return UNANSWERED.includes(status) ? `${what} unanswered` : what;
}

function factsOf(
  attribute: (name: string) => string | null,
  direction: Direction,
  reason: string | null,
  atMs: number | null,
): IngestFacts {
  const [theirs, ours] = [attribute('sip.phoneNumber'), attribute('sip.trunkPhoneNumber')];
  const [from, to] = direction === 'INBOUND' ? [theirs, ours] : [ours, theirs];
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(reason !== null && { hangupCause: reason }),
    ...(reason !== null && atMs !== null && { endedAtMs: atMs }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whole seconds; protobuf writes numbers of 64 bits as text. */
function timeOf(value: unknown): number | null {
  return /^\d{1,11}$/.test(String(value)) ? Number(value) * 1_000 : null;
}
