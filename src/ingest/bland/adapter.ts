/**
 * Step 1 for Bland: verifies that Bland signed the post-call webhook (HMAC-SHA256 over the body),
 * makes a report of it, and a call log of its transcript. Documents: Post call webhooks, Webhook
 * signing, Send call (`metadata`), Call details, and Event stream of docs.bland.ai, read on
 * 2026-11-26. Bland tries again after 4xx and 5xx. Source: S2.14, S2.15, S2.29.
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
import { type JsonObject, numberAt, textAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, OK, taken, visible } from '../result.ts';
import { hmacOfBody } from '../signature/hmac-body.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { readSignedJson } from '../signed-json.ts';
import { INTERRUPTED, reportOf, statusTable } from '../status-table.ts';
import { callLogOf } from './call-log.ts';

export const blandAdapter: IngestAdapter = {
  name: 'bland',
  about: {
    title: 'Bland',
    signature: 'HMAC-SHA256 over the body',
    secret: {
      from: 'platform',
      where: 'The webhook signing secret: Account Settings, Keys, Replace Secret.',
      form: 'text',
    },
    address: 'Send it as webhook with each call, or set it as the webhook of an inbound number.',
    events: 'end with its cause, voicemail',
    callLogs: true,
    guide: 'ingest-from-bland.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: INGEST_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['x-webhook-signature'],
  windowMs: null,
  answer: OK,
  statusOf: {},
  secretFault: keyFileFault,
  read: (request) => readSignedJson(request, signatureFault, readWebhook),
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const UNKNOWN = 'ERROR UNKNOWN_ERROR';

/** `status`, with what `answered_by` says besides; `queue_status` if there is no `status`. */
const TABLE = statusTable({
  // word                         outbound             inbound
  completed: /*               */ ['COMPLETED', 'COMPLETED'],
  'completed voicemail': /*   */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  'completed no-answer': /*   */ ['NO_RESPONSE', 'COMPLETED'],
  busy: /*                    */ ['BUSY', FAILED],
  'no-answer': /*             */ ['NO_RESPONSE', FAILED],
  canceled: /*                */ ['CANCELED', 'COMPLETED'],
  failed: /*                  */ [FAILED, FAILED],
  unknown: /*                 */ [UNKNOWN, UNKNOWN],
  'queue complete': /*        */ ['COMPLETED', 'COMPLETED'],
  'queue complete voicemail': ['VOICEMAIL_REACHED', 'COMPLETED'],
  'queue complete no-answer': ['NO_RESPONSE', 'COMPLETED'],
  'queue complete_error': /*  */ ['COMPLETED', 'COMPLETED'],
  'queue pre_queue_error': /* */ [FAILED, FAILED],
  'queue queue_error': /*     */ [FAILED, FAILED],
  'queue call_error': /*      */ INTERRUPTED,
  // What is said besides: parts that come later, and events of a call that goes on.
  'event citations': /*       */ [null, null],
  'event post_transfer_transcript': [null, null],
  'event live_translation_transcript': [null, null],
  'event multiple': /*        */ [null, null],
  'level queue': /*           */ [null, null],
  'level call': /*            */ [null, null],
});

const signatureFault = hmacOfBody({
  header: 'x-webhook-signature',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
});

function readWebhook(call: JsonObject, request: IngestRequest): IngestResult {
  const word = wordOf(call);
  if (word === null) return ignored('The webhook has no status.');
  const line = TABLE.line(word);
  if (line === null) return ignored('The status is not known.', visible(word));
  if (line[0] === null) return ignored('Nothing follows from this webhook.');
  const names = nameCall(request.query, textAt(call, 'call_id'), 'call_id');
  if (names.kind === 'refused') return names;
  const direction = directionOf(call);
  const startedAt = textAt(call, 'started_at');
  const startedAtMs = startedAt === null ? null : parseIsoTime(startedAt);
  const durationMs = durationOf(call);
  const endedAtMs = startedAtMs === null || durationMs === null ? null : startedAtMs + durationMs;
  const cause = textAt(call, 'error_message');
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: endedAtMs,
    reportId: `bland:${names.callSid}:${visible(word)}`,
    cause,
    facts: factsOf(call, { startedAtMs, endedAtMs, durationMs, cause }),
  });
  const answeredBy = textAt(call, 'answered_by');
  const isKnown = [...DECISIVE, ...INDECISIVE].some((word) => word === answeredBy);
  const log = direction === null ? null : callLogOf(call, direction, endedAtMs);
  return taken({
    reports: report === null ? [] : [report],
    unmapped: answeredBy === null || isKnown ? [] : [`answered_by ${visible(answeredBy)}`],
    callLog: log === null ? null : { callId: names.callId, log },
  });
}

/** Null: neither a call that ended nor anything that Bland sends besides. */
function wordOf(call: JsonObject): string | null {
  const event = textAt(call, 'event_type');
  if (event !== null) return `event ${event}`;
  const status = textAt(call, 'status');
  const queue = textAt(call, 'queue_status');
  const level = textAt(call, 'level');
  const said = status ?? (queue === null ? null : `queue ${queue}`);
  if (said === null) return level === null ? null : `level ${level}`;
  const answeredBy = textAt(call, 'answered_by');
  const counts = said === 'completed' || said === 'queue complete';
  return counts && DECISIVE.some((word) => word === answeredBy) ? `${said} ${answeredBy}` : said;
}

/** Of `answered_by`: what says more than the status. */
const DECISIVE: readonly string[] = ['voicemail', 'no-answer'];
/** `unknown` is mostly a person. */
const INDECISIVE: readonly string[] = ['human', 'unknown'];

function directionOf({ inbound }: JsonObject): Direction | null {
  if (typeof inbound !== 'boolean') return null;
  return inbound ? 'INBOUND' : 'OUTBOUND';
}

/** `corrected_duration` is a text of seconds, `call_length` a number of minutes. */
function durationOf(call: JsonObject): number | null {
  const text = textAt(call, 'corrected_duration');
  const minutes = numberAt(call, 'call_length');
  const seconds = text !== null && /^\d{1,7}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
  if (seconds !== null) return Math.round(seconds * 1_000);
  return minutes === null || minutes < 0 ? null : Math.round(minutes * 60_000);
}

interface Known {
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly durationMs: number | null;
  readonly cause: string | null;
}

function factsOf(call: JsonObject, known: Known): IngestFacts {
  const text = (name: string) => textAt(call, name);
  const [from, to, recordingUrl] = [text('from'), text('to'), text('recording_url')];
  const [hangupCause, tag] = [known.cause ?? text('call_ended_by'), text('disposition_tag')];
  const { startedAtMs, endedAtMs, durationMs } = known;
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(startedAtMs !== null && { answeredAtMs: startedAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(durationMs !== null && { durationMs }),
    ...(hangupCause !== null && { hangupCause }),
    ...(recordingUrl !== null && { recordingUrl }),
    ...(tag !== null && { tags: [tag] }),
    ...metadataOf(call.metadata, 'metadata'),
  };
}
