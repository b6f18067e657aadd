/**
 * Step 1 for SignalWire: verifies that SignalWire sent the callback, of its compatibility API (a
 * form of Twilio's family) or of calling (JSON, `calling.call.state`), and makes a report or a hint
 * of it. Documents: Voice status callback, Incoming call status callback, CallState, Verify SWML
 * request signatures, Webhook signature validation, and the validators and constants of its server
 * SDKs, read on 2026-11-26. They do not say when SignalWire tries again. Source: S2.14 to S2.17,
 * S2.21.
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
import { type JsonObject, textAt } from '../json.ts';
import { ignored, NO_CONTENT, refused, strangeDirection, taken, visible } from '../result.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { readSignedJson } from '../signed-json.ts';
import { ENDED, reportOf, statusTable } from '../status-table.ts';
import { boundaryFault } from '../twilio/boundary.ts';
import { readCallback } from '../twilio/report.ts';
import { bodyFault, formFault, HEADERS } from './signature.ts';

const FORM = 'application/x-www-form-urlencoded';

export const signalwireAdapter: IngestAdapter = {
  name: 'signalwire',
  about: {
    title: 'SignalWire',
    signature: 'HMAC-SHA256 or HMAC-SHA1 over the address and the form or body',
    secret: {
      from: 'platform',
      where: 'The Signing Key of the project: Dashboard, API credentials.',
      form: 'text',
    },
    address:
      'Enter it as StatusCallback of calls (compatibility API), or as status_url or ' +
      'call_state_url (calling).',
    events: 'begin, ringing, answer, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-signalwire.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: [FORM, 'application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: true,
  proofHeaders: () => HEADERS.map(([name]) => name),
  windowMs: null,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';

/** `call_state`; of a call that ended, with its `end_reason`. Forms have the table of Twilio. */
const TABLE = statusTable({
  // word                      outbound            inbound
  created: /*              */ ['CALLING', 'ACCEPTING'],
  ringing: /*              */ ['CALLING', 'ACCEPTING'],
  answered: /*             */ ['CALLING', 'CALLING'],
  ending: /*               */ [null, null],
  'ended hangup': /*       */ [ENDED, 'COMPLETED'],
  'ended max_duration': /* */ [ENDED, 'COMPLETED'],
  'ended busy': /*         */ ['BUSY', FAILED],
  'ended decline': /*      */ ['BUSY', FAILED],
  'ended noAnswer': /*     */ ['NO_RESPONSE', FAILED],
  'ended not_found': /*    */ ['UNREACHABLE', FAILED],
  'ended cancel': /*       */ ['CANCELED', 'COMPLETED'],
  'ended abandoned': /*    */ ['CANCELED', 'COMPLETED'],
  'ended error': /*        */ [FAILED, FAILED],
});

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

function read(request: IngestRequest): IngestResult {
  return request.contentType === FORM
    ? readForm(request)
    : readSignedJson(request, bodyFault, readEvent);
}

function readForm(request: IngestRequest): IngestResult {
  const form = parseForm(request.body);
  if (form.kind === 'malformed') return refused('MALFORMED_FORM', form.detail);
  const { fields } = form;
  const fault =
    formFault(request, fields) ??
    (request.isSample === true ? null : boundaryFault(request.publicUrl, fields));
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  // The callback of a telephone number, which is always of an inbound call, has no direction.
  const whole = fields.has('Direction') ? fields : new Map([...fields, ['Direction', ['inbound']]]);
  const { query } = request;
  return readCallback(whole, { query, idempotencyToken: undefined, adapter: 'signalwire' });
}

/** Events of the protocol that say no state of a call. */
const OTHER_EVENTS: readonly string[] = [
  'calling.call.collect',
  'calling.call.connect',
  'calling.call.denoise',
  'calling.call.detect',
  'calling.call.dial',
  'calling.call.echo',
  'calling.call.fax',
  'calling.call.pay',
  'calling.call.play',
  'calling.call.queue',
  'calling.call.receive',
  'calling.call.record',
  'calling.call.refer',
  'calling.call.send_digits',
  'calling.call.stream',
  'calling.call.tap',
  'calling.call.transcribe',
  'calling.conference',
  'calling.error',
  'messaging.receive',
  'messaging.state',
];

function readEvent(event: JsonObject, request: IngestRequest): IngestResult {
  const type = textAt(event, 'event_type') ?? textAt(event, 'event');
  const state = textAt(event, 'params.call_state');
  if (type === null) return refused('INVALID_INPUT', 'event_type must be a text.');
  if (type !== 'calling.call.state' || state === null) {
    const isKnown = OTHER_EVENTS.includes(type);
    return ignored('The event says no state of a call.', isKnown ? null : visible(type));
  }
  const reason = textAt(event, 'params.end_reason');
  const word = state === 'ended' ? `ended ${reason ?? '-'}` : state;
  const line = TABLE.line(word);
  if (line === null) return ignored('The state is not known.', `call_state ${visible(word)}`);
  if (line[0] === null) return ignored('Nothing follows from this state.');
  const names = nameCall(request.query, textAt(event, 'params.call_id'), 'params.call_id');
  if (names.kind === 'refused') return names;
  if (textAt(event, 'params.parent.call_id') !== null) {
    return ignored('A leg that was dialled for another call is no call of its own.');
  }
  const said = textAt(event, 'params.direction');
  const direction = DIRECTIONS.get(said) ?? null;
  if (direction === null && said !== null) return strangeDirection('direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: null,
    reportId: `signalwire:${names.callSid}:${visible(word)}`,
    cause: reason,
    facts: factsOf(event, reason),
  });
  return report === null
    ? ignored('Nothing follows from this state.')
    : taken({ reports: [report] });
}

/** Times are left out: their unit is not documented. */
function factsOf(event: JsonObject, reason: string | null): IngestFacts {
  const [from, to] = [
    textAt(event, 'params.device.params.from_number'),
    textAt(event, 'params.device.params.to_number'),
  ];
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(reason !== null && { hangupCause: reason }),
  };
}
