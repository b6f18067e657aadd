/**
 * Step 1 for Plivo: verifies that Plivo sent the callback of a call (signature version 3; version 2
 * is documented as deprecated for voice) and makes a report of its form. Documents: Signature
 * validation, Application API, Asynchronous machine detection, Dial status reporting, Hangup
 * causes, Callback configurations, and the V3 code of plivo-node and plivo-python, read on
 * 2026-11-26. By default Plivo tries again only without a connection or an answer. Source: S2.14 to
 * S2.17, S2.21.
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
import { parseForm } from '../form.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { ENDED, INTERRUPTED, reportOf, statusTable } from '../status-table.ts';
import { HEADERS, signatureFault } from './signature.ts';

export const plivoAdapter: IngestAdapter = {
  name: 'plivo',
  about: {
    title: 'Plivo',
    signature: 'HMAC-SHA256 over the address, the form and a nonce',
    secret: {
      from: 'platform',
      where: "The auth token of the account or subaccount, from the console's overview.",
      form: 'text',
    },
    address:
      'Enter it as ring_url and hangup_url of the calls that you make, and as Hangup URL of your ' +
      'application; never as answer_url.',
    events: 'ringing, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-plivo.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/x-www-form-urlencoded'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: true,
  proofHeaders: () => HEADERS,
  windowMs: null,
  answer: OK,
  // Plivo sends again what the guide's address asks it to: 5xx, but not 429.
  statusOf: { RATE_LIMITED: 503 },
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/**
 * `CallStatus`, and `HangupCauseCode` if the call has ended and the code says more than the status.
 */
const TABLE = statusTable({
  // word                       outbound               inbound
  ringing: /*               */ ['CALLING', 'ACCEPTING'],
  'in-progress': /*         */ ['CALLING', 'CALLING'],
  completed: /*             */ [ENDED, 'COMPLETED'],
  // Media timeout, errors of Plivo, of the address of the instructions, and of the instructions.
  'completed 6020': /*      */ INTERRUPTED,
  'completed 50*': /*       */ INTERRUPTED,
  'completed 70*': /*       */ INTERRUPTED,
  'completed 80*': /*       */ INTERRUPTED,
  'completed 9100': /*      */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  busy: /*                  */ ['BUSY', FAILED],
  'no-answer': /*           */ ['NO_RESPONSE', FAILED],
  // A time ran out while the call was set up: at the called party only with the ring timeout.
  timeout: /*               */ [FAILED, FAILED],
  'timeout 3000': /*        */ ['NO_RESPONSE', FAILED],
  'timeout 6010': /*        */ ['NO_RESPONSE', FAILED],
  cancel: /*                */ ['CANCELED', 'COMPLETED'],
  failed: /*                */ [FAILED, FAILED],
  'failed 1000': /*         */ ['CANCELED', 'COMPLETED'],
  'failed 1010': /*         */ [DENIED, DENIED],
  'failed 2000': /*         */ ['UNREACHABLE', FAILED],
  'failed 2010': /*         */ ['UNREACHABLE', FAILED],
  'failed 2020': /*         */ ['UNREACHABLE', FAILED],
  'failed 2030': /*         */ [DENIED, DENIED],
  'failed 2040': /*         */ [DENIED, DENIED],
  'failed 2050': /*         */ [DENIED, DENIED],
  'failed 2070': /*         */ [DENIED, DENIED],
  'failed 3000': /*         */ ['NO_RESPONSE', FAILED],
  'failed 3010': /*         */ ['BUSY', FAILED],
  'failed 3020': /*         */ ['BUSY', FAILED],
  'failed 3030': /*         */ [DENIED, DENIED],
  'failed 3040': /*         */ [DENIED, DENIED],
  'failed 3050': /*         */ ['UNREACHABLE', FAILED],
  'failed 3100': /*         */ ['BUSY', FAILED],
  'failed 3110': /*         */ ['BUSY', FAILED],
  'failed 3120': /*         */ ['UNREACHABLE', FAILED],
  'failed 3130': /*         */ [DENIED, DENIED],
  'failed 3140': /*         */ [DENIED, DENIED],
  'failed 6010': /*         */ ['NO_RESPONSE', FAILED],
  'failed 9100': /*         */ ['VOICEMAIL_REACHED', FAILED],
});

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

/** A thousand for each kind of cause; 0 if it is not known. What differs is counted. */
const CODE = /^(?:0|[1-9]\d{3})$/;

function read(request: IngestRequest): IngestResult {
  const form = parseForm(request.body);
  if (form.kind === 'malformed') return refused('MALFORMED_FORM', form.detail);
  const { fields } = form;
  const fault = signatureFault(request, fields);
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  const text = (name: string): string | null => fields.get(name)?.[0] || null;
  const names = nameCall(request.query, text('CallUUID'), 'CallUUID');
  if (names.kind === 'refused') return names;
  const status = text('CallStatus');
  if (status === null) return ignored('The callback has no CallStatus.');
  const code = text('HangupCauseCode');
  const word = code === null ? status : `${status} ${code}`;
  const line = TABLE.line(word) ?? TABLE.line(status);
  if (line === null) return ignored('The CallStatus is not known.', `CallStatus ${visible(word)}`);
  const said = text('Direction');
  const direction = DIRECTIONS.get(said ?? '');
  if (direction === undefined) return strangeDirection('Direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: null,
    reportId: `plivo:${names.callSid}:${visible(word)}`,
    cause: text('HangupCauseName') ?? text('HangupCause'),
    facts: factsOf(text),
  });
  const isMachine = text('Machine')?.toLowerCase() === 'true' && direction === 'OUTBOUND';
  return taken({
    reports: report === null ? [] : [report],
    unmapped: code === null || CODE.test(code) ? [] : [`HangupCauseCode ${visible(code)}`],
    hints: isMachine ? [{ callId: names.callId, hint: 'MACHINE' }] : [],
  });
}

/** Times are left out: the documents say no time zone. */
function factsOf(text: (name: string) => string | null): IngestFacts {
  const [from, to] = [text('From'), text('To')];
  const cause = text('HangupCauseName') ?? text('HangupCause');
  const duration = text('Duration');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(cause !== null && { hangupCause: cause }),
    ...(duration !== null &&
      /^\d{1,7}$/.test(duration) && { durationMs: Number(duration) * 1_000 }),
  };
}
