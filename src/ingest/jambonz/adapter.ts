/**
 * Step 1 for jambonz: verifies that jambonz signed the call status webhook (`t=…,v1=…`,
 * HMAC-SHA256 over `t.body`) and makes a report of it. Documents: Call status, tag and Webhooks of
 * docs.jambonz.org, call-info.js, http-requestor.js and base-requestor.js of
 * jambonz-feature-server, and verifyJambonzSignature of node-client 0.4, read on 2026-11-26.
 * jambonz does not try again: it notes any answer but 200, 202 and 204 as an alert. Source: S2.14,
 * S2.15, S2.17, S2.29.
 */
import type { Hint } from '../../core/call/report.ts';
import type { Direction } from '../../core/call/status.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { type JsonObject, numberAt, textAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, NO_CONTENT, strangeDirection, taken, visible } from '../result.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { ENDED, type Outcome, reportOf, statusTable } from '../status-table.ts';

export const jambonzAdapter: IngestAdapter = {
  name: 'jambonz',
  about: {
    title: 'jambonz',
    signature: 'HMAC-SHA256 over the time and the body',
    secret: {
      from: 'platform',
      where: 'The webhook secret of the account, as the portal shows it.',
      form: 'text',
    },
    address: 'Enter it as Call status webhook of the application, with the method POST.',
    events: 'begin, ringing, answer, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-jambonz.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['jambonz-signature'],
  windowMs: WINDOW_MS,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read: (request) => readSignedJson(request, signatureFault, readStatus),
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';
const GONE: readonly [Outcome, Outcome] = ['UNREACHABLE', FAILED];
const FORBIDDEN: readonly [Outcome, Outcome] = [DENIED, DENIED];

/** `call_status`; of a call that failed or was not answered, with the SIP status that was last. */
const TABLE = statusTable({
  // word                outbound       inbound
  queued: /*         */ ['DIALING', 'ACCEPTING'],
  trying: /*         */ ['CALLING', 'ACCEPTING'],
  ringing: /*        */ ['CALLING', 'ACCEPTING'],
  'early-media': /*  */ ['CALLING', 'ACCEPTING'],
  'in-progress': /*  */ ['CALLING', 'CALLING'],
  completed: /*      */ [ENDED, 'COMPLETED'],
  busy: /*           */ ['BUSY', FAILED],
  'busy *': /*       */ ['BUSY', FAILED],
  'no-answer': /*    */ ['NO_RESPONSE', FAILED],
  'no-answer *': /*  */ ['NO_RESPONSE', FAILED],
  // The caller hung up before the answer.
  'no-answer 487': /**/ ['NO_RESPONSE', 'COMPLETED'],
  failed: /*         */ [FAILED, FAILED],
  'failed *': /*     */ [FAILED, FAILED],
  'failed 404': /*   */ GONE,
  'failed 410': /*   */ GONE,
  'failed 480': /*   */ GONE,
  'failed 484': /*   */ GONE,
  'failed 604': /*   */ GONE,
  'failed 401': /*   */ FORBIDDEN,
  'failed 403': /*   */ FORBIDDEN,
  'failed 407': /*   */ FORBIDDEN,
  'failed 607': /*   */ FORBIDDEN,
  'failed 608': /*   */ FORBIDDEN,
});

/** `type` of a hook of answering-machine detection; null: it found nothing out. */
const DETECTIONS: ReadonlyMap<string, Hint | null> = new Map([
  ['amd_human_detected', 'PERSON'],
  ['amd_machine_detected', 'MACHINE'],
  ['amd_machine_stopped_speaking', null],
  ['amd_no_speech_detected', null],
  ['amd_decision_timeout', null],
  ['amd_tone_detected', null],
  ['amd_tone_timeout', null],
  ['amd_error', null],
  ['amd_stopped', null],
]);

const signatureFault = hmacOfTimeAndBody({
  style: 't,v1',
  header: 'jambonz-signature',
  timeHeader: null,
  windowMs: WINDOW_MS,
});

function readStatus(call: JsonObject, request: IngestRequest): IngestResult {
  const names = nameCall(request.query, textAt(call, 'call_sid'), 'call_sid');
  if (names.kind === 'refused') return names;
  const type = textAt(call, 'type');
  if (type?.startsWith('amd_')) {
    const hint = DETECTIONS.get(type);
    if (hint === undefined) return ignored('The detection is not known.', visible(type));
    if (hint === null) return ignored('The detection did not find out who answered.');
    return taken({ hints: [{ callId: names.callId, hint }] });
  }
  if (textAt(call, 'parent_call_sid') !== null) {
    return ignored('A dialled child leg is no call of its own.');
  }
  const status = textAt(call, 'call_status') ?? '-';
  const sipStatus = numberAt(call, 'sip_status');
  const isFinal = FINAL.includes(status);
  const hasCause = isFinal && status !== 'completed' && sipStatus !== null && sipStatus >= 300;
  const word = hasCause ? `${status} ${sipStatus}` : status;
  const line = TABLE.line(word);
  if (line === null)
    return ignored('The call_status is not known.', `call_status ${visible(word)}`);
  const said = textAt(call, 'direction');
  const direction = DIRECTIONS.get(said);
  if (direction === undefined) return strangeDirection('direction', said);
  const cause = hasCause ? `SIP ${sipStatus} ${textAt(call, 'sip_reason') ?? ''}`.trim() : null;
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: null,
    reportId: `jambonz:${names.callSid}:${visible(word)}`,
    cause,
    facts: factsOf(call, cause, isFinal ? sipStatus : null),
  });
  return report === null ? ignored('Nothing follows from it.') : taken({ reports: [report] });
}

const FINAL: readonly string[] = ['completed', 'busy', 'no-answer', 'failed'];

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

function factsOf(call: JsonObject, cause: string | null, sipCode: number | null): IngestFacts {
  const [from, to] = [textAt(call, 'from'), textAt(call, 'to')];
  const seconds = numberAt(call, 'duration');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(seconds !== null && seconds >= 0 && { durationMs: Math.round(seconds * 1_000) }),
    ...(sipCode !== null && { sipCode }),
    ...(cause !== null && { hangupCause: cause }),
    ...metadataOf(call.customer_data ?? call.customerData, 'tag'),
  };
}
