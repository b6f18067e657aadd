/**
 * Step 1 for the Voice APIs of Sinch, version 1 (callbacks ice, ace, dice) and 2 (webhooks
 * call.*): verifies that Sinch signed the request (HMAC-SHA256 over method, MD5 of the body, type,
 * time and path) and makes a report or a hint of it. Documents: Callback request signing,
 * Callbacks, Webhook request signing and Call webhook of version 2, and the models and tests of
 * sinch-sdk-node, read on 2026-11-26. They do not say when Sinch tries again. Source: S2.14, S2.15,
 * S2.17, S2.21.
 */
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
import { type JsonObject, numberAt, textAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { base64Fault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { readSignedJson } from '../signed-json.ts';
import { ENDED, INTERRUPTED, reportOf, statusTable } from '../status-table.ts';
import { signatureFault } from './signature.ts';

export const sinchAdapter: IngestAdapter = {
  name: 'sinch',
  about: {
    title: 'Sinch',
    signature: 'HMAC-SHA256 over the path, the time and the body',
    secret: {
      from: 'platform',
      where: 'The application secret (version 1) or service secret (version 2) of the dashboard.',
      form: 'base64',
    },
    address:
      'Let your application pass each request of Sinch on to it: the same body, authorization, ' +
      'x-timestamp and content-type.',
    events: 'begin, answer, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-sinch.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: true,
  proofHeaders: () => ['authorization'],
  windowMs: WINDOW_MS,
  answer: OK,
  statusOf: {},
  secretFault: base64Fault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/** `event`; of a call that ended, with `result` and `reason`, or with `callResult` (version 2). */
const TABLE = statusTable({
  // word                            outbound            inbound
  ice: /*                        */ [null, 'ACCEPTING'],
  ace: /*                        */ ['CALLING', 'CALLING'],
  'dice ANSWERED*': /*           */ [ENDED, 'COMPLETED'],
  'dice ANSWERED GENERALERROR': /**/ INTERRUPTED,
  'dice ANSWERED NOCREDITPARTNER': INTERRUPTED,
  'dice BUSY*': /*               */ ['BUSY', FAILED],
  'dice NOANSWER*': /*           */ ['NO_RESPONSE', FAILED],
  'dice NOANSWER CANCEL': /*     */ ['CANCELED', 'COMPLETED'],
  'dice NOANSWER CALLERHANGUP': /**/ ['CANCELED', 'COMPLETED'],
  'dice FAILED*': /*             */ [FAILED, FAILED],
  'dice FAILED BLOCKED': /*      */ [DENIED, DENIED],
  'dice FAILED NOCREDITPARTNER': /**/ [DENIED, DENIED],
  'dice N/A*': /*                */ [FAILED, FAILED],
  'dice N/A CANCEL': /*          */ ['CANCELED', 'COMPLETED'],
  'dice N/A CALLERHANGUP': /*    */ ['CANCELED', 'COMPLETED'],
  'dice N/A MANAGERHANGUP': /*   */ ['CANCELED', 'COMPLETED'],
  'dice N/A TIMEOUT': /*         */ ['NO_RESPONSE', FAILED],
  'dice N/A BLOCKED': /*         */ [DENIED, DENIED],
  'dice N/A NOCREDITPARTNER': /* */ [DENIED, DENIED],
  'call.incoming': /*            */ ['CALLING', 'ACCEPTING'],
  'call.answered': /*            */ ['CALLING', 'CALLING'],
  'call.busy': /*                */ ['BUSY', FAILED],
  'call.rejected': /*            */ ['BUSY', FAILED],
  'call.timeout': /*             */ ['NO_RESPONSE', FAILED],
  'call.failed': /*              */ [FAILED, FAILED],
  'call.hangup COMPLETED': /*    */ [ENDED, 'COMPLETED'],
  'call.hangup BUSY': /*         */ ['BUSY', FAILED],
  'call.hangup REJECTED': /*     */ ['BUSY', FAILED],
  'call.hangup NO_ANSWER': /*    */ ['NO_RESPONSE', FAILED],
  'call.hangup CANCEL': /*       */ ['CANCELED', 'COMPLETED'],
  'call.hangup FAILED': /*       */ [FAILED, FAILED],
  // What is done during a call, which no status of ours follows from.
  pie: /*                        */ [null, null],
  notify: /*                     */ [null, null],
  'call.amd.*': /*               */ [null, null],
  'call.menu': /*                */ [null, null],
  'call.message.*': /*           */ [null, null],
  'call.recording.*': /*         */ [null, null],
  'call.webhook.*': /*           */ [null, null],
});

/** Events of version 2, and `ace` of version 1 with the status of its `amd`. */
const ANSWERED_BY: ReadonlyMap<string, Hint> = new Map([
  ['call.amd.human', 'PERSON'],
  ['call.amd.machine', 'MACHINE'],
  ['call.amd.beep', 'MACHINE'],
  ['ace human', 'PERSON'],
  ['ace machine', 'MACHINE'],
]);

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['INBOUND', 'INBOUND'],
  ['OUTBOUND', 'OUTBOUND'],
]);
const UNUSED = 'Nothing follows from this event.';

function read(request: IngestRequest): IngestResult {
  return readSignedJson(request, signatureFault, readWebhook);
}

function readWebhook(webhook: JsonObject, request: IngestRequest): IngestResult {
  const event = textAt(webhook, 'event');
  if (event === null) return refused('INVALID_INPUT', 'event must be a text.');
  const word = wordOf(event, webhook);
  const line = TABLE.line(word);
  if (line === null) return ignored('The event is not known.', visible(word));
  const amd = textAt(webhook, 'amd.status');
  const hint = ANSWERED_BY.get(amd === null ? event : `${event} ${amd}`);
  if (line[0] === null && line[1] === null && hint === undefined) return ignored(UNUSED);
  const isFirst = !event.startsWith('call.');
  const field = isFirst ? 'callid' : 'call.callId';
  const names = nameCall(request.query, textAt(webhook, field), field);
  if (names.kind === 'refused') return names;
  // Version 1 says it only by `ice`: that of the known call decides then.
  const said = textAt(webhook, 'call.direction');
  const direction = event === 'ice' ? 'INBOUND' : (DIRECTIONS.get(said) ?? null);
  if (direction === null && said !== null) return strangeDirection('direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: timeOf(webhook, isFirst ? 'timestamp' : timeField(event)),
    reportId: `sinch:${names.callSid}:${visible(word)}`,
    cause: causeOf(webhook),
    facts: isFirst ? factsOfFirst(webhook) : factsOfSecond(webhook),
  });
  if (report === null && hint === undefined) return ignored(UNUSED);
  return taken({
    reports: report === null ? [] : [report],
    hints: hint === undefined ? [] : [{ callId: names.callId, hint }],
  });
}

function wordOf(event: string, webhook: JsonObject): string {
  const text = (name: string) => textAt(webhook, name) ?? 'N/A';
  if (event === 'dice') return `dice ${text('result')} ${text('reason')}`;
  return event === 'call.hangup' ? `call.hangup ${text('call.callResult')}` : event;
}

function timeField(event: string): string {
  if (event === 'call.incoming') return 'call.startTime';
  return event === 'call.answered' ? 'call.answerTime' : 'call.endTime';
}

function causeOf(webhook: JsonObject): string | null {
  return textAt(webhook, 'reason') ?? textAt(webhook, 'call.callReason');
}

/** Times of version 1 are in UTC, also where their zone is missing. */
function timeOf(webhook: JsonObject, path: string): number | null {
  const text = textAt(webhook, path);
  return text === null ? null : (parseIsoTime(text) ?? parseIsoTime(`${text}Z`));
}

function factsOfFirst(webhook: JsonObject): IngestFacts {
  const from = textAt(webhook, 'from') ?? textAt(webhook, 'cli');
  const seconds = numberAt(webhook, 'duration');
  return {
    ...common(webhook, { from, to: textAt(webhook, 'to.endpoint'), seconds }),
    ...metadataOf(webhook.custom, 'custom'),
  };
}

function factsOfSecond(webhook: JsonObject): IngestFacts {
  const [answeredAtMs, endedAtMs] = [
    timeOf(webhook, 'call.answerTime'),
    timeOf(webhook, 'call.endTime'),
  ];
  return {
    ...common(webhook, {
      from: textAt(webhook, 'call.from.phone.number'),
      to: textAt(webhook, 'call.to.phone.number'),
      seconds: numberAt(webhook, 'call.callDurationSeconds'),
    }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
  };
}

function common(
  webhook: JsonObject,
  { from, to, seconds }: { from: string | null; to: string | null; seconds: number | null },
): IngestFacts {
  const cause = causeOf(webhook);
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(seconds !== null && seconds >= 0 && { durationMs: Math.round(seconds * 1_000) }),
    ...(cause !== null && { hangupCause: cause }),
  };
}
