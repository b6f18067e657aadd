/**
 * Step 1 for Telnyx Call Control: verifies that Telnyx signed the webhook (Ed25519 over
 * `timestamp|body`) and makes a report or a hint of it. Documents: Voice API webhooks, Receiving
 * webhooks, and the callbacks call-initiated, call-answered, call-hangup and call-machine-* of the
 * API reference (with `client_state`), read on 2026-11-26. Telnyx tries again, and then at its
 * failover address, if an answer is not 2xx. Source: S2.14, S2.15, S2.17, S2.21, S2.29.
 */
import { isUtf8 } from 'node:buffer';
import type { Hint } from '../../core/call/report.ts';
import type { Direction } from '../../core/call/status.ts';
import { parseIsoTime } from '../../core/time.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { type JsonObject, textAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { ed25519, publicKeyFault } from '../signature/ed25519.ts';
import { bytesOfBase64 } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { ENDED, reportOf, statusTable } from '../status-table.ts';

export const telnyxAdapter: IngestAdapter = {
  name: 'telnyx',
  about: {
    title: 'Telnyx',
    signature: 'Ed25519 over the time and the body',
    secret: {
      from: 'platform',
      where:
        'The public key of the account: Mission Control Portal, Keys & Credentials, Public Key.',
      form: 'public-key',
    },
    address: 'Enter it as Webhook URL of the Voice API application, with API version 2.',
    events: 'begin, answer, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-telnyx.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['telnyx-signature-ed25519'],
  windowMs: WINDOW_MS,
  answer: OK,
  statusOf: {},
  secretFault: publicKeyFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';

/** `event_type`; of a hangup, its `hangup_cause`. */
const TABLE = statusTable({
  // word                             outbound                    inbound
  'call.initiated': /*            */ ['CALLING', 'ACCEPTING'],
  'call.answered': /*             */ ['CALLING', 'CALLING'],
  'hangup normal_clearing': /*    */ [ENDED, 'COMPLETED'],
  'hangup time_limit': /*         */ [ENDED, 'COMPLETED'],
  'hangup originator_cancel': /*  */ ['CANCELED', 'COMPLETED'],
  'hangup user_busy': /*          */ ['BUSY', FAILED],
  'hangup call_rejected': /*      */ ['BUSY', FAILED],
  'hangup no_answer': /*          */ ['NO_RESPONSE', FAILED],
  'hangup timeout': /*            */ ['NO_RESPONSE', FAILED],
  'hangup not_found': /*          */ ['UNREACHABLE', FAILED],
  'hangup unspecified': /*        */ ['ERROR UNKNOWN_ERROR', 'ERROR UNKNOWN_ERROR'],
  // What is done during a call, which no status of ours follows from.
  'call.bridged': /*              */ [null, null],
  'call.cost': /*                 */ [null, null],
  'call.dtmf.*': /*               */ [null, null],
  'call.enqueued': /*             */ [null, null],
  'call.dequeued': /*             */ [null, null],
  'call.fork.*': /*               */ [null, null],
  'call.gather.*': /*             */ [null, null],
  'call.playback.*': /*           */ [null, null],
  'call.recording.*': /*          */ [null, null],
  'call.refer.*': /*              */ [null, null],
  'call.siprec.*': /*             */ [null, null],
  'call.speak.*': /*              */ [null, null],
  'call.transcription': /*        */ [null, null],
  'call.machine.*': /*            */ [null, null],
  'streaming.*': /*               */ [null, null],
  'siprec.*': /*                  */ [null, null],
});

/** `result` of answering-machine detection; what is not here found nothing out. */
const ANSWERED_BY: ReadonlyMap<string, Hint | null> = new Map([
  ['human', 'PERSON'],
  ['human_residence', 'PERSON'],
  ['human_business', 'PERSON'],
  ['machine', 'MACHINE'],
  ['fax_detected', 'MACHINE'],
  ['silence', null],
  ['not_sure', null],
]);
const DETECTIONS = ['call.machine.detection.ended', 'call.machine.premium.detection.ended'];

const signatureFault = ed25519({
  header: 'telnyx-signature-ed25519',
  timeHeader: 'telnyx-timestamp',
  windowMs: WINDOW_MS,
});

function read(request: IngestRequest): IngestResult {
  return readSignedJson(request, signatureFault, readWebhook);
}

function readWebhook(webhook: JsonObject, request: IngestRequest): IngestResult {
  const type = textAt(webhook, 'data.event_type');
  if (type === null) return refused('INVALID_INPUT', 'data.event_type must be a text.');
  const cause = textAt(webhook, 'data.payload.hangup_cause');
  const word = type === 'call.hangup' ? `hangup ${cause ?? '-'}` : type;
  const line = TABLE.line(word);
  if (line === null) return ignored('The event is not known.', visible(word));
  const names = nameCall(
    request.query,
    textAt(webhook, 'data.payload.call_leg_id'),
    'data.payload.call_leg_id',
  );
  if (names.kind === 'refused') return line[0] === null ? ignored(UNUSED) : names;
  if (DETECTIONS.includes(type)) return readDetection(names.callId, webhook);
  const said = textAt(webhook, 'data.payload.direction');
  const direction = DIRECTIONS.get(said) ?? null;
  if (direction === null && said !== null) return strangeDirection('direction', said);
  const at = textAt(webhook, 'data.occurred_at');
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: at === null ? null : parseIsoTime(at),
    reportId: `telnyx:${names.callSid}:${visible(word)}`,
    cause,
    facts: factsOf(webhook),
  });
  if (report === null) return ignored(UNUSED);
  return taken({ reports: [report] });
}

const UNUSED = 'Nothing follows from this event.';

/** Only the event that begins a call says it. */
const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['incoming', 'INBOUND'],
  ['outgoing', 'OUTBOUND'],
]);

function readDetection(callId: string, webhook: JsonObject): IngestResult {
  const result = textAt(webhook, 'data.payload.result') ?? '';
  const hint = ANSWERED_BY.get(result);
  if (hint === undefined) return ignored('The result is not known.', `result ${visible(result)}`);
  if (hint === null) return ignored('The detection did not find out who answered.');
  return taken({ hints: [{ callId, hint }] });
}

function factsOf(webhook: JsonObject): IngestFacts {
  const text = (name: string) => textAt(webhook, `data.payload.${name}`);
  const [from, to, cause] = [text('from'), text('to'), text('hangup_cause')];
  const [endedAt, sip] = [text('end_time'), text('sip_hangup_cause')];
  const endedAtMs = endedAt === null ? null : parseIsoTime(endedAt);
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(cause !== null && { hangupCause: cause }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...metadataOf(stateOf(text('client_state')), 'client_state'),
    ...(sip !== null && /^[1-6][0-9]{2}$/.test(sip) && { sipCode: Number(sip) }),
  };
}

/** What the operator gave Telnyx in base64; null if it is no text. */
function stateOf(given: string | null): string | null {
  const bytes = given === null ? null : bytesOfBase64(given);
  return bytes !== null && isUtf8(bytes) ? bytes.toString('utf8') : null;
}
